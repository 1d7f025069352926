/**
 * Lists whose items have keys: which item of an old list a new item was.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";

/** Finds the old item of an item; only items with keys have one, and of equal keys the first item. */
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

/** Undefined where a key is absent, or no scalar. */
function keyOf(item: unknown, names: readonly string[]): string | undefined {
  if (!isPlainObject(item)) return undefined;
  const keys = names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined));
  const isKeyed = keys.every((key) => key !== undefined && key !== null && typeof key !== "object");
  return isKeyed ? JSON.stringify(keys.map((key) => [typeof key, String(key)])) : undefined;
}
