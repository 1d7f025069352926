/**
 * cel-go's string library by version: Kubernetes had version 0 up to 1.28 and has version 2 since; no release has the
 * newest version. Positions and lengths count code points.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import { goEscapes } from "../../text/go-escapes.ts";
import { formatValue } from "../eval/format-value.ts";
import { toWellFormed } from "../eval/text.ts";
import {
  declareFunction,
  type FunctionDeclaration,
  type Library,
  member,
  overload,
  type TypedImplementation,
} from "../types/declarations.ts";
import { dynType, intType, listType, stringType } from "../types/types.ts";
import { CelError, type Value } from "../types/values.ts";
import { stringCosts } from "./string-costs.ts";
import { formatLegacy, formatStandard } from "./string-format.ts";

const listOfString = listType(stringType);

const functionsOfVersion0: readonly FunctionDeclaration[] = [
  declareFunction("charAt", member("string_char_at_int", [stringType, intType], stringType, charAt)),
  declareFunction(
    "indexOf",
    member("string_index_of_string", [stringType, stringType], intType, indexOf),
    member("string_index_of_string_int", [stringType, stringType, intType], intType, indexOf),
  ),
  declareFunction(
    "lastIndexOf",
    member("string_last_index_of_string", [stringType, stringType], intType, lastIndexOf),
    member("string_last_index_of_string_int", [stringType, stringType, intType], intType, lastIndexOf),
  ),
  declareFunction("lowerAscii", member("string_lower_ascii", [stringType], stringType, lowerAscii)),
  declareFunction(
    "replace",
    member("string_replace_string_string", [stringType, stringType, stringType], stringType, replace),
    member("string_replace_string_string_int", [stringType, stringType, stringType, intType], stringType, replace),
  ),
  declareFunction(
    "split",
    member("string_split_string", [stringType, stringType], listOfString, split),
    member("string_split_string_int", [stringType, stringType, intType], listOfString, split),
  ),
  declareFunction(
    "substring",
    member("string_substring_int", [stringType, intType], stringType, substring),
    member("string_substring_int_int", [stringType, intType, intType], stringType, substring),
  ),
  declareFunction("trim", member("string_trim", [stringType], stringType, trim)),
  declareFunction("upperAscii", member("string_upper_ascii", [stringType], stringType, upperAscii)),
  declareFunction(
    "join",
    member("list_join", [listOfString], stringType, join),
    member("list_join_string", [listOfString, stringType], stringType, join),
  ),
];

const functionsOfVersion1 = (format: TypedImplementation): readonly FunctionDeclaration[] => [
  declareFunction("format", member("string_format", [stringType, listType(dynType)], stringType, format)),
  declareFunction("strings.quote", overload("strings_quote", [stringType], stringType, quote)),
];

const functionsOfVersion3: readonly FunctionDeclaration[] = [
  declareFunction("reverse", member("string_reverse", [stringType], stringType, reverse)),
];

const libraryName = "cel.lib.ext.strings";

export const stringsLibraryVersion0: Library = {
  name: libraryName,
  functions: functionsOfVersion0,
  costs: stringCosts,
  until: "1.29",
};

export const stringsLibrary: Library = {
  name: libraryName,
  functions: [...functionsOfVersion0, ...functionsOfVersion1(formatLegacy)],
  costs: stringCosts,
  since: "1.29",
};

/** The newest version; no Kubernetes release enables it. */
export const stringsLibraryLatest: Library = {
  name: libraryName,
  functions: [...functionsOfVersion0, ...functionsOfVersion1(formatStandard), ...functionsOfVersion3],
  costs: stringCosts,
};

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`);

const hasSurrogates = /[\ud800-\udfff]/;

/** Returns the UTF-16 offset of the code point at `index`, which is at most the length in code points. */
function unitAt(text: string, index: number): number {
  if (!hasSurrogates.test(text)) return index;
  let unit = 0;
  for (let left = index; left > 0; left--) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

/** Returns the code point at `index`; empty at the end of the text. */
function charAt(text: string, index: bigint): string | CelError {
  if (index < 0n || index > codePointCount(text)) return outOfRange(index);
  const code = text.codePointAt(unitAt(text, Number(index)));
  return code === undefined ? "" : String.fromCodePoint(code);
}

/**
 * Returns the position of `part`, or -1; the position of an empty part is `from`, or the end if `from` is beyond it.
 */
function indexOf(text: string, part: string, from = 0n): bigint | CelError {
  if (from < 0n) return outOfRange(from);
  const length = codePointCount(text);
  if (part === "") return from > length ? BigInt(length) : from;
  if (from >= length) return -1n;
  return positionOf(text, text.indexOf(part, unitAt(text, Number(from))));
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint | CelError {
  if (from !== undefined && from < 0n) return outOfRange(from);
  const length = codePointCount(text);
  if (part === "") return from === undefined || from > length ? BigInt(length) : from;
  if (from !== undefined && from >= length) return -1n;
  return positionOf(text, text.lastIndexOf(part, from === undefined ? undefined : unitAt(text, Number(from))));
}

/** Converts a position in UTF-16 units to code points; keeps -1. */
const positionOf = (text: string, unit: number): bigint => BigInt(unit < 0 ? -1 : codePointCount(text.slice(0, unit)));

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * Makes at most `limit` replacements from the left; all if it is negative. An empty part matches around each code
 * point.
 */
function replace(text: string, part: string, replacement: string, limit = -1n): string {
  if (part === replacement || limit === 0n) return text;
  if (limit < 0n && part !== "") return text.split(part).join(replacement);
  const pieces = part === "" ? ["", ...text] : text.split(part);
  const count = pieces.length - 1 + (part === "" ? 1 : 0);
  const used = limit < 0n || limit > count ? count : Number(limit);
  if (part === "") return pieces.map((piece, index) => piece + (index < used ? replacement : "")).join("");
  return [pieces.slice(0, used + 1).join(replacement), ...pieces.slice(used + 1)].join(part);
}

/**
 * Splits into at most `limit` parts, the last of which contains the rest; into all parts if it is negative. An empty
 * separator splits the text into code points.
 */
function split(text: string, separator: string, limit = -1n): readonly string[] {
  if (limit === 0n) return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  if (limit < 0n || limit >= parts.length) return parts;
  const last = Number(limit) - 1;
  return [...parts.slice(0, last), parts.slice(last).join(separator)];
}

function substring(text: string, start: bigint, end?: bigint): string | CelError {
  if (end !== undefined && start > end) return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  const length = codePointCount(text);
  if (start < 0n || start > length) return outOfRange(start);
  if (end !== undefined && end > length) return outOfRange(end);
  return text.slice(unitAt(text, Number(start)), end === undefined ? undefined : unitAt(text, Number(end)));
}

const space = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Removes Unicode white space, which differs from that of JavaScript's `trim`. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function join(list: readonly Value[], separator = ""): string | CelError {
  const misfit = list.find((value) => typeof value !== "string");
  if (misfit !== undefined) return new CelError(`join: invalid input: ${formatValue(misfit)}`);
  return list.join(separator);
}

/** Quotes a string as an expression would write it. */
function quote(text: string): string {
  return `"${toWellFormed(text).replace(/[^ !#-[\]-~]/g, (character) => goEscapes.get(character) ?? character)}"`;
}

function reverse(text: string): string {
  return [...text].reverse().join("");
}
