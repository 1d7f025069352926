/**
 * Maps that expressions create: entries in insertion order, keys compared across the number types.
 *
 * @module
 */
import { CelMap, Uint, type Value } from "../types/values.ts";

/**
 * A key for a JavaScript map: equal numbers of the three number types have the same key; objects are compared by
 * identity.
 */
type IndexKey = string | boolean | number | bigint | object | null;

export class EntryMap extends CelMap {
  private readonly entries = new Map<IndexKey, readonly [key: Value, value: Value]>();

  get size(): number {
    return this.entries.size;
  }

  get(key: Value): Value | undefined {
    return this.entries.get(indexKey(key))?.[1];
  }

  *keys(): Iterable<Value> {
    for (const [key] of this.entries.values()) yield key;
  }

  has(key: Value): boolean {
    return this.entries.has(indexKey(key));
  }

  /** Adds an entry, or replaces the one with an equal key. */
  set(key: Value, value: Value): void {
    this.entries.set(indexKey(key), [key, value]);
  }
}

/** Whether the CEL specification allows a value as a key. */
export function isKey(value: Value): boolean {
  return typeof value === "string" || typeof value === "boolean" || typeof value === "bigint" || value instanceof Uint;
}

function indexKey(key: Value): IndexKey {
  if (typeof key === "bigint") return bigintKey(key);
  if (typeof key === "number") return numberKey(key);
  return key instanceof Uint ? bigintKey(key.value) : key;
}

function numberKey(key: number): IndexKey {
  return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
}

function bigintKey(key: bigint): IndexKey {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : key;
}
