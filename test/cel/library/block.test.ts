import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { bindingsLibrary } from "../../../src/cel/library/bindings.ts";
import { blockLibrary } from "../../../src/cel/library/block.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { environmentOf, evaluateText } from "./evaluate-text.ts";

const libraries = [standardLibrary, bindingsLibrary, blockLibrary];
const environment = environmentOf(libraries);

test.each([
  ["cel.bind(a, 2, cel.bind(b, a + 1, a * b))", 6n],
  ["cel.bind(a, 1 / 0, true)", true],
  ["cel.block([1, cel.index(0) + 1], cel.index(0) + cel.index(1))", 3n],
  ["cel.block([cel.index(1) + 1, 1], cel.index(0))", 2n],
  ["cel.block([1 / 0, 2], cel.index(1))", 2n],
  ["cel.block([1 / 0], cel.index(0))", "error: division by zero"],
  ["cel.block([], 1)", 1n],
  ["cel.block([1], cel.block([2], cel.index(0)) + cel.index(0))", 3n],
  ["cel.block([1, 5], cel.block([2], cel.index(0) + cel.index(1)))", 7n],
  ["[1, 2].map(x, cel.block([x * 2], cel.index(0) + cel.index(0)))", [4n, 8n]],
  ["[1, 2].map(cel.iterVar(0, 0), [3].map(cel.iterVar(1, 0), cel.iterVar(0, 0) * cel.iterVar(1, 0)))", [[3n], [6n]]],
  ["cel.bind(cel.accuVar(0, 0), 1, cel.accuVar(0, 0) + 1)", 2n],
  ["cel.block([cel.index(0)], cel.index(0))", "error: no such attribute(s): @index0"],
  ["cel.block([cel.index(1), cel.index(0)], cel.index(0))", "error: no such attribute(s): @index0"],
  ["cel.index(3)", "error: no such attribute(s): @index3"],
])("%s", (text, expected) => {
  expect(evaluateText(text, { environment })).toEqual(expected);
});

test("a value that several expressions refer to is computed once", () => {
  const doubled = Array.from({ length: 29 }, (_, index) => `cel.index(${index}) + cel.index(${index})`);
  const text = `cel.block([${["1", ...doubled].join(", ")}], cel.index(29))`;
  expect(evaluateText(text, { environment })).toBe(2n ** 29n);
});

test("the values of a block may differ in type even if literals may not", () => {
  const strict = createEnvironment({ libraries, validateLiterals: true });
  expect(compile(strict, "cel.block([1, 'a', [cel.index(0), 'b']], cel.index(2))").issues).toEqual([]);
  expect(compile(strict, "[1, 'a']").issues).toHaveLength(1);
});
