/**
 * Type guards for parsed JSON that is not validated.
 *
 * @module
 */

/** Whether a value is an object in the sense of JSON: neither `null` nor an array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the strings in a list; an empty list for any other value. */
export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
