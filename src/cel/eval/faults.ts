/**
 * The errors that evaluation meets in several places, in cel-go's words where its callers show them.
 *
 * @module
 */
import { CelError, Duration, Timestamp, type Value } from "../types/values.ts";
import { formatValue } from "./format-value.ts";
import { typeNameOf } from "./value-type.ts";

export const noSuchOverload = new CelError("no such overload");
export const integerOverflow = new CelError("integer overflow");
export const unsignedOverflow = new CelError("unsigned integer overflow");
export const timestampOverflow = new CelError("timestamp overflow");
export const divisionByZero = new CelError("division by zero");
export const modulusByZero = new CelError("modulus by zero");

/**
 * No overload of an operator takes values of this type on its left. Strings and times answer for themselves in cel-go and
 * do not name the operator.
 */
export function noOperator(name: string, left: Value): CelError {
  const isReceiver = typeof left === "string" || left instanceof Timestamp || left instanceof Duration;
  return isReceiver ? noSuchOverload : new CelError(`no such overload: ${name}`);
}

/** No overload of a function takes these arguments; the receiver is the first. */
export function noOverloadFor(name: string, args: readonly Value[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map(typeNameOf).join(", ")})`);
}

export function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${formatValue(key)}`);
}

export function conversionFault(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`);
}
