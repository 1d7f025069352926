/**
 * The functions that the evaluator treats itself, by their internal names. Operators get values; logic and the choices
 * between optionals decide by themselves what to evaluate, and an error on one side may be absorbed by the other.
 *
 * @module
 */
import { CelError, Optional, type Value } from "../types/values.ts";
import { add, type BinaryOperation, divide, modulo, multiply, negate, subtract } from "./arithmetic.ts";
import { type PlannedCall, planFinish } from "./call.ts";
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

/** Values that cannot be compared are not equal: that is an answer to `!=` only. */
const differ: BinaryOperation = (left, right) => equate(left, right) !== true;

/** Operators that need both operands. */
export const binaryOperators: ReadonlyMap<string, BinaryOperation> = new Map<string, BinaryOperation>([
  ["_==_", equate],
  ["_!=_", differ],
  ordering("_<_", (order) => order < 0),
  ordering("_<=_", (order) => order <= 0),
  ordering("_>_", (order) => order > 0),
  ordering("_>=_", (order) => order >= 0),
  ["_-_", subtract],
  ["_*_", multiply],
  ["_/_", divide],
  ["_%_", modulo],
]);

/** Operators of one operand. */
export const unaryOperators: ReadonlyMap<string, (value: Value) => Value | CelError> = new Map([
  ["!_", (value) => (typeof value === "boolean" ? !value : noSuchOverload)],
  ["-_", negate],
]);

/** `+`, which may make large values of small ones and so is counted. */
export function join(first: Value, second: Value, frame: Frame): Value | CelError {
  return mayJoin(frame, first, second) ? add(first, second) : (frame.exhausted ?? noSuchOverload);
}

/** `+` on the list that a comprehension builds: it is made again for every run of the loop and so may grow in place. */
export function append(list: Value, added: Value, frame: Frame): Value | CelError {
  if (!Array.isArray(list) || !isList(added)) return join(list, added, frame);
  for (const element of added) list.push(element);
  return list;
}

/** `+` of two texts. */
export function planTextJoin(call: PlannedCall, left: Evaluate, right: Evaluate): Evaluate {
  const { price } = call;
  const finish = planFinish(call, join);
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (typeof first !== "string" || typeof second !== "string" || !frame.join(first.length + second.length)) {
      return finish(frame, first, second);
    }
    const result = first + second;
    frame.charge(typeof price === "number" ? price : price(first, second, result));
    return result;
  };
}

function mayJoin(frame: Frame, first: Value, second: Value): boolean {
  if (isList(first)) return !isList(second) || frame.joinElements(first.length + second.length);
  const size = sizeOf(first);
  return size === undefined || frame.join(size + (sizeOf(second) ?? 0));
}

function sizeOf(value: Value): number | undefined {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : undefined;
}

/** `&&` with `absorbing` false, `||` with `absorbing` true: that value on either side decides, even if the other is an error. */
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

/** Values that keep a loop going: anything but false, errors too. */
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
