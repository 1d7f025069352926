/**
 * Whole numbers that a JSON patch writes as floats, at their places in its result.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { JsonPatchOperation } from "../../patch/json-patch.ts";
import { parsePointer } from "../../patch/json-pointer.ts";
import type { WholeFloat } from "../http/whole-floats.ts";

/** @param floats - of the text of the patch; one whose place has another value by the end counts no more */
export function floatsOfOperations(
  floats: readonly WholeFloat[],
  operations: readonly JsonPatchOperation[],
  result: unknown,
): readonly WholeFloat[] {
  if (floats.length === 0) return [];
  const places = placesLeft(operations, result);
  return floats.flatMap(({ path: [index, member, ...below], text }) => {
    const place = places[Number(index)];
    if (!place || member !== "value" || operations[Number(index)]?.["op"] === "test") return [];
    const path = [...place, ...below];
    return Number(valueAt(result, path)) === Number(text) ? [{ path, text }] : [];
  });
}

/** Where each operation led to; undefined where a later one may have written over it. */
function placesLeft(operations: readonly JsonPatchOperation[], result: unknown): readonly (FieldPath | undefined)[] {
  const later = new Set<string>();
  return operations
    .toReversed()
    .map(({ path }) => {
      if (typeof path !== "string") return undefined;
      const place = isWithin(path, later) ? undefined : placeOf(path, result);
      later.add(path);
      return place;
    })
    .reverse();
}

/** Whether one of the pointers is that of the place, or of something around it. */
function isWithin(place: string, pointers: ReadonlySet<string>): boolean {
  for (let end = place.length; end > 0; end = Math.max(0, place.lastIndexOf("/", end - 1))) {
    if (pointers.has(place.slice(0, end))) return true;
  }
  return pointers.has("");
}

/** Where a pointer led to, once all is done. */
function placeOf(pointer: string, result: unknown): FieldPath {
  const place: (string | number)[] = [];
  let at = result;
  for (const token of parsePointer(pointer) ?? []) {
    const step = Array.isArray(at) ? indexOf(token, at.length) : token;
    place.push(step);
    at = isPlainObject(at) || Array.isArray(at) ? valueAt(at, [step]) : undefined;
  }
  return place;
}

/** Of an item of a list; the end of it is its last one by now. */
const indexOf = (token: string, length: number): number => (token === "-" ? length - 1 : Number(token));
