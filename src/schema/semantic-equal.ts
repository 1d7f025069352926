/**
 * Equality of decoded values as the API server sees it: what is absent and what is empty are the same.
 *
 * @module
 */
import { isPlainObject } from "./decode.ts";

/** Absent values of fields that are no pointers: zero values and empty lists and maps. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.values(value).every(isEmpty);
}

export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => semanticEqual(item, b[index]));
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => semanticEqual(ownValue(a, name), ownValue(b, name)));
  }
  return isEmpty(a) && isEmpty(b);
}

const ownValue = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
