/**
 * The names of the functions that convert a value to another type.
 *
 * @module
 */

/** Functions whose calls are evaluated before the expression runs if their argument is constant. */
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
