/**
 * Formats JSON values for messages.
 *
 * @module
 */
import { formatJson } from "./format-json.ts";

/**
 * Formats a value as text, with objects and lists as JSON. `String` would throw for an object with a member `toString`.
 */
export const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? formatJson(value) : String(value);
