/**
 * Builds values of the well-known protobuf messages: `google.protobuf.Int64Value{value: 1}` is the number itself, a
 * `Struct` is a map.
 *
 * @module
 */
import { CelError, CelMap, Duration, Uint, type Value } from "../types/values.ts";
import { checkedTimestamp } from "./arithmetic.ts";
import { EntryMap } from "./entry-map.ts";
import { integerOverflow, unsignedOverflow } from "./faults.ts";
import { isList } from "./value-type.ts";

type FieldValues = ReadonlyMap<string, Value>;

/** Builds the value from the fields of the literal. */
export type BuildMessage = (fields: FieldValues) => Value | CelError;

const wrapperBuilder =
  (empty: Value, check: (value: Value) => Value | CelError = (value) => value): BuildMessage =>
  (fields) =>
    check(fields.get("value") ?? empty);

/** The builders by message name; other messages become objects. */
export const wellKnownBuilders: ReadonlyMap<string, BuildMessage> = new Map<string, BuildMessage>([
  ["google.protobuf.Any", () => new CelError("conversion error: google.protobuf.Any without a known message")],
  ["google.protobuf.BoolValue", wrapperBuilder(false)],
  ["google.protobuf.BytesValue", wrapperBuilder(new Uint8Array())],
  ["google.protobuf.DoubleValue", wrapperBuilder(0)],
  ["google.protobuf.Duration", buildDuration],
  [
    "google.protobuf.FloatValue",
    wrapperBuilder(0, (value) => (typeof value === "number" ? Math.fround(value) : value)),
  ],
  ["google.protobuf.Int32Value", wrapperBuilder(0n, checkedInt32)],
  ["google.protobuf.Int64Value", wrapperBuilder(0n)],
  ["google.protobuf.ListValue", (fields) => toJsonNumbers(fields.get("values") ?? [])],
  ["google.protobuf.StringValue", wrapperBuilder("")],
  ["google.protobuf.Struct", (fields) => toJsonNumbers(fields.get("fields") ?? new EntryMap())],
  ["google.protobuf.Timestamp", buildTimestamp],
  ["google.protobuf.UInt32Value", wrapperBuilder(new Uint(0n), checkedUint32)],
  ["google.protobuf.UInt64Value", wrapperBuilder(new Uint(0n))],
  ["google.protobuf.Value", buildJson],
]);

function checkedInt32(value: Value): Value | CelError {
  return typeof value === "bigint" && BigInt.asIntN(32, value) !== value ? integerOverflow : value;
}

function checkedUint32(value: Value): Value | CelError {
  return value instanceof Uint && BigInt.asUintN(32, value.value) !== value.value ? unsignedOverflow : value;
}

function buildDuration(fields: FieldValues): Value | CelError {
  const [seconds, nanos] = secondsAndNanos(fields);
  const total = seconds * 1_000_000_000n + nanos;
  return BigInt.asIntN(64, total) === total ? new Duration(total) : integerOverflow;
}

function buildTimestamp(fields: FieldValues): Value | CelError {
  const [seconds, nanos] = secondsAndNanos(fields);
  return checkedTimestamp(Number(seconds), Number(nanos));
}

/** Builds a JSON value; a `null_value` field of any number is null. */
function buildJson([member]: FieldValues): Value {
  return member === undefined || member[0] === "null_value" ? null : toJsonNumbers(member[1]);
}

function secondsAndNanos(fields: FieldValues): readonly [seconds: bigint, nanos: bigint] {
  const [seconds, nanos] = [fields.get("seconds"), fields.get("nanos")];
  return [typeof seconds === "bigint" ? seconds : 0n, typeof nanos === "bigint" ? nanos : 0n];
}

/** Converts a value to JSON types: all numbers become doubles. */
function toJsonNumbers(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (isList(value)) return value.map(toJsonNumbers);
  if (!(value instanceof CelMap)) return value;
  const map = new EntryMap();
  for (const key of value.keys()) map.set(key, toJsonNumbers(value.get(key) ?? null));
  return map;
}
