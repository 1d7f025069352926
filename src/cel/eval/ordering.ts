/**
 * The ordering of values for `<`, `<=`, `>` and `>=`. Numbers of different types can be compared; an integer is rounded
 * to a double to compare it with one.
 *
 * @module
 */
import { CelError, Duration, Timestamp, Uint, type Value } from "../types/values.ts";
import { noOperator, noSuchOverload } from "./faults.ts";
import { compareBytes, compareText } from "./text.ts";

/**
 * Returns a number below, equal to or above 0 if `a` is less than, equal to or greater than `b`; an error, which may
 * name the operator, if they have no order.
 */
export function compareValues(a: Value, b: Value, operator = "compare"): number | CelError {
  if (isNumber(a)) return isNumber(b) ? compareOrderedNumbers(a, b) : noSuchOverload;
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : noSuchOverload;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : noSuchOverload;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? compareBytes(a, b) : noSuchOverload;
  if (a instanceof Timestamp) {
    return b instanceof Timestamp ? a.seconds - b.seconds || a.nanos - b.nanos : noSuchOverload;
  }
  if (a instanceof Duration) return b instanceof Duration ? compareBigints(a.nanos, b.nanos) : noSuchOverload;
  return noOperator(operator, a);
}

/** A value of one of the three number types. */
type NumberValue = bigint | number | Uint;

export function isNumber(value: Value): value is NumberValue {
  return typeof value === "bigint" || typeof value === "number" || value instanceof Uint;
}

/** Compares numbers like `compareValues`; NaN if one of them is NaN. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  if (typeof left === "bigint" && typeof right === "bigint") return compareBigints(left, right);
  if (typeof left === "number" && typeof right === "number") return left === right ? 0 : compareDoubles(left, right);
  return typeof left === "number" ? compareMixed(left, right as bigint) : -compareMixed(right as number, left);
}

function compareOrderedNumbers(a: NumberValue, b: NumberValue): number | CelError {
  const order = compareNumbers(a, b);
  return Number.isNaN(order) ? new CelError("NaN values cannot be ordered") : order;
}

/** As in cel-go, the integer is rounded to a double before the comparison. */
function compareMixed(double: number, integer: bigint): number {
  return compareDoubles(double, Number(integer));
}

function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a === b ? 0 : Number.NaN;
}

function compareBigints(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
