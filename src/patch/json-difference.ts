/**
 * Computes a JSON Patch that turns one value into another, with few operations and without `move` and `copy`.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import { equalJson } from "./json-value.ts";

export interface Difference {
  readonly op: "add" | "remove" | "replace";
  /** Keys and array indexes from the root. */
  readonly path: readonly (string | number)[];
  /** Absent for `remove`. */
  readonly value?: unknown;
}

/** Returns the operations in the order in which they must be applied. */
export function jsonDifferences(before: unknown, after: unknown, path: Difference["path"] = []): Difference[] {
  if (equalJson(before, after)) return [];
  if (isPlainObject(before) && isPlainObject(after)) {
    const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
    return [
      ...removed.map((name): Difference => ({ op: "remove", path: [...path, name] })),
      ...Object.keys(after).flatMap((name): Difference[] => {
        const inside = [...path, name];
        if (!Object.hasOwn(before, name)) return [{ op: "add", path: inside, value: after[name] }];
        return jsonDifferences(before[name], after[name], inside);
      }),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ op: "replace", path, value: after }];
}

/** Keeps equal items at both ends, and compares each item between them with the one at the same index. */
function listDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Difference["path"],
): Difference[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && equalJson(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && equalJson(before.at(-1 - end), after.at(-1 - end))) end++;
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const both = Math.min(left.length, right.length);
  const changed = left
    .slice(0, both)
    .flatMap((item, index) => jsonDifferences(item, right[index], [...path, start + index]));
  const removed = left.slice(both).map((): Difference => ({ op: "remove", path: [...path, start + both] }));
  const added = right
    .slice(both)
    .map((value, index): Difference => ({ op: "add", path: [...path, start + both + index], value }));
  return [...changed, ...removed, ...added];
}
