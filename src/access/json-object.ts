/**
 * JSON objects with fields of unknown type.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, otherwise an empty object. */
export function asJsonObject(value: unknown): JsonObject {
  return isPlainObject(value) ? value : {};
}
