import { expect, test } from "vitest";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { schemaIn } from "../../src/schema/release-schema.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

const text: FieldSchema = { type: "string" };

test("the same schema is returned if the release has all of its fields", () => {
  const schema: FieldSchema = { type: "object", properties: { a: text, b: { ...text, "x-since": "1.31" } } };
  expect(schemaIn(schema, "1.31")).toBe(schema);
  expect(schemaIn(schema, "1.37")).toBe(schema);
});

test.each([
  { release: "1.30", fields: ["always", "gone"] },
  { release: "1.31", fields: ["always", "gone", "new"] },
  { release: "1.32", fields: ["always", "gone", "new"] },
  { release: "1.33", fields: ["always", "new"] },
])("fields of $release", ({ release, fields }) => {
  const properties = { always: text, gone: { ...text, "x-until": "1.33" }, new: { ...text, "x-since": "1.31" } };
  const inside: FieldSchema = { type: "object", properties };
  const schema: FieldSchema = {
    type: "object",
    properties: {
      direct: inside,
      list: { type: "array", items: inside },
      map: { type: "object", additionalProperties: inside },
    },
  };
  const { direct, list, map } = schemaIn(schema, release).properties ?? {};
  for (const each of [direct, list?.items, map?.additionalProperties as FieldSchema]) {
    expect(Object.keys(each?.properties ?? {})).toEqual(fields);
  }
  // The given schema does not change.
  expect(Object.keys(inside.properties ?? {})).toEqual(["always", "gone", "new"]);
});

test("enumeration values of later releases are dropped", () => {
  const schema: FieldSchema = { type: "string", enum: ["a", "b", "c"], "x-enum-since": { b: "1.31", c: "1.35" } };
  expect(schemaIn(schema, "1.34")).toEqual({ type: "string", enum: ["a", "b"], "x-enum-since": { b: "1.31" } });
  expect(schemaIn(schema, "1.35")).toBe(schema);
});

test("a recursive schema may have a field that is dropped, or none", () => {
  const properties: Record<string, FieldSchema> = { late: { ...text, "x-since": "1.37" } };
  const schema: FieldSchema = { type: "object", properties };
  properties["child"] = schema;
  const found = schemaIn(schema, "1.36");
  expect(Object.keys(found.properties ?? {})).toEqual(["child"]);
  expect(found.properties?.["child"]).toBe(found);
  const definition = typeSchema("apiextensions/v1.JSONSchemaProps");
  expect(schemaIn(definition, "1.37")).toBe(definition);
});

test("only one of two schemas with a shared part changes if only that one has a later field", () => {
  const shared: FieldSchema = { type: "object", properties: { a: text } };
  const late: FieldSchema = { type: "object", properties: { shared, late: { ...text, "x-since": "1.37" } } };
  const other: FieldSchema = { type: "object", properties: { shared } };
  expect(schemaIn({ type: "object", properties: { late, other } }, "1.36").properties?.["other"]).toBe(other);
  expect(schemaIn(other, "1.36")).toBe(other);
  expect(Object.keys(schemaIn(late, "1.36").properties ?? {})).toEqual(["shared"]);
});
