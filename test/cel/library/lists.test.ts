import { describe, expect, test } from "vitest";
import { evaluateText } from "./evaluate-text.ts";

test.each([
  ["[1, 2, 3].slice(1, 3)", [2n, 3n]],
  ["[1].slice(1, 1)", []],
  ["[1].slice(-1, 1)", "error: cannot slice(-1, 1), negative indexes not supported"],
  ["[1].slice(1, 0)", "error: cannot slice(1, 0), start index must be less than or equal to end index"],
  ["[1].slice(0, 2)", "error: cannot slice(0, 2), list is length 1"],
  ["[[1], [2, 3], []].flatten()", [1n, 2n, 3n]],
  ["dyn([[1], 2, [[3]]]).flatten()", [1n, 2n, [3n]]],
  ["dyn(['a', 'b']).flatten()", ["a", "b"]],
  ["[[1], [[2]]].flatten(2)", [1n, 2n]],
  ["[[1]].flatten(0)", [[1n]]],
  ["[[1]].flatten(-1)", "error: level must be non-negative"],
  ["[3, 1, 2].sort()", [1n, 2n, 3n]],
  ["['b', 'a', '💥', '\\uffff'].sort()", ["a", "b", "\uffff", "💥"]],
  ["dyn([1, 'a']).sort()", "error: list elements must have the same type"],
  ["dyn([[1]]).sort()", "error: list elements must be comparable"],
  ["['bb', 'a', 'ccc'].sortBy(x, -size(x))", ["ccc", "bb", "a"]],
  ["lists.range(3)", [0n, 1n, 2n]],
  ["lists.range(0)", []],
  ["lists.range(-1)", "error: lists.range: size must be non-negative, got -1"],
  ["lists.range(1000001)", "error: lists.range: size 1000001 exceeds maximum allowed (1000000)"],
  ["[1, 2].reverse()", [2n, 1n]],
  ["dyn([1, 1u, 'a', 2, 'a', 1.0]).distinct()", [1n, "a", 2n]],
])("%s", (text, expected) => {
  expect(evaluateText(text)).toEqual(expected);
});

describe("the Kubernetes list library", () => {
  test.each([
    ["[1, 2, 2].isSorted()", true],
    ["['b', 'a'].isSorted()", false],
    ["[].isSorted()", true],
    ["[1, 3].sum()", 4n],
    ["[1.5, 2.0].sum()", 3.5],
    ["[1u].sum()", 1n],
    ["[duration('1m'), duration('1s')].sum() == duration('61s')", true],
    ["[9223372036854775807, 1].sum()", "error: integer overflow"],
    ["[].sum()", 0n],
    ["[1, 3, 2].max()", 3n],
    ["['a', 'b'].min()", "a"],
    ["[].min()", "error: min called on empty list"],
    ["[].max()", "error: max called on empty list"],
    ["[1, 2, 2].indexOf(2)", 1n],
    ["[1, 2, 2].lastIndexOf(2)", 2n],
    ["[1].indexOf(3)", -1n],
    ["[1, 2].includes(2u)", true],
    ["'model-a'.includes('model-a')", true],
    ["'model-a'.includes('model')", false],
  ])("%s", (text, expected) => {
    expect(evaluateText(text)).toEqual(expected);
  });
});

describe("sets", () => {
  test.each([
    ["sets.contains([1, 2], [])", true],
    ["sets.contains([1, 2], [2.0, 1u])", true],
    ["sets.contains([1], [2])", false],
    ["sets.equivalent([1], [1, 1u])", true],
    ["sets.equivalent([1, 2], [1])", false],
    ["sets.intersects([[1], [2, 3]], [[1, 2], [2, 3.0]])", true],
    ["sets.intersects([1], [])", false],
  ])("%s", (text, expected) => {
    expect(evaluateText(text)).toBe(expected);
  });
});
