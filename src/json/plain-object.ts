/**
 * Objects of JSON whose fields nobody has checked.
 *
 * @module
 */

/** True for what JSON calls an object: neither `null` nor an array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
