/** Values of custom resources as validation rules see them. */
import { expect, test } from "vitest";
import { equate } from "../../src/cel/eval/equality.ts";
import { toJson } from "../../src/cel/eval/json.ts";
import { CelError, IdentityList, type Value } from "../../src/cel/types/values.ts";
import { schemaValue } from "../../src/cel-kubernetes/schema-values.ts";

const schema = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
  items: { type: "object", properties: { k: { type: "string" }, v: { type: "integer" } } },
};

const item = (k: string, v: number) => ({ k, v });

test.each([
  {
    to: [item("a", 1), item("b", 2)],
    add: [item("c", 3), item("a", 4)],
    sum: [item("a", 4), item("b", 2), item("c", 3)],
  },
  { to: [item("a", 1), item("a", 2)], add: [item("a", 1), item("a", 2)], sum: [item("a", 1), item("a", 2)] },
  { to: [item("a", 1)], add: [item("b", 2), item("b", 3)], sum: [item("a", 1), item("b", 2), item("b", 3)] },
])("items of keyed lists are added where kube-apiserver puts them: $to + $add", ({ to, add, sum }) => {
  const list = schemaValue(to, schema, false);
  const joined =
    list instanceof IdentityList ? list.joinedWith(schemaValue(add, schema, false) as readonly Value[]) : null;
  expect(toJson(joined as Value)).toEqual(sum);
});

/** Expectations recorded from kube-apiserver 1.37.1, which evaluates rules on values like these. */
test.each([
  { json: [1, 2], of: { type: "array", items: { type: "integer" } } },
  { json: ["a"], of: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } } },
  { json: [item("a", 1)], of: schema },
  { json: { a: 1 }, of: { type: "object", additionalProperties: { type: "integer" } } },
])("$json can only be compared with values of its type", ({ json, of }) => {
  const self = schemaValue(json, of, false);
  expect(equate(self, 1n)).toBeInstanceOf(CelError);
  expect(equate(self, "a")).toBeInstanceOf(CelError);
  expect(equate(self, null)).toBe(false);
  expect(equate(1n, self)).toBe(false);
  expect(equate(self, schemaValue(json, of, false))).toBe(true);
});

/**
 * Expectations recorded from kube-apiserver 1.37.1, which evaluates rules on invalid values that an update may keep.
 */
test("an item of the wrong type is an error only if the expression reads it", () => {
  for (const type of ["set", "atomic"]) {
    const of = { type: "array", "x-kubernetes-list-type": type, items: { type: "integer" } };
    const self = schemaValue([6, {}, null], of, false) as readonly Value[];
    expect(self.length).toBe(3);
    expect(self[0]).toBe(6n);
    expect(() => self[1]).toThrow("invalid data, expected int, got map[string]interface {}");
    expect(() => self[2]).toThrow("invalid data, got null for schema with nullable=false");
  }
});

test("comparing objects does not read a field that only one of them has", () => {
  const of = { type: "object", properties: { b: { type: "number" }, c: { type: "string" } } };
  const [self, oldSelf] = [{ c: "x" }, { b: "" }].map((json) => schemaValue(json, of, false));
  expect(equate(oldSelf as Value, self as Value)).toBe(false);
});

test("values are read as JSON: dates are texts, undefined fields are absent", () => {
  const time = { type: "string", format: "date-time" };
  const of = { type: "object", properties: { at: time, on: { type: "array", items: time }, off: time } };
  const self = schemaValue({ at: new Date(0), on: [new Date(0)], off: undefined }, of, false);
  const stored = schemaValue({ at: "1970-01-01T00:00:00Z", on: ["1970-01-01T00:00:00Z"] }, of, false);
  expect(toJson(self)).toEqual({ at: "1970-01-01T00:00:00Z", on: ["1970-01-01T00:00:00Z"] });
  expect(equate(self, stored)).toBe(true);
  expect(equate(stored, self)).toBe(true);
});
