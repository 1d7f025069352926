/**
 * Formats values as Go's field errors show them: strings as `%q`, numbers and booleans as `%v`, everything else as Go's
 * JSON, with the keys of maps sorted.
 *
 * @module
 */
import { formatDouble } from "../text/go-double.ts";
import { quoteGo } from "../text/go-quote.ts";
import { isInt64 } from "../text/int64.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { Float64 } from "./float64.ts";

/**
 * Longest value in an error, in UTF-16 units. Otherwise a value of a megabyte would be repeated for each rule that it
 * violates, and a response would not show all of it anyway.
 */
export const maxShownLength = 16 * 1024;

/** Formats a value for `Invalid value: `; null if it is absent. */
export function showGoValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoteGo(value.slice(0, maxShownLength));
    case "number":
    case "bigint":
      return goTypeOf(value) === "int64" ? String(value) : formatDouble(Number(value));
    default:
      if (value instanceof Float64) return formatDouble(Number(value));
      return formatGoJson(value).slice(0, maxShownLength);
  }
}

/** Formats a value as `%v` prints it: `map[a:1 b:[x y]]`. */
export function plainGoText(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map(plainGoText).join(" ")}]`;
  if (typeof value !== "object" || value instanceof Float64) return showGoValue(value);
  return `map[${sortedEntries(value)
    .map(([name, item]) => `${name}:${plainGoText(item)}`)
    .join(" ")}]`;
}

/** Returns Go's name for the JSON type of a value that is not null. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" ? "bool" : type === "bigint" ? "number" : type;
}

/** Returns the Go type of a decoded JSON value, as `%T` prints it. */
export function goTypeOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isSafeInteger(value) ? "int64" : "float64";
    case "bigint":
      return isInt64(value) ? "int64" : "float64";
    default:
      if (value === null || value === undefined) return "<nil>";
      if (value instanceof Float64) return "float64";
      return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
  }
}

/**
 * Formats JSON as `json.Marshal` formats maps: with sorted keys, and with escapes for characters that HTML treats as
 * markup. A `Map` is formatted like a struct, whose fields keep their order.
 *
 * @param indent - the spaces before the value, for the format of `json.MarshalIndent` with one space for each level;
 *   default: all on one line
 */
export function formatGoJson(value: unknown, indent?: number): string {
  // Go decodes an integer beyond 64 bits as a float.
  if (typeof value === "bigint") return goTypeOf(value) === "int64" ? String(value) : JSON.stringify(Number(value));
  if (typeof value !== "object" || value === null || value instanceof Float64)
    return escapeHtml(JSON.stringify(value) ?? "null");
  const within = indent === undefined ? undefined : indent + 1;
  if (Array.isArray(value))
    return bracketed(
      "[]",
      value.map((item) => formatGoJson(item, within)),
      indent,
    );
  const colon = indent === undefined ? ":" : ": ";
  const fields = value instanceof Map ? [...value] : sortedEntries(value);
  const texts = fields.map(([name, item]) => escapeHtml(JSON.stringify(name)) + colon + formatGoJson(item, within));
  return bracketed("{}", texts, indent);
}

function bracketed(brackets: string, parts: readonly string[], indent: number | undefined): string {
  if (indent === undefined || parts.length === 0) return `${brackets[0]}${parts.join(",")}${brackets[1]}`;
  const line = `\n${" ".repeat(indent)}`;
  return `${brackets[0]}${parts.map((part) => `${line} ${part}`).join(",")}${line}${brackets[1]}`;
}

const sortedEntries = (map: object): [string, unknown][] => Object.entries(map).sort(([a], [b]) => compareUtf8(a, b));

const escapeHtml = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
