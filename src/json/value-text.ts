/**
 * JSON values in texts.
 *
 * @module
 */
import { formatJson } from "./format-json.ts";

/** A value as text, objects and lists as JSON. `String` throws for an object that has a member called `toString`. */
export const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? formatJson(value) : String(value);
