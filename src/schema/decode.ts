/**
 * A value as the component's reader holds it after decoding: nulls are gone, null list items are zero values, and what
 * does not fit its field is left out, so that rules and defaults see a sound object. The source value is not touched.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatQuantity, parseQuantity } from "../lexical/quantity.ts";
import type { FieldSchema } from "./decode-schema.ts";

/** A field that not every release has, or not with every value: an unknown name is refused whatever its value. */
export type VisitField = (path: FieldPath, field: FieldSchema, value: unknown) => void;

/** Copies `value` by its schema; `visit` sees each field that is present, null or not, and depends on the release. */
export function decode(value: unknown, schema: FieldSchema, visit?: VisitField): unknown {
  return decodeAt(value, schema, [], visit) ?? zeroOf(schema);
}

function decodeAt(
  value: unknown,
  schema: FieldSchema,
  path: (string | number)[],
  visit: VisitField | undefined,
): unknown {
  if (value === null || value === undefined) return undefined;
  if (schema["x-raw"]) return structuredClone(value);
  if (schema["x-int"]) return typeof value === "number" || typeof value === "bigint" ? value : undefined;
  if (schema["x-uint"]) return typeof value === "number" ? value : undefined;
  if (schema["x-int-or-string"]) return typeof value === "number" || typeof value === "string" ? value : undefined;
  if (schema["x-duration-or-nanos"]) return typeof value === "object" || typeof value === "boolean" ? undefined : value;
  if (schema["x-quantity"]) return canonicalQuantity(value);
  switch (schema.type) {
    case "array":
      return Array.isArray(value) ? decodeList(value, schema, path, visit) : undefined;
    case "object":
      return isPlainObject(value) ? decodeObject(value, schema, path, visit) : undefined;
    default:
      return typeof value === schema.type ? value : undefined;
  }
}

/** Undefined for what is no quantity. */
function canonicalQuantity(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return undefined;
  const result = parseQuantity(String(value).trim());
  return result.ok ? formatQuantity(result.value) : undefined;
}

function decodeList(
  value: readonly unknown[],
  schema: FieldSchema,
  path: (string | number)[],
  visit: VisitField | undefined,
): unknown[] {
  const items = schema.items ?? { "x-raw": true };
  return value.map((item, index) => {
    path.push(index);
    const decoded = decodeAt(item, items, path, visit) ?? zeroOf(items);
    path.pop();
    return decoded;
  });
}

function decodeObject(
  value: Readonly<Record<string, unknown>>,
  schema: FieldSchema,
  path: (string | number)[],
  visit: VisitField | undefined,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  const rest = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  for (const name of Object.keys(value)) {
    const declared = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const field = declared ?? rest;
    if (!field) continue;
    path.push(name);
    if (declared && visit && dependsOnRelease(declared)) visit([...path], declared, value[name]);
    const item = decodeAt(value[name], field, path, visit) ?? (declared ? undefined : zeroOf(field));
    path.pop();
    if (item !== undefined) setOwn(decoded, name, item);
  }
  return decoded;
}

function dependsOnRelease(field: FieldSchema): boolean {
  const { "x-since": since, "x-until": until } = field;
  return since !== undefined || until !== undefined || (field.items ?? field)["x-enum-since"] !== undefined;
}

/** What Go holds where null stood in a list or a map. */
function zeroOf(schema: FieldSchema): unknown {
  if (schema["x-int"] || schema["x-uint"] || schema["x-int-or-string"] || schema["x-duration-or-nanos"]) return 0;
  if (schema["x-quantity"]) return "0";
  switch (schema.type) {
    case "object":
      return {};
    case "array":
      return [];
    case "string":
      return "";
    case "boolean":
      return false;
    default:
      return null;
  }
}

function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(object, name, { value, enumerable: true, writable: true });
  else object[name] = value;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
