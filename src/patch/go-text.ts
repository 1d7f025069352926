/**
 * Values as Go prints them: `%v`, `%#v` and `%T` of what JSON was read into.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { quoteGo } from "../text/go-quote.ts";
import { compareUtf8 } from "../text/utf8.ts";

/** `map[a:1 b:[x y]]` */
export function goText(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (!isPlainObject(value)) return String(value);
  return `map[${namesOf(value)
    .map((name) => `${name}:${goText(memberOf(value, name))}`)
    .join(" ")}]`;
}

/** `map[string]interface {}{"a":1}` */
export function goSyntax(value: unknown): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quoteGo(value);
  if (Array.isArray(value)) return `${goType(value)}{${value.map(goSyntax).join(", ")}}`;
  if (!isPlainObject(value)) return String(value);
  const members = namesOf(value).map((name) => `${quoteGo(name)}:${goSyntax(memberOf(value, name))}`);
  return `${goType(value)}{${members.join(", ")}}`;
}

/** The type that Go has for a JSON value; of null what `%s` makes of no type. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return "%!s(<nil>)";
  if (Array.isArray(value)) return "[]interface {}";
  if (isPlainObject(value)) return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return Number.isInteger(Number(value)) ? "int64" : "float64";
}

const namesOf = (map: object): string[] => Object.keys(map).sort(compareUtf8);
