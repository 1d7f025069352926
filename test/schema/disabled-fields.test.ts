import { expect, test } from "vitest";
import { createGateLookup, disabledMessage, dropDisabledFields } from "../../src/schema/disabled-fields.ts";
import { field, flag, list, struct, text } from "../../src/schema/fields.ts";

const partSchema = struct({ mode: text(), size: text() });
const schema = struct({
  name: text(),
  fast: flag({ "x-gate": "Fast" }),
  both: text({ "x-gate": "Fast,Far" }),
  deep: field(struct({ far: text({ "x-gate": "Far" }), name: text() }), { "x-gate": "Deep" }),
  part: field(partSchema, { "x-gate": "Part", "x-gate-part": "mode" }),
  items: list(struct({ far: text({ "x-gate": "Far" }), name: text() })),
});

test("a field is found in a recursive schema, regardless of which part was visited first", () => {
  const far = text({ "x-gate": "Far" });
  const inner: { type: "object"; properties: Record<string, unknown> } = { type: "object", properties: {} };
  const outer = { type: "object", properties: { inner, plain: { type: "object", properties: { name: text() } } } };
  inner.properties = { more: { type: "object", properties: { inner } }, far };
  const lookupFor = (held: object) => createGateLookup(outer as never, () => false, held);
  const gates = (held: object) =>
    dropDisabledFields(held, outer as never, lookupFor({})).map(({ path }) => path.join("."));
  expect(gates({ plain: { name: "a" } })).toEqual([]);
  expect(gates({ inner: { more: { inner: { far: "a", more: {} } } } })).toEqual(["inner.more.inner.far"]);
  expect(gates({ inner: { far: "a" }, plain: {} })).toEqual(["inner.far"]);
});

test.each<{ on?: string; stored?: object; object: object; left: object; dropped: readonly string[] }>([
  { object: { name: "a" }, left: { name: "a" }, dropped: [] },
  { object: { fast: true, name: "a" }, left: { name: "a" }, dropped: ["fast Fast"] },
  { object: { fast: false }, left: {}, dropped: ["fast Fast"] },
  { object: { fast: null }, left: { fast: null }, dropped: [] },
  { on: "Fast", object: { fast: true }, left: { fast: true }, dropped: [] },
  { on: "Fast", object: { both: "a" }, left: {}, dropped: ["both Far"] },
  { on: "Far", object: { both: "a" }, left: {}, dropped: ["both Fast"] },
  { on: "Fast,Far", object: { both: "a" }, left: { both: "a" }, dropped: [] },
  { object: { deep: { far: "a", name: "b" } }, left: {}, dropped: ["deep Deep"] },
  { on: "Deep", object: { deep: { far: "a", name: "b" } }, left: { deep: { name: "b" } }, dropped: ["deep.far Far"] },
  { object: { part: { mode: "a" } }, left: {}, dropped: ["part Part"] },
  { object: { part: { mode: "", size: "a" } }, left: { part: { mode: "", size: "a" } }, dropped: [] },
  { object: { part: { size: "a" } }, left: { part: { size: "a" } }, dropped: [] },
  {
    object: { items: [{ name: "a" }, { far: "b" }, { far: "c", name: "d" }] },
    left: { items: [{ name: "a" }, {}, { name: "d" }] },
    dropped: ["items.1.far Far", "items.2.far Far"],
  },
  { stored: {}, object: { fast: true }, left: {}, dropped: ["fast Fast"] },
  { stored: { fast: false }, object: { fast: true }, left: { fast: true }, dropped: [] },
  { stored: { deep: {} }, object: { deep: { far: "a" } }, left: { deep: {} }, dropped: ["deep.far Far"] },
  {
    stored: { items: [{ far: "b" }] },
    object: { items: [{ far: "a" }] },
    left: { items: [{ far: "a" }] },
    dropped: [],
  },
])("$object over $stored with the gates $on loses $dropped", ({ on = "", stored, object, left, dropped }) => {
  const gateOf = createGateLookup(schema, (gate) => on.split(",").includes(gate), stored);
  const value = structuredClone(object);
  expect(dropDisabledFields(value, schema, gateOf).map(({ path, gate }) => `${path.join(".")} ${gate}`)).toEqual(
    dropped,
  );
  expect(value).toEqual(left);
});

test("the message says that kube-apiserver drops the field", () => {
  expect(disabledMessage("Fast")).toBe("the API server drops this field: the feature gate Fast is off");
});
