/**
 * The types of JSON, as Go calls them.
 *
 * @module
 */

/** Where Go reads the version and the kind of a text, before all else. */
export const typeMetaType =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** The type of a value that is not null, in Go's word. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" ? "bool" : type === "bigint" ? "number" : type;
}
