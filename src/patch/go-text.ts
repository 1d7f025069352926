/**
 * Formats decoded JSON values as Go's `%#v` and `%T` do.
 *
 * @module
 */
import { goTypeOf, showGoValue } from "../json/go-value.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { quoteGo } from "../text/go-quote.ts";
import { compareUtf8 } from "../text/utf8.ts";

/** Formats as `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: unknown): string {
  if (value === null) return "interface {}(nil)";
  if (Array.isArray(value)) return `${goType(value)}{${value.map(goSyntax).join(", ")}}`;
  if (!isPlainObject(value)) return showGoValue(value);
  const names = Object.keys(value).sort(compareUtf8);
  const members = names.map((name) => `${quoteGo(name)}:${goSyntax(memberOf(value, name))}`);
  return `${goType(value)}{${members.join(", ")}}`;
}

/** Returns the Go type of a JSON value; for null, the text that `%s` prints for a missing type. */
export const goType = (value: unknown): string =>
  value === null || value === undefined ? "%!s(<nil>)" : goTypeOf(value);
