/**
 * The functions that turn a value into one of another type.
 *
 * @module
 */

/** Calls that are worked out before anything runs if their argument is a constant. */
export const conversionNames: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);
