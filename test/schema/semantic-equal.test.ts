import { expect, test } from "vitest";
import { field, flag, list, struct, text } from "../../src/schema/fields.ts";
import { withoutZeros } from "../../src/schema/go-values.ts";
import { alignQuantities, semanticEqual } from "../../src/schema/semantic-equal.ts";
import { mapOf, quantity } from "./further-fields.ts";

/** Pairs of values without a schema. */
const pairs: readonly { readonly a: unknown; readonly b: unknown; readonly expected: boolean }[] = [
  { a: { x: 1 }, b: { x: 1 }, expected: true },
  { a: { x: 1 }, b: { x: 2 }, expected: false },
  { a: { x: [] }, b: {}, expected: true },
  { a: { x: null }, b: {}, expected: true },
  { a: { x: null }, b: { x: [] }, expected: true },
  { a: { x: "" }, b: {}, expected: false },
  { a: { x: 0 }, b: {}, expected: false },
  { a: { x: false }, b: {}, expected: false },
  { a: { x: {} }, b: {}, expected: false },
  { a: [1, 2], b: [2, 1], expected: false },
  { a: [{}], b: [], expected: false },
  { a: [{ x: [] }], b: [{}], expected: true },
  { a: 10n, b: 10n, expected: true },
  { a: { constructor: 1 }, b: {}, expected: false },
];

test.each(pairs)("$a and $b: $expected", ({ a, b, expected }) => {
  expect(semanticEqual(a, b)).toBe(expected);
  expect(semanticEqual(b, a)).toBe(expected);
});

const pointer = { "x-pointer": true } as const;
const schema = struct({
  held: text(),
  pointed: flag(pointer),
  part: struct({ name: text() }),
  pointedPart: field(struct({ name: text() }), pointer),
  labels: mapOf(text()),
  size: quantity(pointer),
  sizes: mapOf(quantity()),
  items: list(struct({ size: quantity() })),
  names: list(text()),
});

test.each([
  { a: { held: "" }, b: {}, expected: true },
  { a: { part: { name: "" } }, b: {}, expected: true },
  { a: { labels: {} }, b: { names: [] }, expected: true },
  { a: { pointed: false }, b: {}, expected: false },
  { a: { pointedPart: {} }, b: {}, expected: false },
  { a: { pointedPart: {} }, b: { pointedPart: { name: "" } }, expected: true },
  { a: { labels: { a: "" } }, b: {}, expected: false },
  { a: { size: "1Gi" }, b: { size: "1073741824" }, expected: true },
  { a: { size: "0" }, b: {}, expected: false },
  { a: { sizes: { cpu: "1k", memory: "1" } }, b: { sizes: { cpu: "1e3", memory: "1" } }, expected: true },
  { a: { sizes: { cpu: "1k" } }, b: { sizes: { cpu: "1001" } }, expected: false },
  { a: { items: [{ size: "1Mi" }] }, b: { items: [{ size: "1048576" }] }, expected: true },
  { a: { names: ["1k"] }, b: { names: ["1e3"] }, expected: false },
])("$a and $b with a schema: $expected", ({ a, b, expected }) => {
  const equal = (left: unknown, right: unknown): boolean => {
    const [held, stored] = [withoutZeros(left, schema), withoutZeros(right, schema)];
    return semanticEqual(held, alignQuantities(stored, held, schema));
  };
  expect(equal(a, b)).toBe(expected);
  expect(equal(b, a)).toBe(expected);
});

test("a value without equal quantities is returned without a copy", () => {
  const stored = { sizes: { cpu: "1" }, items: [] };
  expect(alignQuantities(stored, { sizes: { cpu: "2" } }, schema)).toBe(stored);
});
