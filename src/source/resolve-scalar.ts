/**
 * Resolves a YAML scalar as the Go parser of the Kubernetes components does: YAML 1.1 booleans, Go's integer literals
 * with underscores, no base 60, dates as strings. Also resolves tags of scalars. `scalar-text.ts` decodes the text of a
 * scalar.
 *
 * @module
 */

import { failure, type Result, success } from "../text/result.ts";

/** A value that the reader passes on as JSON. The caller must refuse infinities and NaN. */
export type ScalarValue = string | number | bigint | boolean | null;

/** The value, or why the text does not fit the tag. */
type Resolution = Result<ScalarValue>;

const tagPrefix = "tag:yaml.org,2002:";

/** @param tag - resolved, `tag:yaml.org,2002:int`; tags with another prefix yield strings, as in Go */
export function resolveTagged(tag: string, text: string): Resolution {
  if (!tag.startsWith(tagPrefix)) return success(text);
  const type = tag.slice(tagPrefix.length);
  switch (type) {
    case "binary":
      return decodeBinary(text);
    case "bool":
    case "int":
    case "float":
    case "null":
    case "timestamp":
      return resolveAs(type, text);
    default:
      return success(text);
  }
}

/** Resolves an untagged plain scalar. */
export function resolvePlain(text: string): ScalarValue {
  const hint = text.length === 0 ? hintWord : hints[text.charCodeAt(0)];
  switch (hint) {
    case hintWord:
      return resolveWord(text);
    case hintDigit:
      return resolveDigits(text);
    case hintSign:
    case hintPoint:
      return words.has(text) ? resolveWord(text) : hint === hintPoint ? resolvePoint(text) : resolveNumber(text);
    default:
      return text;
  }
}

const hintWord = 1;
const hintDigit = 2;
const hintSign = 3;
const hintPoint = 4;

/** By the first character: the types of value that a scalar may have. */
const hints = new Uint8Array(0x80);
for (const letter of "yYnNtTfFoO~") hints[letter.charCodeAt(0)] = hintWord;
for (const digit of "0123456789") hints[digit.charCodeAt(0)] = hintDigit;
for (const sign of "+-") hints[sign.charCodeAt(0)] = hintSign;
hints[".".charCodeAt(0)] = hintPoint;

const words = new Map<string, ScalarValue>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map(entryWithValue(true)),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map(entryWithValue(false)),
  ...["", "~", "null", "Null", "NULL"].map(entryWithValue(null)),
  ...[".nan", ".NaN", ".NAN"].map(entryWithValue(Number.NaN)),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(entryWithValue(Number.POSITIVE_INFINITY)),
  ...["-.inf", "-.Inf", "-.INF"].map(entryWithValue(Number.NEGATIVE_INFINITY)),
]);

function entryWithValue(value: ScalarValue): (word: string) => [string, ScalarValue] {
  return (word) => [word, value];
}

const longestWord = 5;

function resolveWord(text: string): ScalarValue {
  if (text.length > longestWord) return text;
  const value = words.get(text);
  return value === undefined ? text : value;
}

/** Parses small decimal numbers directly, and everything else with the full grammar. */
function resolveDigits(text: string): ScalarValue {
  const length = text.length;
  const first = text.charCodeAt(0) - 0x30;
  if (length > 9 || (first === 0 && length > 1)) return resolveNumber(text);
  let value = first;
  for (let at = 1; at < length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return resolveNumber(text);
    value = value * 10 + digit;
  }
  return value;
}

const decimalFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const pointFloat = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/;
const integer = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const signedAfterPrefix = /^0b([-+][01]+)$/;

function resolvePoint(text: string): ScalarValue {
  return pointFloat.test(text) ? finiteOrText(Number(text), text) : text;
}

function resolveNumber(text: string): ScalarValue {
  const bare = text.includes("_") ? text.replaceAll("_", "") : text;
  const whole = parseInteger(bare);
  if (whole !== undefined) return whole;
  return decimalFloat.test(bare) ? finiteOrText(Number(bare), text) : text;
}

/** Returns the text for a number that is too large for a double, as Go does. */
function finiteOrText(value: number, text: string): ScalarValue {
  return Number.isFinite(value) ? value : text;
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const maxUint64 = 2n ** 64n - 1n;

/** Parses Go's integer literals within int64 and, without a sign, uint64. */
function parseInteger(text: string): number | bigint | undefined {
  const match = integer.exec(text);
  if (match === null) return parseSignedBinary(text);
  const [, sign, hex, binary, octal, decimal] = match;
  const digits = hex ? `0x${hex}` : binary ? `0b${binary}` : octal ? `0o${octal}` : (decimal ?? "0");
  const small = Number(digits);
  if (Number.isSafeInteger(small)) return sign === "-" ? 0 - small : small;
  if (small > 2 ** 64) return undefined;
  const magnitude = BigInt(digits);
  const value = sign === "-" ? -magnitude : magnitude;
  return value >= minInt64 && value <= (sign === "" ? maxUint64 : maxInt64) ? value : undefined;
}

/** Parses `0b-101`, an accident of Go's parser, because the components accept it. */
function parseSignedBinary(text: string): number | bigint | undefined {
  const digits = signedAfterPrefix.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const magnitude = BigInt(`0b${digits.slice(1)}`);
  const value = digits.startsWith("-") ? -magnitude : magnitude;
  if (value < minInt64 || value > maxInt64) return undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Whether Go reads a plain scalar as an integer, and not as a float with a whole value. */
export function isIntegerText(text: string): boolean {
  return parseInteger(text.replaceAll("_", "")) !== undefined;
}

type TaggedType = "bool" | "int" | "float" | "null" | "timestamp";

function resolveAs(type: TaggedType, text: string): Resolution {
  if (type === "timestamp" && isTimestamp(text)) return success(text);
  const value = resolvePlain(text);
  const found = typeOf(value, text);
  if (found === type) return success(value);
  if (type === "float" && found === "int" && Number(value) <= maxInt64) return success(Number(value));
  return failure(`cannot decode !!${found} \`${text}\` as a !!${type}`);
}

function typeOf(value: ScalarValue, text: string): TaggedType | "str" {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "str";
  return isIntegerText(text) ? "int" : "float";
}

const timestamps = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)$/,
  /^(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?$/,
  /^(\d{4})-(\d{1,2})-(\d{1,2})$/,
];

function isTimestamp(text: string): boolean {
  for (const format of timestamps) {
    const match = format.exec(text);
    if (match === null) continue;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
    const inRange = month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60;
    return inRange && day <= daysIn(year, month);
  }
  return false;
}

/** @param month - 1 to 12 */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes base64. Bytes that are not UTF-8 become U+FFFD, as in the conversion to JSON. */
function decodeBinary(text: string): Resolution {
  const compact = text.replaceAll(/[\r\n]/g, "");
  if (!base64.test(compact)) return failure("!!binary value contains invalid base64 data");
  const bytes = Uint8Array.from(atob(compact), (char) => char.charCodeAt(0));
  return success(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}
