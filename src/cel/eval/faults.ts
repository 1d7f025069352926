/**
 * The errors that several parts of the evaluator return. Errors that kube-apiserver shows have cel-go's messages.
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
 * Returns the error for an operator without an overload for its left operand. In cel-go, strings and times implement
 * the operators themselves and do not name them in the message.
 */
export function noOperator(name: string, left: Value): CelError {
  const isReceiver = typeof left === "string" || left instanceof Timestamp || left instanceof Duration;
  return isReceiver ? noSuchOverload : new CelError(`no such overload: ${name}`);
}

/** Returns the error for a function without an overload for its arguments; the receiver is the first argument. */
export function noOverloadFor(name: string, args: readonly Value[]): CelError {
  return new CelError(`no such overload: ${name}(${args.map(typeNameOf).join(", ")})`);
}

export function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${formatValue(key)}`);
}

export function conversionFault(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`);
}
