/**
 * What an update leaves as it was: the API server does not blame it for faults that the stored object has already.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { keyedItems } from "./keyed-items.ts";
import { sameValue } from "./open-api-value.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** A value, and the value that it had. */
interface Pair {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: JSONSchemaProps;
}

/** Whether a value on the way to `path`, or at its end, equals the stored one that it certainly comes from. */
export function isUnchangedAt(path: FieldPath, root: Pair): boolean {
  let pair: Pair | undefined = root;
  if (isUnchanged(pair)) return true;
  // Both are of the same version by now, so that these never differ.
  if (path[0] === "apiVersion" || path[0] === "kind") return false;
  for (const key of path) {
    pair = pairAt(pair, key);
    if (pair === undefined) return false;
    if (isUnchanged(pair)) return true;
  }
  return false;
}

function isUnchanged(pair: Pair): boolean {
  const { value, old, schema } = pair;
  if (Array.isArray(value) && Array.isArray(old)) {
    if (value.length !== old.length) return false;
    // Items with keys may have changed places.
    return isKeyed(schema) ? value.every((_, index) => isSame(pairAt(pair, index))) : sameValue(value, old);
  }
  if (!isPlainObject(value) || !isPlainObject(old)) return sameValue(value, old);
  const names = Object.keys(value);
  return names.length === Object.keys(old).length && names.every((name) => isSame(pairAt(pair, name)));
}

const isSame = (pair: Pair | undefined): boolean => pair !== undefined && isUnchanged(pair);

const isKeyed = (schema: JSONSchemaProps): boolean =>
  schema["x-kubernetes-list-type"] === "map" && (schema["x-kubernetes-list-map-keys"] ?? []).length > 0;

/** Undefined where nothing says which old value it was. */
function pairAt({ value, old, schema }: Pair, key: string | number): Pair | undefined {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    const item: unknown = value[Number(key)];
    const was = Array.isArray(old) ? keyedItems(schema, old)(item) : undefined;
    return items && was !== undefined ? { value: item, old: was, schema: items } : undefined;
  }
  const name = String(key);
  if (!isPlainObject(value) || !isPlainObject(old) || !Object.hasOwn(value, name) || !Object.hasOwn(old, name))
    return undefined;
  const inner = propertyOf(schema, name) ?? valuesOf(schema);
  return inner && { value: value[name], old: old[name], schema: inner };
}
