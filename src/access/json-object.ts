/**
 * Objects of JSON whose fields nobody has checked.
 *
 * @module
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or one without fields for any other value. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
