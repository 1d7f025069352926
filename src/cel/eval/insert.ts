/**
 * Adding to the map that a comprehension builds.
 *
 * @module
 */
import { CelError, CelMap, type Value } from "../types/values.ts";
import { EntryMap } from "./entry-map.ts";
import { noSuchOverload } from "./faults.ts";
import { formatValue } from "./format-value.ts";
import type { Evaluate } from "./frame.ts";

/**
 * `cel.@mapInsert(map, key, value)` and `cel.@mapInsert(map, entries)`. A key that is there already is an error.
 *
 * @param inPlace - whether the map belongs to the comprehension alone, so that it can grow instead of being copied
 */
export function planMapInsert(
  exprId: number,
  map: Evaluate,
  additions: readonly Evaluate[],
  inPlace: boolean,
): Evaluate {
  const [first, second] = additions;
  return (frame) => {
    const target = map(frame);
    if (target instanceof CelError) return target;
    const values = [];
    for (const part of [first, second]) {
      const value = part?.(frame);
      if (value instanceof CelError) return value;
      if (value !== undefined) values.push(value);
    }
    const [keyOrEntries, value] = values;
    if (!(target instanceof CelMap) || keyOrEntries === undefined) return noSuchOverload.at(exprId);
    const grown = inPlace && target instanceof EntryMap ? target : copyOf(target);
    const fault = value === undefined ? insertAll(grown, keyOrEntries) : insert(grown, keyOrEntries, value);
    return fault?.at(exprId) ?? grown;
  };
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
