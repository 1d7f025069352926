/**
 * The type conversions of the standard library, including `type` and `dyn`.
 *
 * @module
 */
import { formatSeconds, parseDuration } from "../../text/duration.ts";
import { formatDouble, parseDouble } from "../../text/go-double.ts";
import { formatTimestamp, parseTimestamp } from "../../text/timestamp.ts";
import { checkedInt, checkedTimestamp, checkedUint } from "../eval/arithmetic.ts";
import { conversionFault, integerOverflow, unsignedOverflow } from "../eval/faults.ts";
import { decodeText, encodeText } from "../eval/text.ts";
import { typeOf } from "../eval/value-type.ts";
import { declareFunction, type FunctionDeclaration, overload } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../types/types.ts";
import { type CelError, Duration, type Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";

const a = paramType("A");
const identity = (value: Value): Value => value;

export const conversionFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "type",
    overload("type", [a], typeType(a), (value: Value) => new TypeValue(typeOf(value))),
  ),
  declareFunction(
    "bool",
    overload("bool_to_bool", [boolType], boolType, identity),
    overload("string_to_bool", [stringType], boolType, boolOfString),
  ),
  declareFunction(
    "bytes",
    overload("bytes_to_bytes", [bytesType], bytesType, identity),
    overload("string_to_bytes", [stringType], bytesType, encodeText),
  ),
  declareFunction(
    "double",
    overload("double_to_double", [doubleType], doubleType, identity),
    overload("int64_to_double", [intType], doubleType, Number),
    overload("string_to_double", [stringType], doubleType, doubleOfString),
    overload("uint64_to_double", [uintType], doubleType, ({ value }: Uint) => Number(value)),
  ),
  declareFunction(
    "duration",
    overload("duration_to_duration", [durationType], durationType, identity),
    overload("string_to_duration", [stringType], durationType, durationOfString),
  ),
  declareFunction("dyn", overload("to_dyn", [a], dynType, identity)),
  declareFunction(
    "int",
    overload("int64_to_int64", [intType], intType, identity),
    overload("double_to_int64", [doubleType], intType, intOfDouble),
    overload("duration_to_int64", [durationType], intType, ({ nanos }: Duration) => nanos),
    overload("string_to_int64", [stringType], intType, intOfString),
    overload("timestamp_to_int64", [timestampType], intType, ({ seconds }: Timestamp) => BigInt(seconds)),
    overload("uint64_to_int64", [uintType], intType, ({ value }: Uint) => checkedInt(value)),
  ),
  declareFunction(
    "string",
    overload("string_to_string", [stringType], stringType, identity),
    overload("bool_to_string", [boolType], stringType, String),
    overload("bytes_to_string", [bytesType], stringType, decodeText),
    overload("double_to_string", [doubleType], stringType, formatDouble),
    overload("duration_to_string", [durationType], stringType, formatSeconds),
    overload("int64_to_string", [intType], stringType, String),
    overload("timestamp_to_string", [timestampType], stringType, formatTimestamp),
    overload("uint64_to_string", [uintType], stringType, ({ value }: Uint) => String(value)),
  ),
  declareFunction(
    "timestamp",
    overload("timestamp_to_timestamp", [timestampType], timestampType, identity),
    overload("int64_to_timestamp", [intType], timestampType, (seconds: bigint) => checkedTimestamp(Number(seconds), 0)),
    overload("string_to_timestamp", [stringType], timestampType, timestampOfString),
  ),
  declareFunction(
    "uint",
    overload("uint64_to_uint64", [uintType], uintType, identity),
    overload("double_to_uint64", [doubleType], uintType, uintOfDouble),
    overload("int64_to_uint64", [intType], uintType, checkedUint),
    overload("string_to_uint64", [stringType], uintType, uintOfString),
  ),
];

function boolOfString(text: string): boolean | CelError {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : conversionFault("string", "bool");
}

function doubleOfString(text: string): number | CelError {
  return parseDouble(text) ?? conversionFault("string", "double");
}

function intOfString(text: string): bigint | CelError {
  const value = /^[+-]?\d+$/.test(text) ? checkedInt(wholeOf(text)) : undefined;
  return typeof value === "bigint" ? value : conversionFault("string", "int");
}

function uintOfString(text: string): Uint | CelError {
  const value = /^\d+$/.test(text) ? checkedUint(wholeOf(text)) : undefined;
  return value instanceof Uint ? value : conversionFault("string", "uint");
}

/**
 * How many digits to read: one more than a 64-bit number can have is enough to detect an overflow, and long numbers are
 * slow to read.
 */
const maxSignificantDigits = 21;

function wholeOf(text: string): bigint {
  const digits = text.replace(/^[+-]?0*/, "").slice(0, maxSignificantDigits);
  return text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
}

/** Excludes the limits of the int range: as doubles, they also represent numbers outside of it. */
function intOfDouble(value: number): bigint | CelError {
  return value > -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : integerOverflow;
}

function uintOfDouble(value: number): Uint | CelError {
  return value >= 0 && value < 2 ** 64 ? new Uint(BigInt(Math.trunc(value))) : unsignedOverflow;
}

function durationOfString(text: string): Duration | CelError {
  const parsed = parseDuration(text);
  return parsed.ok ? new Duration(parsed.value) : conversionFault("string", "google.protobuf.Duration");
}

function timestampOfString(text: string): Timestamp | CelError {
  const parsed = parseTimestamp(text);
  if (parsed === undefined) return conversionFault("string", "google.protobuf.Timestamp");
  return checkedTimestamp(parsed.seconds, parsed.nanos, parsed.offsetSeconds);
}
