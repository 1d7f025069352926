import { expect, test } from "vitest";
import { semanticEqual } from "../../src/schema/semantic-equal.ts";

test.each([
  { a: { x: 1 }, b: { x: 1 }, expected: true },
  { a: { x: 1 }, b: { x: 2 }, expected: false },
  { a: { x: [] }, b: {}, expected: true },
  { a: { x: { y: "" } }, b: undefined, expected: true },
  { a: { x: false }, b: {}, expected: true },
  { a: { x: true }, b: {}, expected: false },
  { a: [1, 2], b: [2, 1], expected: false },
  { a: [{}], b: [], expected: false },
  { a: 10n, b: 10n, expected: true },
  { a: { x: {} }, b: { x: [] }, expected: true },
])("$a and $b: $expected", ({ a, b, expected }) => {
  expect(semanticEqual(a, b)).toBe(expected);
  expect(semanticEqual(b, a)).toBe(expected);
});
