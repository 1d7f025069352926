/**
 * The schema of a definition in the vocabulary of the kinds, for documentation, and for what patches and tables ask. It
 * does not decide what is valid: that is for the schema itself.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { itemsOf, valuesOf } from "./schema-walk.ts";

/** The shape of a resource; whatever its fields hold is kept as it is. */
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

/** Members that may be anything. */
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
    ...(schema["x-kubernetes-embedded-resource"] ? embedded(schema) : {}),
    ...plainDefault(schema.default),
    ...enumOf(schema),
  };
}

/** Fields apart from the declared ones are kept, whatever they hold. */
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

/** Lists and maps are no keys. */
const plainDefault = (value: unknown): FieldSchema =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { "x-default": value } : {};

/** A resource in a resource has what every resource has. */
function embedded(schema: JSONSchemaProps): FieldSchema {
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
