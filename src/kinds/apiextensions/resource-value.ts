/**
 * The changes that kube-apiserver makes to a custom resource before it validates it: it prunes unknown fields, drops
 * nulls that the schema forbids, and fills in defaults. Changes values in place.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { isBeyondInt64 } from "../../json/float-numbers.ts";
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { hasDefaults, itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

type Fields = Record<string, unknown>;

/** Fields of every resource, which a schema need not declare. */
const resourceFields: readonly string[] = ["apiVersion", "kind", "metadata"];

/** The maximum depth to which pruning visits values. */
const maxValueDepth = 1000;

/**
 * Removes the fields that the schema does not declare.
 *
 * @param isResource - whether the value is a resource, which keeps the fields of every resource
 * @returns the paths of the removed fields, sorted by their texts unless there are too many
 */
export function prune(value: unknown, schema: JSONSchemaProps, isResource: boolean): FieldPath[] {
  const removed: FieldPath[] = [];
  pruneAt(value, isResource ? { ...schema, "x-kubernetes-embedded-resource": true } : schema, [], removed);
  return removed.length > maxOrderedPaths ? removed : sortPathsByText(removed);
}

/** The maximum number of paths to sort: responses name only the first hundred. */
const maxOrderedPaths = 1000;

function sortPathsByText(paths: FieldPath[]): FieldPath[] {
  if (paths.length < 2) return paths;
  const texts = new Map(paths.map((path) => [path, formatPath(path)]));
  return paths.sort((a, b) => compareUtf8(texts.get(a) ?? "", texts.get(b) ?? ""));
}

function pruneAt(value: unknown, schema: JSONSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  if (path.length > maxValueDepth) return;
  const preserves = schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    for (const [index, item] of value.entries()) {
      if (!hasMembers(item)) continue;
      // If a list preserves unknown fields, its items preserve them too.
      if (preserves) keepUnknown(item, items, [...path, index], removed);
      else pruneAt(item, items, [...path, index], removed);
    }
    return;
  }
  if (isPlainObject(value)) pruneFields(value, schema, path, removed);
}

/** Checked before building a path, since most values have no members. */
const hasMembers = (value: unknown): boolean => typeof value === "object" && value !== null;

function pruneFields(fields: Fields, schema: JSONSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  const preserves = schema?.["x-kubernetes-preserve-unknown-fields"] === true;
  for (const name of Object.keys(fields)) {
    if (schema?.["x-kubernetes-embedded-resource"] && resourceFields.includes(name)) continue;
    const property = schema && propertyOf(schema, name);
    if (property || schema?.additionalProperties !== undefined) {
      const value = fields[name];
      if (hasMembers(value)) pruneAt(value, property ?? (schema && valuesOf(schema)), [...path, name], removed);
    } else if (!preserves) {
      removed.push([...path, name]);
      delete fields[name];
    }
  }
}

function keepUnknown(value: unknown, schema: JSONSchemaProps | undefined, path: FieldPath, removed: FieldPath[]): void {
  if (schema) pruneAt(value, { ...schema, "x-kubernetes-preserve-unknown-fields": true }, path, removed);
}

/**
 * Removes nulls where the schema forbids them and has no default. Converts integers beyond 64 bits to floats, which
 * lose digits.
 *
 * @param keepsNulls - whether to convert only the numbers
 */
export function dropNulls(value: unknown, schema: JSONSchemaProps | undefined, keepsNulls = false): void {
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    for (const [index, item] of value.entries()) {
      if (isBeyondInt64(item)) value[index] = Number(item);
      else dropNulls(item, items, keepsNulls);
    }
  } else if (isPlainObject(value)) {
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (isBeyondInt64(item)) value[name] = Number(item);
      if (typeof item !== "object") continue;
      const field = schema && (propertyOf(schema, name) ?? valuesOf(schema));
      if (!keepsNulls && isForbiddenNull(item, field) && !hasDefault(field)) delete value[name];
      else dropNulls(item, field, keepsNulls);
    }
  }
}

/** Sets absent values and forbidden nulls to their defaults, including defaults inside of the result. */
export function fillDefaults(value: unknown, schema: JSONSchemaProps | undefined): void {
  if (schema === undefined || !hasDefaults(schema)) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    for (const [index, item] of value.entries()) {
      if (isForbiddenNull(item, items)) value[index] = defaultOf(items);
      fillDefaults(value[index], items);
    }
  } else if (isPlainObject(value)) {
    fillFields(value, schema);
  }
}

function fillFields(fields: Fields, schema: JSONSchemaProps): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isUnset = !Object.hasOwn(fields, name) || isForbiddenNull(fields[name], property);
    if (isUnset && hasDefault(property)) setMember(fields, name, defaultOf(property));
  }
  const values = valuesOf(schema);
  for (const name of Object.keys(fields)) {
    const property = propertyOf(schema, name);
    if (!property && isForbiddenNull(fields[name], values)) fields[name] = defaultOf(values);
    fillDefaults(fields[name], property ?? values);
  }
}

const isForbiddenNull = (value: unknown, schema: JSONSchemaProps | undefined): boolean =>
  value === null && schema !== undefined && schema.nullable !== true;

const hasDefault = (schema: JSONSchemaProps | undefined): boolean => (schema?.default ?? null) !== null;

/** Returns a copy of the default, with the same pruning as a value that a client sends. */
function defaultOf(schema: JSONSchemaProps | undefined): unknown {
  const value = cloneJson(schema?.default ?? null);
  if (isBeyondInt64(value)) return Number(value);
  if (schema) prune(value, schema, false);
  dropNulls(value, schema);
  return value;
}
