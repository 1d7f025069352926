/** Schemas that were not decoded before: from files for `eval`, and from programs. */
import { expect, test } from "vitest";
import { compileExpression, evaluate } from "../../src/cel-kubernetes/evaluate.ts";
import type { StructuralSchema } from "../../src/cel-kubernetes/schema-types.ts";
import { maxSchemaDepth, readStructuralSchema } from "../../src/cel-kubernetes/structural-schema.ts";
import { inheritedNames } from "../fuzz/mutation.ts";

test("a valid schema is returned unchanged, without its nulls", () => {
  const properties = { a: { type: ["string", "null"], enum: [null], items: null }, b: { maxItems: 2n ** 53n } };
  const schema = {
    type: "object",
    properties,
    additionalProperties: false,
    "x-kubernetes-validations": [{ rule: "" }],
  };
  expect(readStructuralSchema(schema)).toEqual({
    ok: true,
    value: {
      ...schema,
      properties: { a: { type: ["string", "null"], enum: [null] }, b: { maxItems: 2 ** 53 } },
    },
  });
});

test.each([
  { schema: null, fault: "it must be a map" },
  { schema: [], fault: "it must be a map" },
  { schema: { type: "constructor" }, fault: "`type` must be one of array, boolean, integer, number, object, string" },
  {
    schema: { type: { toString: "x" } },
    fault: "`type` must be one of array, boolean, integer, number, object, string",
  },
  { schema: { properties: [] }, fault: "`properties` must be a map" },
  { schema: { properties: { a: 1 } }, fault: "`properties.a` must be a map" },
  { schema: { items: [{}] }, fault: "`items` must be a map" },
  { schema: { additionalProperties: "a" }, fault: "`additionalProperties` must be a map" },
  { schema: { items: { maxLength: -1 } }, fault: "`items.maxLength` must be a whole number from 0 on" },
  { schema: { maxItems: "3" }, fault: "`maxItems` must be a whole number from 0 on" },
  { schema: { enum: {} }, fault: "`enum` must be a list" },
  { schema: { nullable: "true" }, fault: "`nullable` must be true or false" },
  {
    schema: { "x-kubernetes-list-map-keys": [1] },
    fault: "`x-kubernetes-list-map-keys` must be a list, each item a string",
  },
])("$fault: $schema", ({ schema, fault }) => {
  expect(readStructuralSchema(schema)).toEqual({ ok: false, error: fault });
  const given = schema as unknown as StructuralSchema;
  expect(() => compileExpression("self", { environment: "crd", schema: given })).toThrow(/^schema/);
});

test("a schema that contains itself or has more than 500 levels is invalid; a shared schema is read once", () => {
  const nestedSchema = (levels: number): StructuralSchema =>
    Array.from({ length: levels }).reduce<StructuralSchema>((items) => ({ type: "array", items }), { type: "string" });
  const faultOf = (schema: StructuralSchema) => readStructuralSchema(schema).ok;
  expect(faultOf(nestedSchema(maxSchemaDepth))).toBe(true);
  expect(faultOf(nestedSchema(maxSchemaDepth + 1))).toBe(false);
  const own: { type: string; items?: object } = { type: "array" };
  own.items = own;
  expect(faultOf(own)).toBe(false);
  const shared = Array.from({ length: 60 }).reduce<StructuralSchema>(
    (each) => ({ type: "object", properties: { a: each, b: each } }),
    { type: "string" },
  );
  expect(faultOf(shared)).toBe(true);
});

test("fields may have the names of properties that every JavaScript object inherits", () => {
  const properties = Object.fromEntries(inheritedNames.map((name) => [name, { type: "integer" }]));
  const schema = { type: "object", properties };
  const input = { self: Object.fromEntries(inheritedNames.map((name) => [name, 1])) };
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    expect(evaluate(`self.${name} + 1`, { environment: "crd", schema, input })).toMatchObject({ ok: true, value: 2 });
  }
});

test("reading a value that does not fit the schema is an evaluation error", () => {
  const schema = { type: "object", properties: { min: { type: "integer" }, max: { type: "integer" } } };
  const evaluateOnSelf = (expression: string, self: unknown) =>
    evaluate(expression, { environment: "crd", schema, input: { self } });
  const message = "invalid data, expected int, got string";
  expect(evaluateOnSelf("self.min", { min: 1, max: "a" })).toMatchObject({ ok: true, value: 1 });
  expect(evaluateOnSelf("self.max + 1", { max: "a" })).toEqual({
    ok: false,
    error: { message, start: 0, end: 12 },
    cost: 0,
  });
  expect(evaluateOnSelf("self", { max: "a" })).toMatchObject({ ok: false, error: { message, start: 0, end: 4 } });
  expect(evaluateOnSelf("self", [])).toMatchObject({
    ok: false,
    error: { message: "invalid data, expected a map for the provided schema with type=object" },
  });
});

test.each<[schema: Record<string, unknown>, value: unknown, words: string]>([
  [{ type: "string" }, 5, "expected string, got int64"],
  [{ type: "number" }, true, "expected float, got bool"],
  [{ type: "integer" }, 1.5, "expected int, got float64"],
  [{ type: "integer" }, 2n ** 63n, "expected int, got float64"],
  [{ type: "boolean" }, [], "expected bool, got []interface {}"],
  [{ type: "array", items: { type: "string" } }, {}, "expected an array for the provided schema with type=array"],
  [{ "x-kubernetes-int-or-string": true }, 1.5, "expected XIntOrString value to be either a string or integer"],
])("a value that does not fit %o: %o", (field, value, words) => {
  const schema = { type: "object", properties: { f: field } };
  const result = evaluate("has(self.f) && self.f == self.f", {
    environment: "crd",
    schema,
    input: { self: { f: value } },
  });
  expect(result).toMatchObject({ ok: false, error: { message: `invalid data, ${words}` } });
});
