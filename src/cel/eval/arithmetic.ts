/**
 * The arithmetic operators on values of any type: exact 64-bit integers, doubles and times, and the concatenation of
 * strings, bytes and lists.
 *
 * @module
 */
import { CelError, Duration, IdentityList, Timestamp, Uint, type Value } from "../types/values.ts";
import {
  divisionByZero,
  integerOverflow,
  modulusByZero,
  noOperator,
  noSuchOverload,
  timestampOverflow,
  unsignedOverflow,
} from "./faults.ts";
import { isList } from "./value-type.ts";

export type BinaryOperation = (left: Value, right: Value) => Value | CelError;

export const minInt = -(1n << 63n);
export const maxInt = (1n << 63n) - 1n;
const maxUint = (1n << 64n) - 1n;

/** The first second that a timestamp can have, and the last, in seconds since the epoch: years 1 to 9999. */
export const minTimestampSeconds = -62_135_596_800;
const maxTimestampSeconds = 253_402_300_799;

const nanosPerSecond = 1_000_000_000n;

/** Returns `value`, or an error if it does not fit into a signed 64-bit integer. */
export function checkedInt(value: bigint): bigint | CelError {
  return value < minInt || value > maxInt ? integerOverflow : value;
}

/** Returns `value`, or an error if it does not fit into an unsigned 64-bit integer. */
export function checkedUint(value: bigint): Uint | CelError {
  return value < 0n || value > maxUint ? unsignedOverflow : new Uint(value);
}

export const add: BinaryOperation = (left, right) => {
  if (typeof left === "bigint") return typeof right === "bigint" ? checkedInt(left + right) : noSuchOverload;
  if (typeof left === "number") return typeof right === "number" ? left + right : noSuchOverload;
  if (typeof left === "string") return typeof right === "string" ? left + right : noSuchOverload;
  if (left === null || typeof left === "boolean") return noOperator("_+_", left);
  if (isList(left)) return isList(right) ? joinLists(left, right) : noSuchOverload;
  if (left instanceof Uint) return right instanceof Uint ? checkedUint(left.value + right.value) : noSuchOverload;
  if (left instanceof Uint8Array) return right instanceof Uint8Array ? joinBytes(left, right) : noSuchOverload;
  if (left instanceof Timestamp) return right instanceof Duration ? shiftTimestamp(left, right.nanos) : noSuchOverload;
  if (!(left instanceof Duration)) return noOperator("_+_", left);
  if (right instanceof Timestamp) return shiftTimestamp(right, left.nanos);
  return right instanceof Duration ? durationOf(left.nanos + right.nanos) : noSuchOverload;
};

/** Concatenates lists. If one is empty, returns the other list itself, as cel-go does. */
function joinLists(left: readonly Value[], right: readonly Value[]): Value | CelError {
  if (left instanceof IdentityList) return left.joinedWith(right);
  if (left.length === 0) return right;
  return right.length === 0 ? left : [...left, ...right];
}

export const subtract: BinaryOperation = (left, right) => {
  if (typeof left === "bigint") return typeof right === "bigint" ? checkedInt(left - right) : noSuchOverload;
  if (typeof left === "number") return typeof right === "number" ? left - right : noSuchOverload;
  if (left instanceof Uint) return right instanceof Uint ? checkedUint(left.value - right.value) : noSuchOverload;
  if (left instanceof Timestamp) {
    if (right instanceof Timestamp) return timeBetween(right, left);
    return right instanceof Duration ? shiftTimestamp(left, -right.nanos) : noSuchOverload;
  }
  if (left instanceof Duration)
    return right instanceof Duration ? durationOf(left.nanos - right.nanos) : noSuchOverload;
  return noOperator("_-_", left);
};

export const multiply: BinaryOperation = (left, right) => {
  if (typeof left === "bigint") return typeof right === "bigint" ? checkedInt(left * right) : noSuchOverload;
  if (typeof left === "number") return typeof right === "number" ? left * right : noSuchOverload;
  if (left instanceof Uint) return right instanceof Uint ? checkedUint(left.value * right.value) : noSuchOverload;
  return noOperator("_*_", left);
};

export const divide: BinaryOperation = (left, right) => {
  if (typeof left === "number") return typeof right === "number" ? left / right : noSuchOverload;
  if (typeof left === "bigint") {
    if (typeof right !== "bigint") return noSuchOverload;
    return right === 0n ? divisionByZero : checkedInt(left / right);
  }
  if (!(left instanceof Uint)) return noOperator("_/_", left);
  if (!(right instanceof Uint)) return noSuchOverload;
  return right.value === 0n ? divisionByZero : new Uint(left.value / right.value);
};

export const modulo: BinaryOperation = (left, right) => {
  if (typeof left === "bigint") {
    if (typeof right !== "bigint") return noSuchOverload;
    if (right === 0n) return modulusByZero;
    return left === minInt && right === -1n ? integerOverflow : left % right;
  }
  if (!(left instanceof Uint)) return noOperator("_%_", left);
  if (!(right instanceof Uint)) return noSuchOverload;
  return right.value === 0n ? modulusByZero : new Uint(left.value % right.value);
};

export function negate(value: Value): Value | CelError {
  if (typeof value === "bigint") return checkedInt(-value);
  if (typeof value === "number") return -value;
  if (value instanceof Duration) return durationOf(-value.nanos);
  return typeof value === "boolean" ? noSuchOverload : noOperator("-_", value);
}

/** Returns a timestamp, or an error if it is outside of the years 1 to 9999. */
export function checkedTimestamp(seconds: number, nanos: number, offsetSeconds = 0): Timestamp | CelError {
  if (seconds < minTimestampSeconds || seconds > maxTimestampSeconds) return timestampOverflow;
  return new Timestamp(seconds, nanos, offsetSeconds);
}

function durationOf(nanos: bigint): Duration | CelError {
  const checked = checkedInt(nanos);
  return checked instanceof CelError ? checked : new Duration(checked);
}

/** As in cel-go, the whole seconds must fit by themselves, so the extreme durations cannot be reached. */
function timeBetween(start: Timestamp, end: Timestamp): Duration | CelError {
  const seconds = checkedInt((BigInt(end.seconds) - BigInt(start.seconds)) * nanosPerSecond);
  return seconds instanceof CelError ? seconds : durationOf(seconds + BigInt(end.nanos - start.nanos));
}

function nanosOf(time: Timestamp): bigint {
  return BigInt(time.seconds) * nanosPerSecond + BigInt(time.nanos);
}

function shiftTimestamp(time: Timestamp, byNanos: bigint): Timestamp | CelError {
  const shifted = nanosOf(time) + byNanos;
  const nanos = ((shifted % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  return checkedTimestamp(Number((shifted - nanos) / nanosPerSecond), Number(nanos), time.offsetSeconds);
}

function joinBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
