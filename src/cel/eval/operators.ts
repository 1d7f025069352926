/**
 * The functions that the evaluator treats itself, by their internal names. Operators get values; logic and the choices
 * between optionals decide by themselves what to evaluate, and an error on one side may be absorbed by the other.
 *
 * @module
 */
import { CelError, Optional, type Value } from "../types/values.ts";
import { isIn } from "./access.ts";
import { add, type BinaryOperation, divide, modulo, multiply, negate, subtract } from "./arithmetic.ts";
import { equalValues } from "./equality.ts";
import { noSuchOverload } from "./faults.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { compareValues } from "./ordering.ts";
import { isList } from "./value-type.ts";

const ordering =
  (holds: (order: number) => boolean): BinaryOperation =>
  (left, right) => {
    const order = compareValues(left, right);
    return order instanceof CelError ? order : holds(order);
  };

/** Operators that need both operands. */
export const binaryOperators: ReadonlyMap<string, BinaryOperation> = new Map<string, BinaryOperation>([
  ["_==_", equalValues],
  ["_!=_", (left, right) => !equalValues(left, right)],
  ["_<_", ordering((order) => order < 0)],
  ["_<=_", ordering((order) => order <= 0)],
  ["_>_", ordering((order) => order > 0)],
  ["_>=_", ordering((order) => order >= 0)],
  ["_-_", subtract],
  ["_*_", multiply],
  ["_/_", divide],
  ["_%_", modulo],
  ["@in", isIn],
]);

/** Operators of one operand. */
export const unaryOperators: ReadonlyMap<string, (value: Value) => Value | CelError> = new Map([
  ["!_", (value) => (typeof value === "boolean" ? !value : noSuchOverload)],
  ["-_", negate],
]);

export function planUnary(operation: (value: Value) => Value | CelError, operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame);
    return value instanceof CelError ? value : operation(value);
  };
}

export function planBinary(operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    return second instanceof CelError ? second : operation(first, second);
  };
}

/** `+`, which may make large values of small ones and so is counted. */
export function planAdd(left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    return second instanceof CelError ? second : join(frame, first, second);
  };
}

/** `+` on the list that a comprehension builds: it is made anew for every run of the loop and so may grow in place. */
export function planAppend(list: Evaluate, elements: Evaluate): Evaluate {
  return (frame) => {
    const built = list(frame);
    const added = elements(frame);
    if (built instanceof CelError) return built;
    if (added instanceof CelError) return added;
    if (!Array.isArray(built) || !isList(added)) return join(frame, built, added);
    for (const element of added) built.push(element);
    return built;
  };
}

function join(frame: Frame, first: Value, second: Value): Value | CelError {
  return mayJoin(frame, first, second) ? add(first, second) : (frame.exhausted ?? noSuchOverload);
}

function mayJoin(frame: Frame, first: Value, second: Value): boolean {
  const size = sizeOf(first);
  return size === undefined || frame.join(size + (sizeOf(second) ?? 0));
}

function sizeOf(value: Value): number | undefined {
  return typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : undefined;
}

/** `&&` with `absorbing` false, `||` with `absorbing` true: that value on either side decides, also beside an error. */
export function planLogic(absorbing: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    if (first === absorbing) return absorbing;
    const second = right(frame);
    if (second === absorbing) return absorbing;
    if (typeof first !== "boolean") return first instanceof CelError ? first : noSuchOverload;
    return typeof second === "boolean" || second instanceof CelError ? second : noSuchOverload;
  };
}

/** `condition ? yes : no`. */
export function planConditional(condition: Evaluate, yes: Evaluate, no: Evaluate): Evaluate {
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return yes(frame);
    if (chosen === false) return no(frame);
    return chosen instanceof CelError ? chosen : noSuchOverload;
  };
}

/** What keeps a loop going: anything but false, errors too. */
export function planNotStrictlyFalse(operand: Evaluate): Evaluate {
  return (frame) => operand(frame) !== false;
}

/** `a.or(b)`: the second optional is only evaluated when the first is empty. */
export function planOr(first: Evaluate, second: Evaluate): Evaluate {
  return (frame) => {
    const optional = first(frame);
    if (optional instanceof CelError) return optional;
    if (!(optional instanceof Optional)) return noSuchOverload;
    return optional.value === undefined ? second(frame) : optional;
  };
}

/** `a.orValue(b)`: the value is only evaluated when the optional is empty. */
export function planOrValue(optional: Evaluate, otherwise: Evaluate): Evaluate {
  return (frame) => {
    const value = optional(frame);
    if (value instanceof CelError) return value;
    if (!(value instanceof Optional)) return noSuchOverload;
    return value.value === undefined ? otherwise(frame) : value.value;
  };
}
