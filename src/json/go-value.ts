/**
 * Values as Go's field errors show them: text as `%q`, numbers and booleans as `%v`, all else as Go's JSON, whose maps have their
 * keys in order.
 *
 * @module
 */
import { formatDouble } from "../text/go-double.ts";
import { quoteGo } from "../text/go-quote.ts";
import { isInt64 } from "../text/int64.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { Float64 } from "./float64.ts";

/**
 * Errors show so much of a value, in UTF-16 units: one of a megabyte is not written once for each rule that it does not meet, and an
 * answer would not show all of it.
 */
export const maxShownLength = 16 * 1024;

/** A value after `Invalid value: `; null for one that is absent. */
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

/** A value as `%v` prints it: `map[a:1 b:[x y]]`. */
export function plainGoText(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map(plainGoText).join(" ")}]`;
  if (typeof value !== "object" || value instanceof Float64) return showGoValue(value);
  return `map[${inOrder(value)
    .map(([name, item]) => `${name}:${plainGoText(item)}`)
    .join(" ")}]`;
}

/** The type of a value that is not null, in Go's word for that of JSON. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" ? "bool" : type === "bigint" ? "number" : type;
}

/** The type in which Go holds a value of JSON, as `%T` prints it. */
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
 * JSON as `json.Marshal` writes a map of values: keys in order, and nothing that HTML would read as markup. A `Map` is a struct,
 * whose fields stay in their order.
 *
 * @param indent - as `json.MarshalIndent`, by one space for each level: the spaces before the value; default: all in one line
 */
export function formatGoJson(value: unknown, indent?: number): string {
  // Of a whole number beyond 64 bits Go has a float.
  if (typeof value === "bigint") return goTypeOf(value) === "int64" ? String(value) : JSON.stringify(Number(value));
  if (typeof value !== "object" || value === null || value instanceof Float64)
    return escaped(JSON.stringify(value) ?? "null");
  const within = indent === undefined ? undefined : indent + 1;
  if (Array.isArray(value))
    return bracketed(
      "[]",
      value.map((item) => formatGoJson(item, within)),
      indent,
    );
  const colon = indent === undefined ? ":" : ": ";
  const fields = value instanceof Map ? [...value] : inOrder(value);
  const texts = fields.map(([name, item]) => escaped(JSON.stringify(name)) + colon + formatGoJson(item, within));
  return bracketed("{}", texts, indent);
}

function bracketed(brackets: string, parts: readonly string[], indent: number | undefined): string {
  if (indent === undefined || parts.length === 0) return `${brackets[0]}${parts.join(",")}${brackets[1]}`;
  const line = `\n${" ".repeat(indent)}`;
  return `${brackets[0]}${parts.map((part) => `${line} ${part}`).join(",")}${line}${brackets[1]}`;
}

const inOrder = (map: object): [string, unknown][] => Object.entries(map).sort(([a], [b]) => compareUtf8(a, b));

const escaped = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
