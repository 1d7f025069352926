/**
 * Objects of JSON whose fields nobody has checked.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object, or one without fields for any other value. */
export function asJsonObject(value: unknown): JsonObject {
  return isPlainObject(value) ? value : {};
}
