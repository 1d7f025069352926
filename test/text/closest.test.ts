import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closest, distance } from "../../src/text/closest.ts";

test.each([
  ["clams", ["claims", "user"], "claims"],
  ["Claims", ["claims"], "claims"],
  ["resource_attributes", ["resourceAttributes", "resource"], "resourceAttributes"],
  ["meta", ["metadata"], "metadata"],
  ["xyz", ["claims"], undefined],
  ["claims", ["claims"], undefined],
  ["", ["a"], undefined],
  ["a".repeat(101), ["a".repeat(100)], undefined],
])("the closest name to %s among %j is %s", (name, candidates, expected) => {
  expect(closest(name, candidates)).toBe(expected);
});

describe("edit distance", () => {
  test.each([
    ["", "", 0],
    ["abc", "", 3],
    ["kitten", "sitting", 3],
    ["flaw", "lawn", 2],
    ["ab", "ba", 2],
  ])("of %s and %s is %d", (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
  });

  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });

  /** The edit distance by its recursive definition. */
  function definedDistance(a: string, b: string): number {
    if (a === "" || b === "") return a.length + b.length;
    const replaced = definedDistance(a.slice(1), b.slice(1)) + Number(a[0] !== b[0]);
    return Math.min(replaced, definedDistance(a.slice(1), b) + 1, definedDistance(a, b.slice(1)) + 1);
  }

  test("equals the recursive definition", () => {
    fc.assert(fc.property(word, word, (a, b) => distance(a, b) === definedDistance(a, b)));
  });
});
