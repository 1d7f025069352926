/**
 * Adds entries to the map that a comprehension builds.
 *
 * @module
 */
import { CelError, CelMap, type Value } from "../types/values.ts";
import { EntryMap } from "./entry-map.ts";
import { noSuchOverload } from "./faults.ts";
import { formatValue } from "./format-value.ts";

/**
 * Implements `cel.@mapInsert(map, key, value)`. A key that exists already is an error.
 *
 * @param inPlace - whether only the comprehension uses the map, so that it is extended instead of copied
 */
export const insertEntry =
  (inPlace: boolean) =>
  (map: Value, key: Value, value: Value): Value | CelError => {
    if (!(map instanceof CelMap)) return noSuchOverload;
    const grown = extendableMap(map, inPlace);
    return insert(grown, key, value) ?? grown;
  };

/** Implements `cel.@mapInsert(map, entries)`, like `insertEntry` otherwise. */
export const insertEntries =
  (inPlace: boolean) =>
  (map: Value, entries: Value): Value | CelError => {
    if (!(map instanceof CelMap)) return noSuchOverload;
    const grown = extendableMap(map, inPlace);
    return insertAll(grown, entries) ?? grown;
  };

function extendableMap(map: CelMap, inPlace: boolean): EntryMap {
  return inPlace && map instanceof EntryMap ? map : copyOf(map);
}

function insertAll(map: EntryMap, entries: Value): CelError | undefined {
  if (!(entries instanceof CelMap)) return noSuchOverload;
  for (const key of entries.keys()) {
    const fault = insert(map, key, entries.get(key) ?? null);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function insert(map: EntryMap, key: Value, value: Value): CelError | undefined {
  if (map.has(key)) return new CelError(`insert failed: key ${formatValue(key)} already exists`);
  map.set(key, value);
  return undefined;
}

function copyOf(map: CelMap): EntryMap {
  const copy = new EntryMap();
  for (const key of map.keys()) copy.set(key, map.get(key) ?? null);
  return copy;
}
