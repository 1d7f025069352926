/**
 * The grammar of field selectors, `metadata.name=x,status.phase!=Failed`, with the API server's error messages.
 *
 * @module
 */
import { failure, type Result, success } from "./result.ts";
import { compareUtf8 } from "./utf8.ts";

export interface FieldRequirement {
  /** The field as written; the grammar does not restrict it. */
  readonly field: string;
  readonly operator: "=" | "!=";
  /** The value without escapes. */
  readonly value: string;
}

/** All requirements must match. They are sorted by their text. */
export type FieldSelector = readonly FieldRequirement[];

export function parseFieldSelector(text: string): Result<FieldSelector> {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).toSorted(compareUtf8)) {
    if (term === "") continue;
    const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
    if (match === null) return failure(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field = "", operator, rawValue = ""] = match;
    const value = unescapeValue(rawValue);
    if (!value.ok) return value;
    // A term without field and value is dropped.
    if (field === "" && value.value === "") continue;
    requirements.push({ field, operator: operator === "!=" ? "!=" : "=", value: value.value });
  }
  return success(requirements);
}

/** Returns the canonical text, which parses to the same selector. */
export const formatFieldSelector = (selector: FieldSelector): string =>
  selector.map(({ field, operator, value }) => field + operator + value.replace(/[\\,=]/g, "\\$&")).join(",");

/** Splits at commas that no backslash escapes. */
const splitTerms = (text: string): readonly string[] => text.match(/(?:^|(?<=,))(?:\\.?|[^\\,])*(?=,|$)/gsu) ?? [];

function unescapeValue(raw: string): Result<string> {
  let value = "";
  for (const [piece] of raw.matchAll(/\\.?|[^\\]/gsu)) {
    if (piece === "," || piece === "=") {
      return failure(`invalid field selector: unescaped character in value: ${piece.charCodeAt(0)}`);
    }
    if (piece.startsWith("\\") && !["\\\\", "\\,", "\\="].includes(piece)) {
      return failure(`invalid field selector: invalid escape sequence: ${piece}`);
    }
    value += piece.startsWith("\\") ? piece.slice(1) : piece;
  }
  return success(value);
}
