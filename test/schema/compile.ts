/**
 * Translates schemas for Ajv, to compare its errors with those of decoding.
 *
 * @module
 */
import { Ajv, type ValidateFunction } from "ajv";
import { type FieldSchema, refusesNull } from "../../src/schema/decode-schema.ts";
import { ajvOptions, keywords } from "./ajv.ts";

const ajv = new Ajv(ajvOptions);
for (const keyword of keywords) ajv.addKeyword(keyword);

export function compileSchema(schema: FieldSchema): ValidateFunction {
  return ajv.compile(decodeSchema(schema));
}

/** Ids of types by their fields: many kinds share a type, and some types are recursive. */
const ids = new Map<object, string>();

function referenceTo(properties: Readonly<Record<string, FieldSchema>>): object {
  const known = ids.get(properties);
  if (known !== undefined) return { $ref: known };
  const id = `type-${ids.size}`;
  ids.set(properties, id);
  const fields = Object.entries(properties).map(([name, field]) => [name, decodeSchema(field)]);
  const type = { type: ["object", "null"], properties: Object.fromEntries(fields), additionalProperties: false };
  ajv.addSchema({ $id: id, ...type });
  return { $ref: id };
}

/**
 * Translates a schema. Go decoding has no required fields, and an empty string means absent unless the field is a
 * pointer.
 */
function decodeSchema(schema: FieldSchema): object {
  if (schema["x-raw"]) return {};
  if (schema["x-int"]) return { "x-int": schema["x-int"] };
  if (schema["x-uint"]) return { "x-uint": schema["x-uint"] };
  if (schema["x-int-or-string"]) return { "x-int-or-string": true };
  if (schema["x-duration-or-nanos"]) return { "x-duration-or-nanos": true };
  if (schema.type === "number") return { "x-float": true };
  if (schema.format === "base64") return { "x-bytes": true };
  if (schema["x-quantity"]) return { "x-quantity": true };
  if (schema.properties && schema.additionalProperties === false) return referenceTo(schema.properties);
  const decoded: Record<string, unknown> = {};
  if (schema.type) {
    decoded["type"] = refusesNull(schema) ? schema.type : [schema.type, "null"];
  }
  if (schema.format) decoded["format"] = schema.format;
  if (schema.enum) decoded["enum"] = schema["x-pointer"] ? [null, ...schema.enum] : ["", null, ...schema.enum];
  // A list item can't be absent: null in a list is an empty string.
  if (schema.items)
    decoded["items"] = { ...decodeSchema(schema.items), ...(schema.items.enum && { enum: schema.items.enum }) };
  if (schema.properties) {
    decoded["properties"] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, decodeSchema(field)]),
    );
  }
  if (schema.additionalProperties !== undefined) {
    const rest = schema.additionalProperties;
    decoded["additionalProperties"] = typeof rest === "boolean" ? rest : decodeSchema(rest);
  }
  return decoded;
}
