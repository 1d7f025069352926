/**
 * The sizes by which calls are charged at run time.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import { utf8Length } from "../../text/utf8.ts";
import type { Operand } from "../types/costs.ts";
import { CelError, CelMap, CelObject, Optional, type Value } from "../types/values.ts";

/** Code points, bytes or entries; 1 for everything else, faults too. */
export function sizeOf(value: Operand): number {
  if (typeof value === "string") return codePointCount(value);
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof CelMap) return value.size;
  return value instanceof CelObject || "celType" in value ? (value.size ?? 1) : 1;
}

/** As `sizeOf`, where an optional is of the size of what it holds. */
export function sizeWithin(value: Operand): number {
  return value instanceof Optional && value.value !== undefined ? sizeWithin(value.value) : sizeOf(value);
}

/**
 * The cost of `others` code points and those of a text together, rounded up. A code point takes one or two units of
 * UTF-16:
 * where that tells the cost already, as it does of short texts, nobody looks for the pairs.
 */
export function costOfText(text: string, factor: number, others = 0): number {
  const most = Math.ceil((others + text.length) * factor);
  const least = Math.ceil((others + Math.ceil(text.length / 2)) * factor);
  return least === most ? most : Math.ceil((others + codePointCount(text)) * factor);
}

/** As `costOfText` for the first code points of a text, at most `limit` of them. */
export function costOfTextWithin(text: string, factor: number, limit: number): number {
  const most = Math.ceil(Math.min(text.length, limit) * factor);
  const least = Math.ceil(Math.min(Math.ceil(text.length / 2), limit) * factor);
  return least === most ? most : Math.ceil(Math.min(codePointCount(text), limit) * factor);
}

/**
 * The cost of going through a value once: a tenth for each byte of a string, its parts for a list or a map, 1 for
 * everything else. Strings count in bytes of UTF-8 here and are rounded down.
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
