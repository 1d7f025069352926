/**
 * Matches the items of lists with keys: which old item a new item corresponds to.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";

/**
 * Returns a function that finds the old item with the same keys: the first if there are several, undefined if the list
 * has no keys.
 */
export function keyedItems(schema: JSONSchemaProps, oldValue: unknown): (item: unknown) => unknown {
  const names = schema["x-kubernetes-list-map-keys"] ?? [];
  const isKeyed = schema["x-kubernetes-list-type"] === "map" && names.length > 0;
  if (!isKeyed || !Array.isArray(oldValue)) return () => undefined;
  const oldByKey = new Map<string, unknown>();
  for (const item of oldValue) {
    const key = keyOf(item, names);
    if (key !== undefined && !oldByKey.has(key)) oldByKey.set(key, item);
  }
  return (item) => {
    const key = keyOf(item, names);
    return key === undefined ? undefined : oldByKey.get(key);
  };
}

/** Returns the combined keys of an item; undefined if a key is absent or not a scalar. */
function keyOf(item: unknown, names: readonly string[]): string | undefined {
  if (!isPlainObject(item)) return undefined;
  const keys = names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined));
  const isKeyed = keys.every((key) => key !== undefined && key !== null && typeof key !== "object");
  return isKeyed ? JSON.stringify(keys.map((key) => [typeof key, String(key)])) : undefined;
}
