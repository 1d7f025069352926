/**
 * The functions that the evaluator treats itself, by their internal names. Operators get values; logic and the choices
 * between optionals decide by themselves what to evaluate, and an error on one side may be absorbed by the other.
 *
 * @module
 */
import { CelError, Optional, type Value } from "../types/values.ts";
import { isIn } from "./access.ts";
import { add, type BinaryOperation, divide, modulo, multiply, negate, subtract } from "./arithmetic.ts";
import { equate } from "./equality.ts";
import { noSuchOverload } from "./faults.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { compareValues } from "./ordering.ts";
import { isList } from "./value-type.ts";

const ordering = (name: string, holds: (order: number) => boolean): readonly [string, BinaryOperation] => [
  name,
  (left, right) => {
    const order = compareValues(left, right, name);
    return order instanceof CelError ? order : holds(order);
  },
];

/** Operators that need both operands; equality is apart, as it cannot fail. */
export const binaryOperators: ReadonlyMap<string, BinaryOperation> = new Map<string, BinaryOperation>([
  ordering("_<_", (order) => order < 0),
  ordering("_<=_", (order) => order <= 0),
  ordering("_>_", (order) => order > 0),
  ordering("_>=_", (order) => order >= 0),
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

/** In all plans `exprId` is the node that faults of the operation itself are laid to. */
export function planUnary(exprId: number, operation: (value: Value) => Value | CelError, operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError) return value;
    const result = operation(value);
    return result instanceof CelError ? result.at(exprId) : result;
  };
}

export function planBinary(exprId: number, operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    if (second instanceof CelError) return second;
    const result = operation(first, second);
    return result instanceof CelError ? result.at(exprId) : result;
  };
}

/** `==` with `expected` true, `!=` with `expected` false. */
export function planEquality(exprId: number, expected: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    if (second instanceof CelError) return second;
    const isEqual = equate(first, second);
    if (!(isEqual instanceof CelError)) return isEqual === expected;
    // What cannot be compared is not equal: that is an answer to `!=` only.
    return expected ? isEqual.at(exprId) : true;
  };
}

/** `+`, which may make large values of small ones and so is counted. */
export function planAdd(exprId: number, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    return second instanceof CelError ? second : join(exprId, frame, first, second);
  };
}

/** `+` on the list that a comprehension builds: it is made anew for every run of the loop and so may grow in place. */
export function planAppend(exprId: number, list: Evaluate, elements: Evaluate): Evaluate {
  return (frame) => {
    const built = list(frame);
    const added = elements(frame);
    if (built instanceof CelError) return built;
    if (added instanceof CelError) return added;
    if (!Array.isArray(built) || !isList(added)) return join(exprId, frame, built, added);
    for (const element of added) built.push(element);
    return built;
  };
}

function join(exprId: number, frame: Frame, first: Value, second: Value): Value | CelError {
  const result = mayJoin(frame, first, second) ? add(first, second) : (frame.exhausted ?? noSuchOverload);
  return result instanceof CelError ? result.at(exprId) : result;
}

function mayJoin(frame: Frame, first: Value, second: Value): boolean {
  const size = sizeOf(first);
  return size === undefined || frame.join(size + (sizeOf(second) ?? 0));
}

function sizeOf(value: Value): number | undefined {
  return typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : undefined;
}

/** `&&` with `absorbing` false, `||` with `absorbing` true: that value on either side decides, also beside an error. */
export function planLogic(exprId: number, absorbing: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    if (first === absorbing) return absorbing;
    const second = right(frame);
    if (second === absorbing) return absorbing;
    if (typeof first !== "boolean") return first instanceof CelError ? first : noSuchOverload.at(exprId);
    return typeof second === "boolean" || second instanceof CelError ? second : noSuchOverload.at(exprId);
  };
}

/** `condition ? yes : no`. */
export function planConditional(exprId: number, condition: Evaluate, yes: Evaluate, no: Evaluate): Evaluate {
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return yes(frame);
    if (chosen === false) return no(frame);
    return chosen instanceof CelError ? chosen : noSuchOverload.at(exprId);
  };
}

/** What keeps a loop going: anything but false, errors too. */
export function planNotStrictlyFalse(operand: Evaluate): Evaluate {
  return (frame) => operand(frame) !== false;
}

/** `a.or(b)`: the second optional is only evaluated when the first is empty. */
export function planOr(exprId: number, first: Evaluate, second: Evaluate): Evaluate {
  return (frame) => {
    const optional = first(frame);
    if (optional instanceof CelError) return optional;
    if (!(optional instanceof Optional)) return noSuchOverload.at(exprId);
    return optional.value === undefined ? second(frame) : optional;
  };
}

/** `a.orValue(b)`: the value is only evaluated when the optional is empty. */
export function planOrValue(exprId: number, optional: Evaluate, otherwise: Evaluate): Evaluate {
  return (frame) => {
    const value = optional(frame);
    if (value instanceof CelError) return value;
    if (!(value instanceof Optional)) return noSuchOverload.at(exprId);
    return value.value === undefined ? otherwise(frame) : value.value;
  };
}
