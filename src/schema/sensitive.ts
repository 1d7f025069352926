/**
 * Finds the places of secrets in a value, so that they are never printed: sensitive fields, misspelt sensitive fields,
 * and unknown fields of maps that have sensitive ones.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { closest } from "../text/closest.ts";
import type { FieldSchema } from "./decode-schema.ts";

/** Returns the paths of all parts of `value` that may be secret. */
export function sensitivePaths(value: unknown, schema: FieldSchema): readonly FieldPath[] {
  const found: FieldPath[] = [];
  if (hasSensitive(schema)) collectSensitivePaths(value, schema, [], found);
  return found;
}

function collectSensitivePaths(value: unknown, schema: FieldSchema, path: FieldPath, found: FieldPath[]): void {
  if (schema["x-sensitive"]) {
    found.push(path);
  } else if (Array.isArray(value) && schema.items && hasSensitive(schema.items)) {
    for (const [index, item] of value.entries()) collectSensitivePaths(item, schema.items, [...path, index], found);
  } else if (isPlainObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const field = fieldNamed(schema, name) ?? closestField(schema, name);
      if (field === undefined ? hasSensitiveField(schema) && canBeSecret(item) : hasSensitive(field)) {
        collectSensitivePaths(item, field ?? { "x-sensitive": true }, [...path, name], found);
      }
    }
  }
}

/** Returns the schema of a declared field, or that of all other names. */
export function fieldNamed(
  { properties, additionalProperties: rest }: FieldSchema,
  name: string,
): FieldSchema | undefined {
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  return typeof rest === "object" ? rest : undefined;
}

/** Returns the field that a misspelt name probably means; it is as secret as that one. */
function closestField({ properties = {} }: FieldSchema, name: string): FieldSchema | undefined {
  const meant = closest(name, Object.keys(properties));
  return meant === undefined ? undefined : memberOf(properties, meant);
}

/** Whether a value can be a secret: booleans and null cannot. */
const canBeSecret = (value: unknown): boolean => typeof value !== "boolean" && value !== null;

function hasSensitiveField({ properties = {} }: FieldSchema): boolean {
  return Object.values(properties).some((field) => field["x-sensitive"]);
}

const sensitivityBySchema = new WeakMap<FieldSchema, boolean>();

/** Whether the schema contains a sensitive field. */
function hasSensitive(schema: FieldSchema): boolean {
  const known = sensitivityBySchema.get(schema);
  if (known !== undefined) return known;
  sensitivityBySchema.set(schema, false); // A recursive schema adds nothing.
  const rest = schema.additionalProperties;
  const parts = [...Object.values(schema.properties ?? {}), schema.items, typeof rest === "object" ? rest : undefined];
  const answer = schema["x-sensitive"] === true || parts.some((part) => part !== undefined && hasSensitive(part));
  sensitivityBySchema.set(schema, answer);
  return answer;
}
