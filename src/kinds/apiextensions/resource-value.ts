/**
 * What the API server makes of a value of a custom resource before it validates it: fields that the schema does not know
 * go. Values are changed in place.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { JsonSchemaProps } from "./json-schema-props.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

type Fields = Record<string, unknown>;

/** Fields of every resource, which no schema need declare. */
const resourceFields: readonly string[] = ["apiVersion", "kind", "metadata"];

/** A fault in walking: paths deeper than this are not followed. */
const maxValueDepth = 1000;

/**
 * Removes the fields that the schema does not know.
 *
 * @param isResource - whether the value is a resource, whose own fields stay
 * @returns the paths of what was removed
 */
export function prune(value: unknown, schema: JsonSchemaProps, isResource: boolean): FieldPath[] {
  const removed: FieldPath[] = [];
  pruneAt(value, isResource ? { ...schema, "x-kubernetes-embedded-resource": true } : schema, [], removed);
  return removed;
}

function pruneAt(value: unknown, schema: JsonSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  if (path.length > maxValueDepth) return;
  const preserves = schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    for (const [index, item] of value.entries()) {
      // The items of a list whose unknown fields are kept are kept like it.
      if (preserves) keepUnknown(item, items, [...path, index], removed);
      else pruneAt(item, items, [...path, index], removed);
    }
    return;
  }
  if (isFields(value)) pruneFields(value, schema, path, removed);
}

function pruneFields(fields: Fields, schema: JsonSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  const preserves = schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  for (const name of Object.keys(fields)) {
    if (schema?.["x-kubernetes-embedded-resource"] && resourceFields.includes(name)) continue;
    const property = schema && propertyOf(schema, name);
    if (property) pruneAt(fields[name], property, [...path, name], removed);
    else if (schema?.additionalProperties !== undefined) {
      pruneAt(fields[name], valuesOf(schema), [...path, name], removed);
    } else if (!preserves) {
      removed.push([...path, name]);
      delete fields[name];
    }
  }
}

function keepUnknown(value: unknown, schema: JsonSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  if (schema) pruneAt(value, { ...schema, "x-kubernetes-preserve-unknown-fields": true }, path, removed);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
