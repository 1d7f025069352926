/**
 * Formats JSON values as YAML in the block style of kubectl. Parsers of YAML 1.1 and 1.2 read the same value: a string
 * that either of them would read as something else is quoted.
 *
 * @module
 */
import { formatJson } from "./format-json.ts";

/**
 * Deepest level of lists and maps in block style. Deeper ones are written as JSON, which is valid YAML, since
 * indentation would grow with the square of the depth.
 */
const maxBlockLevels = 32;
/** Longest key before a colon, in UTF-16 units; YAML allows 1,024 characters. A longer key is written after `?`. */
const maxImplicitKeyLength = 128;
const step = "  ";

/**
 * Matches a single line that YAML reads as a string without quotes, except for `reserved`. No part of it ends a string
 * or begins a comment.
 */
const plainText = /^(?:[A-Za-z_/$]|\.[A-Za-z]|--?[A-Za-z])(?:[!"$-9;-~]|:(?=[!-~])| +(?=[!"$-9;-~]))*$/;
const reserved = /^(?:true|false|yes|no|on|off|null|y|n|\.inf|\.nan|-?\.?e[-+]?[\d_]+)$/i;
/** Matches `100m`, `128Mi` or `30s`: a letter that no number contains. */
const numberWithUnit = /^\d+[a-df-wyzA-DF-WYZ][a-zA-Z]?$/;
/** Matches text for a literal block: no blanks at the start, and at most one line break at the end. */
const literalBlockText =
  /^(?=\S)[\t\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*(?<=\S\n?)$/u;
/** Matches characters that YAML 1.1 reads as a line break or as a byte order mark, or does not allow. */
const needsEscape = /[^\t\n -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Formats a document, with a line break at the end. Replaces lone surrogates by U+FFFD, since YAML has no escape for
 * them.
 */
export function formatYaml(value: unknown): string {
  return `${isBlock(value) ? blockText(value, "", 0) : scalarText(value)}\n`;
}

/** Formats the value as an item of a list without indentation, with a line break at the end. */
export const formatYamlItem = (value: unknown): string => `${itemText(value, "", 0)}\n`;

/** Formats the value on one line, as JSON with escapes for all characters that have a meaning only in YAML. */
export const formatFlow = (value: unknown): string => escapeText(formatJson(value));

const isBlock = (value: unknown): value is object =>
  typeof value === "object" && value !== null && (Array.isArray(value) ? value.length > 0 : hasMembers(value));

function hasMembers(value: object): boolean {
  for (const name in value) if ((value as Record<string, unknown>)[name] !== undefined) return true;
  return false;
}

/** @param indent - the indentation of each line but the first */
function blockText(value: object, indent: string, level: number): string {
  if (level >= maxBlockLevels) return scalarText(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += (text === "" ? "" : `\n${indent}`) + itemText(item, indent, level);
    return text;
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    if (text !== "") text += `\n${indent}`;
    text += keyText(name, indent);
    if (!isBlock(member) || level + 1 >= maxBlockLevels) text += valueText(member, indent);
    // A list below a key is not indented.
    else if (Array.isArray(member)) text += `\n${indent}${blockText(member, indent, level + 1)}`;
    else text += `\n${indent}${step}${blockText(member, indent + step, level + 1)}`;
  }
  return text;
}

const itemText = (item: unknown, indent: string, level: number): string =>
  isBlock(item) ? `- ${blockText(item, indent + step, level + 1)}` : `-${valueText(item, indent)}`;

function keyText(name: string, indent: string): string {
  const text = textOf(name);
  return text.length > maxImplicitKeyLength ? `? ${text}\n${indent}:` : `${text}:`;
}

/** Formats a value with the space that separates it from its key or dash. */
function valueText(value: unknown, indent: string): string {
  if (typeof value !== "string" || !value.includes("\n") || !literalBlockText.test(value))
    return ` ${scalarText(value)}`;
  return ` ${value.endsWith("\n") ? "|" : "|-"}\n${indent}${step}${value.trimEnd().replace(/\n(?=[^\n])/g, `\n${indent}${step}`)}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  const text = formatFlow(value);
  // YAML 1.1 requires a point in numbers with an exponent.
  return typeof value === "number" ? text.replace(/^(-?\d+)e/, "$1.0e") : text;
}

const textOf = (text: string): string =>
  (plainText.test(text) && !reserved.test(text)) || numberWithUnit.test(text)
    ? text
    : escapeText(JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")));

const escapeText = (json: string): string =>
  json.replace(needsEscape, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
