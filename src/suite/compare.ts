/**
 * Compares expected and found values, and returns the differences as lines.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Difference } from "./result.ts";

/** Returns no difference if nothing is expected, or both texts are equal. */
export function compareText(path: FieldPath, expected: string | undefined, found: string): readonly Difference[] {
  return expected === undefined || expected === found
    ? []
    : [{ path, expected: [JSON.stringify(expected)], found: [JSON.stringify(found)] }];
}

/** Compares a part that must occur in a text. */
export function comparePart(path: FieldPath, part: string | undefined, found: string): readonly Difference[] {
  return part === undefined || found.includes(part) ? [] : [{ path, expected: [`...${part}...`], found: [found] }];
}

/** Compares lists in any order. Duplicate entries must occur equally often. */
export function compareSets(
  path: FieldPath,
  expected: readonly string[] | undefined,
  found: readonly string[],
): readonly Difference[] {
  if (expected === undefined) return [];
  const missing = missingItems(expected, found);
  const surplus = missingItems(found, expected);
  return missing.length + surplus.length === 0 ? [] : [{ path, expected: missing, found: surplus }];
}

function missingItems(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Compares values as JSON; the order of keys is ignored. */
export function compareJson(path: FieldPath, expected: unknown, found: unknown): readonly Difference[] {
  const [wanted, got] = [jsonText(expected), jsonText(found)];
  return wanted === got ? [] : [{ path, expected: [wanted], found: [got] }];
}

/** Formats a value as one line of JSON with sorted keys. Integers beyond 2^53 keep all digits. */
export function jsonText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}: ${jsonText(value[key])}`);
  return `{${entries.join(", ")}}`;
}
