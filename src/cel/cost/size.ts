/**
 * The sizes of values that the cost of a call depends on at run time.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import { utf8Length } from "../../text/utf8.ts";
import type { Operand } from "../types/costs.ts";
import { CelError, CelMap, CelObject, Optional, type Value } from "../types/values.ts";

/** Returns the number of code points, bytes or entries; 1 for all other values, including errors. */
export function sizeOf(value: Operand): number {
  if (typeof value === "string") return codePointCount(value);
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof CelMap) return value.size;
  return value instanceof CelObject || "celType" in value ? (value.size ?? 1) : 1;
}

/** Returns the size like `sizeOf`, but that of the value inside for an optional. */
export function sizeOfUnwrapped(value: Operand): number {
  return value instanceof Optional && value.value !== undefined ? sizeOfUnwrapped(value.value) : sizeOf(value);
}

/**
 * Returns the cost of a text plus `others` code points, rounded up. A code point takes one or two UTF-16 units: if both
 * extremes give the same cost, as for short texts, the surrogate pairs are not counted.
 */
export function costOfText(text: string, factor: number, others = 0): number {
  const most = Math.ceil((others + text.length) * factor);
  const least = Math.ceil((others + Math.ceil(text.length / 2)) * factor);
  return least === most ? most : Math.ceil((others + codePointCount(text)) * factor);
}

/** Returns the cost like `costOfText`, but of at most `limit` code points of the text. */
export function costOfTextWithin(text: string, factor: number, limit: number): number {
  const most = Math.ceil(Math.min(text.length, limit) * factor);
  const least = Math.ceil(Math.min(Math.ceil(text.length / 2), limit) * factor);
  return least === most ? most : Math.ceil(Math.min(codePointCount(text), limit) * factor);
}

/**
 * Returns the cost of traversing a value once, as the list library of Kubernetes counts it: 0.1 for each UTF-8 byte of
 * a string or each byte, rounded down; the sum of the parts for a list or a map; 1 for everything else.
 */
export function traversalCost(value: Operand): number {
  if (typeof value === "string") return Math.floor(utf8Length(value) * 0.1);
  if (value instanceof Uint8Array) return Math.floor(value.length * 0.1);
  if (Array.isArray(value)) return value.reduce((total: number, item) => total + traversalCost(item), 0);
  if (value instanceof CelMap) return sumOver(value.keys(), (key) => value.get(key));
  if (!(value instanceof CelObject) || value.size === undefined) return 1;
  return sumOver(value.fieldNames(), (name) => value.getField(name));
}

function sumOver<Key extends Value>(keys: Iterable<Key>, get: (key: Key) => Value | CelError | undefined): number {
  let total = 0;
  for (const key of keys) {
    const held = get(key) ?? null;
    total += traversalCost(key) + traversalCost(held instanceof CelError ? null : held);
  }
  return total;
}
