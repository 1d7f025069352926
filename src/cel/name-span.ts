/**
 * What of an expression to underline for a fault. cel-go points at the dot before a field and at the parenthesis after
 * the name of a function; a reader looks for the name.
 *
 * @module
 */
import type { CelIssue } from "./syntax/ast.ts";

/** From the dot of a select, past an optional mark, to the field. */
const dot = /\.\s*\??\s*/y;
/** The name before an opening parenthesis. */
const nameBefore = /[\w.]*\w\s*$/;

/**
 * The characters to underline, as offsets into the text: the name of what is not declared, name and arguments of a call
 * that fits no overload, else what the issue says.
 */
export function nameSpan(
  { code, start, end }: CelIssue,
  text: string,
): { readonly start: number; readonly end: number } {
  dot.lastIndex = start;
  if (dot.test(text) && dot.lastIndex < end) return { start: dot.lastIndex, end };
  if (text[start] !== "(" || (code !== "undeclared" && code !== "overload")) return { start, end };
  const [name] = nameBefore.exec(text.slice(0, start)) ?? [""];
  const own = name.slice(name.lastIndexOf(".", name.trimEnd().length - 1) + 1);
  if (own === "") return { start, end };
  const nameStart = start - own.length;
  return code === "undeclared"
    ? { start: nameStart, end: nameStart + own.trimEnd().length }
    : { start: nameStart, end };
}
