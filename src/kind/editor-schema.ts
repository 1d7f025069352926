/**
 * The JSON Schema that editors use for completion and validation: the authored schema without clustervet's keywords.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { fieldDescription } from "./field-documentation.ts";
import { apiVersionOf, type Kind, namesOf, versionsIn } from "./kind.ts";

/** Returns the JSON Schema for an editor. @param of - the kind that determines the values of `apiVersion` and `kind` */
export function editorSchema(title: string, schema: FieldSchema, of?: { domain: string; kind: Kind }): object {
  const definitions: Definitions = new Map();
  const plain = structSchema(schema, definitions);
  const properties = { ...(plain["properties"] as Record<string, object>) };
  if (of) {
    const readable = versionsIn(of.domain, of.kind);
    const versions = schema["x-from-table"]
      ? readable.filter((version) => shapeText(version.schema) === shapeText(schema))
      : readable;
    properties["apiVersion"] = { enum: versions.map((version) => apiVersionOf(of.kind, version, of.domain)) };
    properties["kind"] = { enum: [...new Set(versions.flatMap((version) => namesOf(of.kind, version)))] };
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...(of ? { description: of.kind.description } : {}),
    ...plain,
    properties,
    ...(definitions.size > 0
      ? { $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))) }
      : {}),
  };
}

/**
 * Returns a text that is equal for versions with the same fields: it ignores the versions in type names and the order
 * of members.
 */
function shapeText(schema: FieldSchema): string {
  const definitions: Definitions = new Map();
  const text = JSON.stringify([structSchema(schema, definitions), Object.fromEntries(definitions)]);
  const withoutVersions = text.replaceAll(/("|#\/\$defs\/)([\w-]+)(?:\/|~1)v\w+\.(?=\w+")/g, "$1$2.");
  return JSON.stringify(JSON.parse(withoutVersions), sortMembers);
}

const sortMembers = (_key: string, value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Named types, which `$defs` contains once each. */
type Definitions = Map<string, Record<string, unknown>>;

function plainSchema(
  schema: FieldSchema,
  definitions: Definitions,
  description = schema.description,
): Record<string, unknown> {
  const name = schema["x-type"];
  if (name === undefined || schema.enum) return structSchema(schema, definitions, description);
  if (!definitions.has(name)) {
    definitions.set(name, {});
    const { description: _, ...shape } = schema;
    definitions.set(name, structSchema(shape, definitions));
  }
  const reference = { $ref: `#/$defs/${name.replaceAll("/", "~1")}` };
  return description ? { description, ...reference } : reference;
}

function structSchema(
  schema: FieldSchema,
  definitions: Definitions,
  description = schema.description,
): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  if (description) plain["description"] = description;
  if (schema["x-int"] || schema["x-uint"]) plain["type"] = "integer";
  else if (schema["x-int-or-string"]) plain["type"] = ["integer", "string"];
  else if (schema["x-duration-or-nanos"]) plain["type"] = ["integer", "string"];
  else if (schema["x-quantity"]) plain["type"] = ["string", "number"];
  else if (schema.type) plain["type"] = schema.type;
  if (schema.enum) plain["enum"] = schema.enum;
  if (schema.format === "go-duration") plain["pattern"] = "^[+-]?(0|([0-9]*\\.?[0-9]*(ns|us|µs|ms|s|m|h))+)$";
  if (schema.format?.startsWith("rfc3339-")) plain["format"] = "date-time";
  if (schema.format === "base64") plain["contentEncoding"] = "base64";
  if (schema.items) plain["items"] = plainSchema(schema.items, definitions);
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    plain["properties"] = Object.fromEntries(
      fields.map(([name, field]) => [name, plainSchema(field, definitions, fieldDescription(schema, name, field))]),
    );
    const required = fields.filter(([, field]) => field["x-required"]).map(([name]) => name);
    if (required.length > 0) plain["required"] = required;
  }
  const rest = schema.additionalProperties;
  if (rest !== undefined)
    plain["additionalProperties"] = typeof rest === "boolean" ? rest : plainSchema(rest, definitions);
  return plain;
}
