/**
 * Converts the schema of a definition to the field schemas that built-in kinds use, for documentation, patches and
 * tables. Validation does not use the result: it uses the original schema.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { itemsOf, valuesOf } from "./schema-walk.ts";

/** Returns the field schema of a resource. It keeps the values of undeclared fields. */
export function resourceFieldSchema(schema: JSONSchemaProps): FieldSchema {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...own } = fieldsOf(schema);
  return {
    type: "object",
    "x-from-table": true,
    ...(schema.description ? { description: schema.description } : {}),
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: typeSchema("meta/v1.ObjectMeta"),
      ...mapValues(own, (field) => ({ ...field, "x-raw": true, "x-always": false, "x-null-is-value": true })),
    },
    additionalProperties: { "x-raw": true, "x-null-is-value": true },
  };
}

/** Allows members with any value. */
const anything = { additionalProperties: { "x-raw": true } } as const;

function fieldSchema(schema: JSONSchemaProps, isRequired: boolean): FieldSchema {
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  return {
    ...typeOf(schema),
    ...(schema.description ? { description: schema.description } : {}),
    ...(isRequired ? { "x-required": true } : {}),
    ...listNotes(schema),
    ...(items ? { items: fieldSchema(items, false) } : {}),
    ...(schema.properties ? { properties: fieldsOf(schema) } : {}),
    ...(values ? { additionalProperties: fieldSchema(values, false) } : {}),
    ...(keepsUnknown(schema) ? anything : {}),
    ...(schema["x-kubernetes-embedded-resource"] ? embeddedResourceSchema(schema) : {}),
    ...plainDefault(schema.default),
    ...enumOf(schema),
  };
}

/** Whether a schema keeps undeclared fields with any value. */
const keepsUnknown = (schema: JSONSchemaProps): boolean =>
  schema.type === "object" && schema["x-kubernetes-preserve-unknown-fields"] === true;

function fieldsOf({ properties = {}, required = [] }: JSONSchemaProps): Record<string, FieldSchema> {
  const requiredNames = new Set(required);
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    fieldSchema(property, requiredNames.has(name)),
  ]);
  return Object.fromEntries(entries) as Record<string, FieldSchema>;
}

/** Returns the default of a schema if it is a scalar. List keys, which need it, are never lists or maps. */
const plainDefault = (value: unknown): FieldSchema =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { "x-default": value } : {};

/** Returns the field schema of an embedded resource, with the fields that every resource has. */
function embeddedResourceSchema(schema: JSONSchemaProps): FieldSchema {
  const { metadata: _metadata, ...properties } = fieldsOf(schema);
  const text = { type: "string" } as const;
  return { properties: { apiVersion: text, kind: text, metadata: typeSchema("meta/v1.ObjectMeta"), ...properties } };
}

const plainTypes = ["object", "array", "string", "boolean", "number"] as const;

function typeOf(schema: JSONSchemaProps): FieldSchema {
  const { type = "", format } = schema;
  if (schema["x-kubernetes-int-or-string"]) return { "x-int-or-string": true };
  if (type === "integer") return { "x-int": format === "int32" ? 32 : 64 };
  const plain = plainTypes.find((each) => each === type);
  return plain
    ? { type: plain }
    : { "x-raw": true, ...(schema["x-kubernetes-preserve-unknown-fields"] ? anything : {}) };
}

const listTypes = ["atomic", "set", "map"] as const;

function listNotes(schema: JSONSchemaProps): FieldSchema {
  const { "x-kubernetes-list-type": given, "x-kubernetes-list-map-keys": keys } = schema;
  const mapType = schema["x-kubernetes-map-type"];
  const type = listTypes.find((each) => each === given);
  return {
    ...(type ? { "x-list-type": type } : {}),
    ...(keys ? { "x-list-map-keys": keys } : {}),
    ...(mapType === "atomic" || mapType === "granular" ? { "x-map-type": mapType } : {}),
  };
}

function enumOf({ enum: values = [] }: JSONSchemaProps): FieldSchema {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length > 0 && texts.length === values.length ? { enum: texts } : {};
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
