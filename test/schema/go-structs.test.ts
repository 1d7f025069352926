import { expect, test } from "vitest";
import { field, list, raw, struct, text } from "../../src/schema/fields.ts";
import { fillStructs } from "../../src/schema/go-structs.ts";

const inner = struct({ name: text(), deeper: struct({ a: text() }) });
const schema = struct({
  held: inner,
  pointed: field(inner, { "x-pointer": true }),
  items: list(inner),
  any: raw(),
});

test.each([
  { name: "an absent struct", value: {}, expected: { held: { deeper: {} } } },
  { name: "a struct that is there", value: { held: { name: "x" } }, expected: { held: { name: "x", deeper: {} } } },
  {
    name: "behind a pointer that is there",
    value: { held: { deeper: {} }, pointed: {} },
    expected: { held: { deeper: {} }, pointed: { deeper: {} } },
  },
  {
    name: "the items of a list",
    value: { held: { deeper: {} }, items: [{ name: "x" }] },
    expected: { held: { deeper: {} }, items: [{ name: "x", deeper: {} }] },
  },
  { name: "nothing in what is kept as it is", value: { any: {} }, expected: { any: {}, held: { deeper: {} } } },
])("$name", ({ value, expected }) => {
  const object: unknown = structuredClone(value);
  fillStructs(object, schema);
  expect(object).toEqual(expected);
});
