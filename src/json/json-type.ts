/**
 * The types of JSON, as Go calls them.
 *
 * @module
 */

/** The type of a value that is not null, in Go's word. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" ? "bool" : type === "bigint" ? "number" : type;
}
