/**
 * The `format` function of the string library: the clauses `%s %d %f %e %b %x %X %o` with an optional precision.
 *
 * There are two sets of rules. The legacy rules belong to versions 1 to 3 of the library, and thus to Kubernetes: they
 * quote values inside of lists and maps, group thousands, and write exponents with superscript digits. The standard
 * rules, from version 4 on, are those of the CEL specification.
 *
 * @module
 */
import { formatSeconds } from "../../text/duration.ts";
import { formatFixed, splitScientific } from "../../text/exact-decimal.ts";
import { formatDouble, formatPlain } from "../../text/go-double.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { formatTimestamp } from "../../text/timestamp.ts";
import { compareText, decodeText, encodeText } from "../eval/text.ts";
import { isList, typeNameOf } from "../eval/value-type.ts";
import { runtimeTypeName } from "../types/format-type.ts";
import { CelError, CelMap, Duration, Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";

const defaultPrecision = 6;

/** How a set of rules formats a value for each clause; the default precision is 6. */
interface FormatRules {
  /** The largest precision that a clause may have. */
  readonly maxPrecision: number;
  readonly string: (value: Value) => string | CelError;
  readonly decimal: (value: Value) => string | CelError;
  readonly fixed: (value: Value, precision: number) => string | CelError;
  readonly scientific: (value: Value, precision: number) => string | CelError;
  readonly binaryTypes: string;
  readonly hexTypes: string;
  readonly octalTypes: string;
}

/** Formats with the rules of versions 1 to 3 of the string library. */
export const formatLegacy = (format: string, args: readonly Value[]): string | CelError =>
  formatWith(legacyRules, format, args);

/** Formats with the rules of the CEL specification. */
export const formatStandard = (format: string, args: readonly Value[]): string | CelError =>
  formatWith(standardRules, format, args);

function formatWith(rules: FormatRules, format: string, args: readonly Value[]): string | CelError {
  let result = "";
  let argIndex = 0;
  for (let index = 0; index < format.length; ) {
    const percent = format.indexOf("%", index);
    if (percent < 0) return result + format.slice(index);
    result += format.slice(index, percent);
    if (format.startsWith("%%", percent)) {
      result += "%";
      index = percent + 2;
      continue;
    }
    const argument = args[argIndex];
    if (argument === undefined) return new CelError(`index ${argIndex} out of range`);
    if (percent + 1 === format.length) return new CelError("unexpected end of string");
    const clause = readClause(format, percent + 1, rules.maxPrecision);
    if (clause instanceof CelError) return new CelError(`could not parse formatting clause: ${clause.message}`);
    const text = formatClause(rules, clause, argument);
    if (text instanceof CelError) return new CelError(`error during formatting: ${text.message}`);
    result += text;
    argIndex++;
    index = clause.end;
  }
  return result;
}

interface Clause {
  readonly letter: string;
  readonly precision: number;
  readonly end: number;
}

const clauseLetters = "sdfebxXo";

function readClause(format: string, start: number, maxPrecision: number): Clause | CelError {
  let at = start;
  let precision = defaultPrecision;
  if (format.charAt(at) === ".") {
    const digits = /^[0-9]*/.exec(format.slice(at + 1))?.[0] ?? "";
    at += 1 + digits.length;
    if (at === format.length) return precisionFault("could not find end of precision specifier");
    const cause = digits === "" ? "invalid syntax" : Number(digits) >= 2 ** 63 ? "value out of range" : undefined;
    if (cause !== undefined) {
      return precisionFault(`error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${cause}`);
    }
    precision = Number(digits);
    if (precision > maxPrecision) {
      return precisionFault(`precision ${precision} exceeds maximum allowed precision ${maxPrecision}`);
    }
  }
  const letter = format.charAt(at);
  // For a character beyond ASCII, the message shows its first UTF-8 byte.
  const [firstByte = 0] = encodeText(letter);
  if (!clauseLetters.includes(letter)) {
    return new CelError(`unrecognized formatting clause "${String.fromCharCode(firstByte)}"`);
  }
  return { letter, precision, end: at + 1 };
}

const precisionFault = (message: string): CelError => new CelError(`error while parsing precision: ${message}`);

function formatClause(rules: FormatRules, { letter, precision }: Clause, value: Value): string | CelError {
  switch (letter) {
    case "s":
      return rules.string(value);
    case "d":
      return rules.decimal(value);
    case "f":
      return rules.fixed(value, precision);
    case "e":
      return rules.scientific(value, precision);
    case "b":
      return typeof value === "boolean"
        ? String(Number(value))
        : (integerText(value, 2) ?? wrongTypeError(`only ${rules.binaryTypes} can be formatted as binary`, value));
    case "o":
      return integerText(value, 8) ?? wrongTypeError(`octal clause can only be used on ${rules.octalTypes}`, value);
    default: {
      const text = hexText(value) ?? wrongTypeError(`only ${rules.hexTypes} can be formatted as hex`, value);
      return letter === "X" && typeof text === "string" ? text.toUpperCase() : text;
    }
  }
}

const wrongTypeError = (claim: string, value: Value): CelError =>
  new CelError(`${claim}, was given ${typeNameOf(value)}`);

/** Formats an int or uint in a base; undefined for other values. */
function integerText(value: Value, base: number): string | undefined {
  if (typeof value === "bigint") return value.toString(base);
  return value instanceof Uint ? value.value.toString(base) : undefined;
}

function hexText(value: Value): string | undefined {
  const bytes = typeof value === "string" ? encodeText(value) : value;
  if (!(bytes instanceof Uint8Array)) return integerText(value, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const stringClauseMessage =
  "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";

/**
 * Formats a value for which both sets of rules give the same text; undefined for doubles, bytes, lists, maps, times and
 * library values.
 */
function plainText(value: Value): string | undefined {
  if (value === null) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  return integerText(value, 10);
}

/** Formats a list of parts; returns the first error among them. */
function joinParts(parts: readonly (string | CelError)[]): string | CelError {
  const fault = parts.find((part) => part instanceof CelError);
  return fault ?? `[${parts.join(", ")}]`;
}

/** Formats the entries of a map, sorted by the text of the key. */
function formatEntries(
  map: CelMap,
  formatKey: (key: Value) => string | CelError,
  formatEntryValue: (value: Value) => string | CelError,
  separator: string,
): string | CelError {
  const entries: (readonly [key: string, text: string])[] = [];
  for (const key of map.keys()) {
    const keyText = formatKey(key);
    if (keyText instanceof CelError) return keyText;
    const text = formatEntryValue(map.get(key) ?? null);
    if (text instanceof CelError) return text;
    entries.push([keyText, `${keyText}${separator}${text}`]);
  }
  entries.sort(([a], [b]) => compareText(a, b));
  return `{${entries.map(([, text]) => text).join(", ")}}`;
}

const legacyRules: FormatRules = {
  maxPrecision: 1_000_000,
  string: legacyString,
  decimal: (value) => integerText(value, 10) ?? wrongTypeError("decimal clause can only be used on integers", value),
  fixed(value, precision) {
    const number = legacyNumber(value);
    if (number === undefined) return wrongTypeError("fixed-point clause can only be used on doubles", value);
    return infiniteSign(number) ?? groupThousands(formatFixed(number === 0 ? 0 : number, precision));
  },
  /** Uses the precision as a minimum width; there are always six digits after the point. */
  scientific(value, precision) {
    const number = legacyNumber(value);
    if (number === undefined) return wrongTypeError("scientific clause can only be used on doubles", value);
    return (infiniteSign(number) ?? raisedExponent(number)).padStart(precision);
  },
  binaryTypes: "integers and bools",
  hexTypes: "integers, byte buffers, and strings",
  octalTypes: "integers",
};

/** Returns the number of a double; also accepts the strings "NaN", "Infinity" and "-Infinity". */
function legacyNumber(value: Value): number | undefined {
  if (typeof value === "number") return value;
  return value === "NaN" || value === "Infinity" || value === "-Infinity" ? Number(value) : undefined;
}

function infiniteSign(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? undefined : value < 0 ? "-∞" : "∞";
}

const groupThousands = (digits: string): string => {
  const [whole = "", fraction] = digits.split(".");
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function raisedExponent(value: number): string {
  const { mantissa, power } = splitScientific(value === 0 ? 0 : value, defaultPrecision);
  const digits = String(Math.abs(power)).padStart(2, "0");
  const raised = Array.from(digits, (digit) => raisedDigits.charAt(Number(digit))).join("");
  return `${mantissa}×10${power < 0 ? "⁻" : ""}${raised}`;
}

function legacyString(value: Value): string | CelError {
  if (isList(value)) return legacyList(value);
  if (value instanceof CelMap) return legacyMap(value);
  if (typeof value === "number") return formatDouble(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatSeconds(value);
  if (value instanceof Uint8Array) return legacyBytes(value);
  return plainText(value) ?? wrongTypeError(stringClauseMessage, value);
}

function legacyBytes(bytes: Uint8Array): string | CelError {
  const text = decodeText(bytes);
  return text instanceof CelError ? new CelError(`could not convert argument "${text.message}" to string`) : text;
}

const legacyList = (list: readonly Value[]): string | CelError => joinParts(list.map(legacyLiteral));

const legacyMap = (map: CelMap): string | CelError => formatEntries(map, legacyKey, legacyLiteral, ":");

function legacyKey(key: Value): string | CelError {
  if (typeof key === "string" || typeof key === "boolean") return legacyLiteral(key);
  return integerText(key, 10) ?? new CelError(`no formatting function for map key of type ${typeNameOf(key)}`);
}

/** Formats a value inside of a list or map, as an expression would write it. */
function legacyLiteral(value: Value): string | CelError {
  if (typeof value === "string") return quoteGo(value);
  if (typeof value === "number") return legacyInnerDouble(value);
  if (value instanceof Timestamp) return `timestamp(${quoteGo(formatTimestamp(value))})`;
  if (value instanceof Duration) return `duration(${quoteGo(formatSeconds(value))})`;
  if (isList(value)) return legacyList(value);
  if (value instanceof CelMap) return legacyMap(value);
  if (value instanceof Uint8Array) {
    const text = legacyBytes(value);
    return text instanceof CelError ? text : `b${quoteGo(text)}`;
  }
  return plainText(value) ?? new CelError(`no formatting function for ${typeNameOf(value)}`);
}

const legacyInnerDouble = (value: number): string =>
  Number.isFinite(value) ? formatFixed(value, defaultPrecision) : `"${formatDouble(value)}"`;

const standardRules: FormatRules = {
  maxPrecision: 100,
  string: standardString,
  decimal: (value) =>
    typeof value === "number"
      ? standardDouble(value)
      : (integerText(value, 10) ??
        wrongTypeError("decimal clause can only be used on ints, uints, and doubles", value)),
  fixed: (value, precision) => standardNumber(value, "fixed-point", (number) => formatFixed(number, precision)),
  scientific: (value, precision) => standardNumber(value, "scientific", (number) => plainExponent(number, precision)),
  binaryTypes: "ints, uints, and bools",
  hexTypes: "ints, uints, bytes, and strings",
  octalTypes: "ints and uints",
};

function standardNumber(value: Value, clause: string, format: (number: number) => string): string | CelError {
  const number = value instanceof Uint ? Number(value.value) : typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number") {
    return wrongTypeError(`${clause} clause can only be used on ints, uints, and doubles`, value);
  }
  return Number.isFinite(number) ? format(number) : String(number);
}

function plainExponent(value: number, precision: number): string {
  const { mantissa, power } = splitScientific(value, precision);
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

const standardDouble = (value: number): string => (Number.isFinite(value) ? formatPlain(value) : String(value));

function standardString(value: Value): string | CelError {
  if (isList(value)) return joinParts(value.map(standardString));
  if (value instanceof CelMap) return formatEntries(value, standardString, standardString, ": ");
  if (typeof value === "number") return standardDouble(value);
  if (value instanceof Timestamp) return formatTimestamp({ ...value, offsetSeconds: 0 });
  if (value instanceof Duration) return formatSeconds(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return plainText(value) ?? wrongTypeError(stringClauseMessage, value);
}
