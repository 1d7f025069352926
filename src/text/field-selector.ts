/**
 * The text grammar of field selectors: `metadata.name=x,status.phase!=Failed`, with the messages of the API server.
 *
 * @module
 */
import { failure, type Result, success } from "./result.ts";
import { compareUtf8 } from "./utf8.ts";

export interface FieldRequirement {
  /** As written; the grammar sets it no bounds. */
  readonly field: string;
  readonly operator: "=" | "!=";
  /** Without escapes. */
  readonly value: string;
}

/** All requirements must hold; sorted by their text. */
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
    // Says nothing and is dropped.
    if (field === "" && value.value === "") continue;
    requirements.push({ field, operator: operator === "!=" ? "!=" : "=", value: value.value });
  }
  return success(requirements);
}

/** Canonical text; reads back as the same selector. */
export const formatFieldSelector = (selector: FieldSelector): string =>
  selector.map(({ field, operator, value }) => field + operator + value.replace(/[\\,=]/g, "\\$&")).join(",");

/** Parts between commas; a backslash takes the meaning from the character behind it. */
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
