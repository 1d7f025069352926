/**
 * Mistakes of a program that calls the library.
 *
 * @module
 */

/** A mistake in the options themselves; the message names the option. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** A value that is not what it must be, in a few words. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
