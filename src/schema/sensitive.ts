/**
 * Where in a value secrets are, so that nothing prints them: fields that are marked sensitive, those that are misspelt, and,
 * in a map that has such fields, what resembles no declared field.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { closest } from "../text/closest.ts";
import type { FieldSchema } from "./decode-schema.ts";

/** Paths of everything in `value` that may be a secret. */
export function sensitivePaths(value: unknown, schema: FieldSchema): readonly FieldPath[] {
  const found: FieldPath[] = [];
  if (hasSensitive(schema)) gather(value, schema, [], found);
  return found;
}

function gather(value: unknown, schema: FieldSchema, path: FieldPath, found: FieldPath[]): void {
  if (schema["x-sensitive"]) {
    found.push(path);
  } else if (Array.isArray(value) && schema.items && hasSensitive(schema.items)) {
    for (const [index, item] of value.entries()) gather(item, schema.items, [...path, index], found);
  } else if (isPlainObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const field = fieldNamed(schema, name) ?? fieldMeant(schema, name);
      if (field === undefined ? mayHide(schema) && mayTell(item) : hasSensitive(field)) {
        gather(item, field ?? { "x-sensitive": true }, [...path, name], found);
      }
    }
  }
}

/** The schema of a field, which may be one that any name has. */
export function fieldNamed(
  { properties, additionalProperties: rest }: FieldSchema,
  name: string,
): FieldSchema | undefined {
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  return typeof rest === "object" ? rest : undefined;
}

/** A misspelt field is as secret as the one that is meant. */
function fieldMeant({ properties = {} }: FieldSchema, name: string): FieldSchema | undefined {
  const meant = closest(name, Object.keys(properties));
  return meant === undefined ? undefined : memberOf(properties, meant);
}

/** Neither a boolean nor the absence of a value is a secret. */
const mayTell = (value: unknown): boolean => typeof value !== "boolean" && value !== null;

function mayHide({ properties = {} }: FieldSchema): boolean {
  return Object.values(properties).some((field) => field["x-sensitive"]);
}

const answers = new WeakMap<FieldSchema, boolean>();

/** Whether anything in a schema is sensitive. */
function hasSensitive(schema: FieldSchema): boolean {
  const known = answers.get(schema);
  if (known !== undefined) return known;
  answers.set(schema, false); // A schema that holds itself adds nothing.
  const rest = schema.additionalProperties;
  const parts = [...Object.values(schema.properties ?? {}), schema.items, typeof rest === "object" ? rest : undefined];
  const answer = schema["x-sensitive"] === true || parts.some((part) => part !== undefined && hasSensitive(part));
  answers.set(schema, answer);
  return answer;
}
