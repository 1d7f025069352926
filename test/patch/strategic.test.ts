import fc from "fast-check";
import { expect, test } from "vitest";
import type { PatchField, PatchSchema } from "../../src/patch/patch-schema.ts";
import { applyStrategicPatch } from "../../src/patch/strategic.ts";

const scalar: PatchSchema = { name: "string", field: () => undefined };

/** A type whose fields cover all patch strategies. */
const toy: PatchSchema = {
  name: "Toy",
  field: (name) => (Object.hasOwn(toyFields, name) ? toyFields[name] : undefined),
};

const toyFields: Readonly<Record<string, PatchField>> = {
  name: { strategies: [], value: scalar },
  inner: { strategies: [], value: toy },
  whole: { strategies: ["replace"], value: toy },
  retained: { strategies: ["retainKeys"], value: toy },
  items: { strategies: ["merge"], mergeKey: "name", value: toy, item: toy },
  keyless: { strategies: ["merge"], value: toy, item: toy },
  volumes: { strategies: ["merge", "retainKeys"], mergeKey: "name", value: toy, item: toy },
  texts: { strategies: ["merge"], value: scalar, item: scalar },
  plain: { strategies: [], value: toy, item: toy },
  free: { strategies: [], value: scalar },
};

interface Row {
  readonly name: string;
  readonly original: Record<string, unknown>;
  readonly patch: Record<string, unknown>;
  readonly expected: Record<string, unknown>;
}

const item = (name: string, value?: number) => (value === undefined ? { name } : { name, value });

test.each<Row>([
  {
    name: "fields are set, changed and removed",
    original: { a: 1, b: 2 },
    patch: { a: 3, b: null, c: 4, d: null },
    expected: { a: 3, c: 4 },
  },
  {
    name: "objects are merged",
    original: { inner: { a: 1, inner: { b: 1 } } },
    patch: { inner: { inner: { c: null, d: 1 } } },
    expected: { inner: { a: 1, inner: { b: 1, d: 1 } } },
  },
  {
    name: "an object with the strategy replace is not merged",
    original: { whole: { a: 1 } },
    patch: { whole: { b: 1 } },
    expected: { whole: { b: 1 } },
  },
  {
    name: "nulls in a new object are dropped, also in its lists",
    original: {},
    patch: { inner: { a: null, plain: [{ b: null, c: 1 }] } },
    expected: { inner: { plain: [{ c: 1 }] } },
  },
  {
    name: "a value of another type replaces the old one",
    original: { inner: "text", texts: { a: 1 } },
    patch: { inner: { a: 1, b: null }, texts: ["x"] },
    expected: { inner: { a: 1 }, texts: ["x"] },
  },
  {
    name: "$patch: replace of an object",
    original: { inner: { a: 1, b: 1 } },
    patch: { inner: { $patch: "replace", b: 2 } },
    expected: { inner: { b: 2 } },
  },
  {
    name: "$patch: delete of an object leaves it empty",
    original: { inner: { a: 1 } },
    patch: { inner: { $patch: "delete" } },
    expected: { inner: {} },
  },
  {
    name: "directives for absent values are dropped",
    original: { free: 1 },
    patch: {
      inner: { $patch: "delete" },
      free: { $patch: "replace" },
      items: [{ $patch: "delete", name: "a" }, item("b")],
      retained: { inner: { $patch: "delete" } },
    },
    expected: { items: [item("b")], retained: {} },
  },
  {
    name: "lists without a strategy are replaced",
    original: { plain: [item("a")] },
    patch: { plain: [item("b")] },
    expected: { plain: [item("b")] },
  },
  {
    name: "lists are merged by key, with new items of the patch first",
    original: { items: [item("a", 1), item("b", 1)] },
    patch: { items: [item("c", 1), { name: "b", value: 2, other: null }] },
    expected: { items: [item("c", 1), item("a", 1), item("b", 2)] },
  },
  {
    name: "$patch: delete of an item",
    original: { items: [item("a"), item("b"), item("c")] },
    patch: {
      items: [
        { $patch: "delete", name: "b" },
        { $patch: "delete", name: "x" },
      ],
    },
    expected: { items: [item("a"), item("c")] },
  },
  {
    name: "an item that is deleted and added again",
    original: { items: [item("a"), item("b", 1), item("c")] },
    patch: {
      items: [
        { $patch: "delete", name: "b" },
        { name: "b", other: 2 },
      ],
    },
    expected: { items: [{ name: "b", other: 2 }, item("a"), item("c")] },
  },
  {
    name: "$patch: replace of a list",
    original: { items: [item("a"), item("b")] },
    patch: { items: [item("c"), { $patch: "replace" }] },
    expected: { items: [item("c")] },
  },
  {
    name: "lists of scalars are merged",
    original: { texts: ["a", "b"] },
    patch: { texts: ["c", "a"] },
    expected: { texts: ["c", "a", "b"] },
  },
  {
    name: "$deleteFromPrimitiveList",
    original: { texts: ["a", "b", "c"] },
    patch: { "$deleteFromPrimitiveList/texts": ["a", "c", "x"] },
    expected: { texts: ["b"] },
  },
  {
    name: "$deleteFromPrimitiveList for an absent list and for a value that is not a list",
    original: { name: "a" },
    patch: { "$deleteFromPrimitiveList/texts": ["a"], "$deleteFromPrimitiveList/name": ["a"] },
    expected: { name: "a" },
  },
  {
    name: "an item that a patch both adds and deletes is deleted",
    original: { texts: ["a"] },
    patch: { "$deleteFromPrimitiveList/texts": ["b"], texts: ["b", "c"] },
    expected: { texts: ["c", "a"] },
  },
  {
    name: "$setElementOrder sorts the items that it names; the others keep their positions",
    original: { items: [item("a"), item("b"), item("c"), item("d")] },
    patch: { "$setElementOrder/items": [item("d"), item("b"), item("e")], items: [item("e", 1)] },
    expected: { items: [item("a"), item("c"), item("d"), item("b"), item("e", 1)] },
  },
  {
    name: "$setElementOrder without a list in the patch",
    original: { items: [item("a"), item("b")], texts: ["x", "y", "z"] },
    patch: { "$setElementOrder/items": [item("b"), item("a")], "$setElementOrder/texts": ["z", "x"] },
    expected: { items: [item("b"), item("a")], texts: ["y", "z", "x"] },
  },
  {
    name: "$setElementOrder of an absent list",
    original: {},
    patch: { "$setElementOrder/texts": ["b", "a"], texts: ["b", "a"], "$setElementOrder/items": [] },
    expected: { texts: ["b", "a"] },
  },
  {
    name: "$setElementOrder together with a deletion",
    original: { items: [item("a"), item("b"), item("c")] },
    patch: { "$setElementOrder/items": [item("c"), item("a")], items: [{ $patch: "delete", name: "b" }] },
    expected: { items: [item("c"), item("a")] },
  },
  {
    name: "$setElementOrder of a replaced list",
    original: { plain: ["a"] },
    patch: { "$setElementOrder/plain": ["c", "b"], plain: ["c", "b"] },
    expected: { plain: ["c", "b"] },
  },
  {
    name: "$retainKeys keeps only what it lists",
    original: { retained: { name: "a", inner: { a: 1 }, texts: [] } },
    patch: { retained: { $retainKeys: ["name", "inner"], inner: { b: 1 } } },
    expected: { retained: { name: "a", inner: { a: 1, b: 1 } } },
  },
  {
    name: "$retainKeys in the item of a list",
    original: { volumes: [{ name: "v", emptyDir: 1 }] },
    patch: { volumes: [{ $retainKeys: ["name", "secret"], name: "v", secret: 1 }] },
    expected: { volumes: [{ name: "v", secret: 1 }] },
  },
  {
    name: "$patch: replace at the root",
    original: { a: 1 },
    patch: { $patch: "replace", b: 1 },
    expected: { b: 1 },
  },
])("$name", ({ original, patch, expected }) => {
  const before = structuredClone({ original, patch });
  expect(applyStrategicPatch(original, patch, toy)).toEqual({ ok: true, value: expected });
  expect({ original, patch }).toEqual(before);
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, string, string]>([
  [
    "$patch: merge",
    {},
    { $patch: "merge", a: 1 },
    "unexpected",
    "unknown patch type: merge in map: map[$patch:merge a:1]",
  ],
  ["$patch with a number", { inner: {} }, { inner: { $patch: 1 } }, "unexpected", "unknown patch type: 1"],
  [
    "$patch: merge in a list",
    { items: [] },
    { items: [{ $patch: "merge" }] },
    "unexpected",
    "merging lists cannot yet",
  ],
  ["an unknown $patch in a list", { items: [] }, { items: [{ $patch: "x" }] }, "unexpected", "unknown patch type: x"],
  [
    "an item without its merge key",
    { items: [item("a")] },
    { items: [{ value: 1 }] },
    "unexpected",
    "does not contain declared merge key: name",
  ],
  [
    "a deletion without the merge key",
    { items: [] },
    { items: [{ $patch: "delete" }] },
    "unexpected",
    "map[$patch:delete] does not",
  ],
  [
    "a list without a declared merge key",
    { keyless: [{ a: 1 }] },
    { keyless: [{ a: 2 }] },
    "unexpected",
    "cannot merge lists without merge key",
  ],
  [
    "$setElementOrder for objects without a merge key",
    { plain: [item("a")] },
    { plain: [], "$setElementOrder/plain": [] },
    "unexpected",
    "map[name:a] does not contain declared merge key: ",
  ],
  ["a list of lists", { texts: [["a"]] }, { texts: [["b"]] }, "inapplicable", "lists of lists are not supported"],
  ["items of different types", { texts: ["a"] }, { texts: [1] }, "unexpected", "list element types are not identical"],
  ["a null item", { texts: ["a"] }, { texts: [null] }, "unexpected", "null in a list"],
  ["$retainKeys that is not a list", {}, { $retainKeys: 1 }, "malformed", "invalid patch format of retainKeys"],
  [
    "$retainKeys that lacks a field of the patch",
    {},
    { $retainKeys: [], a: 1 },
    "malformed",
    "invalid patch format of retainKeys",
  ],
  [
    "$setElementOrder without a field",
    {},
    { $setElementOrder: [] },
    "malformed",
    "invalid patch format of setElementOrder list",
  ],
  [
    "$setElementOrder that is not a list",
    {},
    { "$setElementOrder/items": null },
    "unexpected",
    "expected a []interface {}, but received a %!s(<nil>)",
  ],
  [
    "$deleteFromPrimitiveList without a field",
    {},
    { $deleteFromPrimitiveList: [] },
    "malformed",
    "invalid patch format of primitive list",
  ],
  [
    "items in another order than $setElementOrder",
    { texts: [] },
    { "$setElementOrder/texts": ["a", "b"], texts: ["b", "a"] },
    "unexpected",
    "The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n",
  ],
  [
    "$setElementOrder without an item of the patch",
    { texts: [] },
    { "$setElementOrder/texts": ["a"], texts: [] },
    "unexpected",
    "no elements in any of the given slices",
  ],
  [
    "objects in a field without a type",
    { free: { a: {} } },
    { free: { a: {} } },
    "unexpected",
    'unable to find api field in struct string for the json field "a"',
  ],
  ["a list in a field that is not a list", { inner: [] }, { inner: [] }, "unexpected", "expected slice or array type"],
  [
    "$setElementOrder of a value that is not an object",
    { items: [item("a")] },
    { "$setElementOrder/items": ["a"] },
    "unexpected",
    "expected a map[string]interface {}, but received a string",
  ],
  ["an unknown field", { unknown: {} }, { unknown: {} }, "unexpected", 'in struct Toy for the json field "unknown"'],
])("%s", (_name, original, patch, reason, error) => {
  expect(applyStrategicPatch(original, patch, toy)).toEqual({
    ok: false,
    error: { reason, message: expect.stringContaining(error) },
  });
});

test("members named __proto__ are treated like any others", () => {
  const patch = JSON.parse('{"__proto__": {"a": 1}, "inner": {"__proto__": 2}}');
  const outcome = applyStrategicPatch({ inner: {} }, patch, toy);
  expect(JSON.stringify(outcome.ok && outcome.value)).toBe('{"inner":{"__proto__":2},"__proto__":{"a":1}}');
});

test("long lists are merged in linear time", () => {
  const count = 20_000;
  const items = (from: number, value: number) =>
    Array.from({ length: count }, (_, index) => item(`i${from + index}`, value));
  const texts = (from: number) => Array.from({ length: count }, (_, index) => `t${from + index}`);
  const outcome = applyStrategicPatch(
    { items: items(0, 1), texts: texts(0), whole: { items: items(0, 1) } },
    {
      items: [...items(count / 2, 2), ...texts(0).map((_, index) => ({ $patch: "delete", name: `i${index * 4}` }))],
      "$deleteFromPrimitiveList/texts": texts(count / 2),
      "$setElementOrder/items": items(count / 2, 2).map(({ name }) => ({ name })),
    },
    toy,
  );
  expect(outcome).toMatchObject({ ok: true, value: { texts: texts(0).slice(0, count / 2) } });
  const merged = (outcome.ok ? outcome.value["items"] : []) as readonly { name: string; value: number }[];
  expect(merged.filter(({ value }) => value === 2)).toHaveLength(count);
});

test("every patch has a result and changes neither the object nor the patch", () => {
  const directives = fc.constantFrom(
    "$patch",
    "$retainKeys",
    "$setElementOrder/items",
    "$deleteFromPrimitiveList/texts",
  );
  const key = fc.oneof(directives, fc.constantFrom(...Object.keys(toyFields)));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(null, 1, 1.5, "a", "b", true, "delete", "replace"),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const object = fc.dictionary(key, value, { maxKeys: 5 });
  fc.assert(
    fc.property(object, object, (original, patch) => {
      const before = structuredClone({ original, patch });
      expect(applyStrategicPatch(original, patch, toy)).toHaveProperty("ok");
      expect({ original, patch }).toEqual(before);
    }),
    { numRuns: 1000 },
  );
});
