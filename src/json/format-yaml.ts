/**
 * JSON values as YAML in the block style that kubectl prints. Readers of YAML 1.1 and of 1.2 find the same value: a text that
 * either of them takes for something else is quoted.
 *
 * @module
 */
import { formatJson } from "./format-json.ts";

/** Levels of lists and maps in block style. Deeper ones are JSON, which is YAML, too: indentation would grow with the square of the depth. */
const maxBlockLevels = 32;
/** UTF-16 units of a key before its colon; YAML allows 1,024 characters there. A longer one comes behind `?`. */
const maxImplicitKeyLength = 128;
const step = "  ";

/** A single line that is a text without quotes; `reserved` has the exceptions. Nothing in it ends a text or begins a comment. */
const plainText = /^(?:[A-Za-z_/$]|\.[A-Za-z]|--?[A-Za-z])(?:[!"$-9;-~]|:(?=[!-~])| +(?=[!"$-9;-~]))*$/;
const reserved = /^(?:true|false|yes|no|on|off|null|y|n|\.inf|\.nan|-?\.?e[-+]?[\d_]+)$/i;
/** `100m`, `128Mi`, `30s`: a letter that no number has. */
const numberWithUnit = /^\d+[a-df-wyzA-DF-WYZ][a-zA-Z]?$/;
/** Lines that can be written as they are: no blanks at the beginning, and one line break at most behind the last character. */
const lines = /^(?=\S)[\t\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*(?<=\S\n?)$/u;
/** Characters that YAML 1.1 takes for a line break, for no character or for the mark that begins a file. */
const needsEscape = /[^\t\n -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Ends with a line break. Halves of characters become U+FFFD: YAML has no escape for them. */
export function formatYaml(value: unknown): string {
  return `${isBlock(value) ? blockText(value, "", 0) : scalarText(value)}\n`;
}

/** The value as an item of a list that is not indented, with a line break at its end. */
export const formatYamlItem = (value: unknown): string => `${itemText(value, "", 0)}\n`;

/** The value on one line, as JSON in which all characters are escaped that mean something to YAML alone. */
export const formatFlow = (value: unknown): string => escapeText(formatJson(value));

const isBlock = (value: unknown): value is object =>
  typeof value === "object" && value !== null && (Array.isArray(value) ? value.length > 0 : hasMembers(value));

function hasMembers(value: object): boolean {
  for (const name in value) if ((value as Record<string, unknown>)[name] !== undefined) return true;
  return false;
}

/** @param indent - what each line but the first begins with */
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

/** With the blank between it and its key or dash. */
function valueText(value: unknown, indent: string): string {
  if (typeof value !== "string" || !value.includes("\n") || !lines.test(value)) return ` ${scalarText(value)}`;
  return ` ${value.endsWith("\n") ? "|" : "|-"}\n${indent}${step}${value.trimEnd().replace(/\n(?=[^\n])/g, `\n${indent}${step}`)}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  const text = formatFlow(value);
  // Without a point YAML 1.1 has no exponents.
  return typeof value === "number" ? text.replace(/^(-?\d+)e/, "$1.0e") : text;
}

const textOf = (text: string): string =>
  (plainText.test(text) && !reserved.test(text)) || numberWithUnit.test(text)
    ? text
    : escapeText(JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd")));

const escapeText = (json: string): string =>
  json.replace(needsEscape, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
