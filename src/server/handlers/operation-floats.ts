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
  return floats.flatMap(({ path: [index, member, ...below], text }) => {
    const operation = operations[Number(index)];
    if (!operation || member !== "value" || operation["op"] === "test") return [];
    const later = operations.slice(Number(index) + 1).map((other) => other["path"]);
    if (later.some((pointer) => isWithin(operation["path"], pointer))) return [];
    const path = [...placeOf(operation["path"], result), ...below];
    return Number(valueAt(result, path)) === Number(text) ? [{ path, text }] : [];
  });
}

/** Whether a later operation at `pointer` may have written over a place. */
const isWithin = (place: unknown, pointer: unknown): boolean =>
  place === pointer || String(place).startsWith(`${pointer}/`);

/** Where a pointer led to, once all is done. */
function placeOf(pointer: unknown, result: unknown): FieldPath {
  const place: (string | number)[] = [];
  let at = result;
  for (const token of (typeof pointer === "string" ? parsePointer(pointer) : undefined) ?? []) {
    const step = Array.isArray(at) ? indexOf(token, at.length) : token;
    place.push(step);
    at = isPlainObject(at) || Array.isArray(at) ? valueAt(at, [step]) : undefined;
  }
  return place;
}

/** Of an item of a list; the end of it is its last one by now. */
const indexOf = (token: string, length: number): number => (token === "-" ? length - 1 : Number(token));
