/**
 * Finds the whole numbers that a JSON patch writes as floats, at their paths in its result.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { JsonPatchOperation } from "../../patch/json-patch.ts";
import { parsePointer } from "../../patch/json-pointer.ts";
import type { WholeFloat } from "../http/whole-floats.ts";

/** @param floats - from the text of the patch; those whose path has another value in the result are dropped */
export function floatsOfOperations(
  floats: readonly WholeFloat[],
  operations: readonly JsonPatchOperation[],
  result: unknown,
): readonly WholeFloat[] {
  if (floats.length === 0) return [];
  const places = writtenPaths(operations, result);
  return floats.flatMap(({ path: [index, member, ...below], text }) => {
    const place = places[Number(index)];
    if (!place || member !== "value" || operations[Number(index)]?.["op"] === "test") return [];
    const path = [...place, ...below];
    return Number(valueAt(result, path)) === Number(text) ? [{ path, text }] : [];
  });
}

/** Returns the path that each operation wrote; undefined if a later operation may have replaced the value. */
function writtenPaths(operations: readonly JsonPatchOperation[], result: unknown): readonly (FieldPath | undefined)[] {
  const laterPaths = new Set<string>();
  return operations
    .toReversed()
    .map(({ path }) => {
      if (typeof path !== "string") return undefined;
      const place = isWithin(path, laterPaths) ? undefined : resolvePointer(path, result);
      laterPaths.add(path);
      return place;
    })
    .reverse();
}

/** Whether one of the pointers is the given one or one of its parents. */
function isWithin(place: string, pointers: ReadonlySet<string>): boolean {
  for (let end = place.length; end > 0; end = Math.max(0, place.lastIndexOf("/", end - 1))) {
    if (pointers.has(place.slice(0, end))) return true;
  }
  return pointers.has("");
}

/** Converts a pointer to the path in the final result. */
function resolvePointer(pointer: string, result: unknown): FieldPath {
  const place: (string | number)[] = [];
  let at = result;
  for (const token of parsePointer(pointer) ?? []) {
    const step = Array.isArray(at) ? indexOf(token, at.length) : token;
    place.push(step);
    at = isPlainObject(at) || Array.isArray(at) ? valueAt(at, [step]) : undefined;
  }
  return place;
}

/** The index of a list item. For `-`, the item that was appended is now the last one. */
const indexOf = (token: string, length: number): number => (token === "-" ? length - 1 : Number(token));
