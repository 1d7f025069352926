/**
 * The operators and functions that the evaluator implements itself, by their internal names. Most receive evaluated
 * operands. Logic operators, conditionals and the choices between optionals decide which operands to evaluate; a logic
 * operator may absorb an error of one side.
 *
 * @module
 */
import { CelError, Optional, type Value } from "../types/values.ts";
import { add, type BinaryOperation, divide, modulo, multiply, negate, subtract } from "./arithmetic.ts";
import { type PlannedCall, planCallCompletion } from "./call.ts";
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

/** Values that cannot be compared are unequal, so `!=` is true for them, while `==` returns an error. */
const notEqual: BinaryOperation = (left, right) => equate(left, right) !== true;

/** Operators that evaluate both operands. */
export const binaryOperators: ReadonlyMap<string, BinaryOperation> = new Map<string, BinaryOperation>([
  ["_==_", equate],
  ["_!=_", notEqual],
  ordering("_<_", (order) => order < 0),
  ordering("_<=_", (order) => order <= 0),
  ordering("_>_", (order) => order > 0),
  ordering("_>=_", (order) => order >= 0),
  ["_-_", subtract],
  ["_*_", multiply],
  ["_/_", divide],
  ["_%_", modulo],
]);

/** Operators with one operand. */
export const unaryOperators: ReadonlyMap<string, (value: Value) => Value | CelError> = new Map([
  ["!_", (value) => (typeof value === "boolean" ? !value : noSuchOverload)],
  ["-_", negate],
]);

/**
 * Evaluates `+`. It counts the size of the result against a limit, since it may create large values from small ones.
 */
export function join(first: Value, second: Value, frame: Frame): Value | CelError {
  return countJoin(frame, first, second) ? add(first, second) : (frame.limitError ?? noSuchOverload);
}

/**
 * Evaluates `+` on the list that a comprehension builds. The list is created for each run of the loop, so it can be
 * extended in place.
 */
export function append(list: Value, added: Value, frame: Frame): Value | CelError {
  if (!Array.isArray(list) || !isList(added)) return join(list, added, frame);
  for (const element of added) list.push(element);
  return list;
}

/** Plans `+` of two strings. */
export function planTextJoin(call: PlannedCall, left: Evaluate, right: Evaluate): Evaluate {
  const { price } = call;
  const finish = planCallCompletion(call, join);
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (
      typeof first !== "string" ||
      typeof second !== "string" ||
      !frame.countJoinedSize(first.length + second.length)
    ) {
      return finish(frame, first, second);
    }
    const result = first + second;
    frame.charge(typeof price === "number" ? price : price(first, second, result));
    return result;
  };
}

function countJoin(frame: Frame, first: Value, second: Value): boolean {
  if (isList(first)) return !isList(second) || frame.countJoinedElements(first.length + second.length);
  const size = sizeOf(first);
  return size === undefined || frame.countJoinedSize(size + (sizeOf(second) ?? 0));
}

function sizeOf(value: Value): number | undefined {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : undefined;
}

/**
 * Plans `&&` (`absorbing` is false) or `||` (`absorbing` is true): if either side has that value, it is the result,
 * even if the other is an error.
 */
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

/** Plans `condition ? yes : no`. */
export function planConditional(exprId: number, condition: Evaluate, yes: Evaluate, no: Evaluate): Evaluate {
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return yes(frame);
    if (chosen === false) return no(frame);
    return chosen instanceof CelError ? chosen : noSuchOverload.at(exprId);
  };
}

/** Plans `@not_strictly_false`, the condition that continues a loop: true for any value but false, also for errors. */
export function planNotStrictlyFalse(operand: Evaluate): Evaluate {
  return (frame) => operand(frame) !== false;
}

/** Plans `a.or(b)`: evaluates the second optional only if the first is empty. */
export function planOr(exprId: number, first: Evaluate, second: Evaluate): Evaluate {
  return (frame) => {
    const optional = first(frame);
    if (optional instanceof CelError) return optional;
    if (!(optional instanceof Optional)) return noSuchOverload.at(exprId);
    return optional.value === undefined ? second(frame) : optional;
  };
}

/** Plans `a.orValue(b)`: evaluates the value only if the optional is empty. */
export function planOrValue(exprId: number, optional: Evaluate, otherwise: Evaluate): Evaluate {
  return (frame) => {
    const value = optional(frame);
    if (value instanceof CelError) return value;
    if (!(value instanceof Optional)) return noSuchOverload.at(exprId);
    return value.value === undefined ? otherwise(frame) : value.value;
  };
}
