/**
 * Plans of calls that are strict: an operand that is an error is the result. Where costs are counted, a call is charged
 * once its operands and its result are there, as cel-go does it; which plan that takes is decided here, so that plans
 * that do not count have nothing to do with it.
 *
 * @module
 */
import type { FunctionCost } from "../types/costs.ts";
import { CelError, type Value } from "../types/values.ts";
import type { Evaluate, Frame } from "./frame.ts";

type Result = Value | CelError;
/** All operations return faults without a node; plans lay them to `exprId`. */
type UnaryOperation = (value: Value) => Result;
type BinaryOperation = (first: Value, second: Value, frame: Frame) => Result;
type VariadicOperation = (...values: Value[]) => Result;

/** Absent where costs are not counted. */
type Cost = FunctionCost | undefined;

export function planUnary(exprId: number, operation: UnaryOperation, operand: Evaluate, cost?: Cost): Evaluate {
  if (cost !== undefined) return planCountedUnary(exprId, operation, operand, cost);
  return (frame) => {
    const value = operand(frame);
    return value instanceof CelError ? value : laidTo(exprId, operation(value));
  };
}

function planCountedUnary(
  exprId: number,
  operation: UnaryOperation,
  operand: Evaluate,
  { track }: FunctionCost,
): Evaluate {
  return (frame) => {
    const value = operand(frame);
    const result = value instanceof CelError ? value : laidTo(exprId, operation(value));
    frame.charge(typeof track === "number" ? track : track(value, null, result));
    return result;
  };
}

/** Both operands are evaluated, also when the first is an error. */
export function planBinary(
  exprId: number,
  operation: BinaryOperation,
  left: Evaluate,
  right: Evaluate,
  cost?: Cost,
): Evaluate {
  if (cost !== undefined) return planCountedBinary(exprId, operation, left, right, cost);
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (first instanceof CelError) return first;
    return second instanceof CelError ? second : laidTo(exprId, operation(first, second, frame));
  };
}

function planCountedBinary(
  exprId: number,
  operation: BinaryOperation,
  left: Evaluate,
  right: Evaluate,
  { track }: FunctionCost,
): Evaluate {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    let result: Result;
    if (first instanceof CelError) result = first;
    else result = second instanceof CelError ? second : laidTo(exprId, operation(first, second, frame));
    frame.charge(typeof track === "number" ? track : track(first, second, result));
    return result;
  };
}

/** As `planBinary`, but an error as the first operand leaves the second alone, and the call uncharged. */
export function planPair(
  exprId: number,
  operation: BinaryOperation,
  left: Evaluate,
  right: Evaluate,
  cost?: Cost,
): Evaluate {
  return (frame) => {
    const first = left(frame);
    if (first instanceof CelError) return first;
    const second = right(frame);
    const result = second instanceof CelError ? second : laidTo(exprId, operation(first, second, frame));
    if (cost !== undefined)
      frame.charge(typeof cost.track === "number" ? cost.track : cost.track(first, second, result));
    return result;
  };
}

/** Any number of operands, up to the first error; the call is only charged when the last one was evaluated. */
export function planSequence(
  exprId: number,
  operation: VariadicOperation,
  operands: readonly Evaluate[],
  cost?: Cost,
): Evaluate {
  const last = operands.length - 1;
  return (frame) => {
    const values: Value[] = [];
    for (const [index, operand] of operands.entries()) {
      const value = operand(frame);
      if (value instanceof CelError) {
        if (index === last) chargeSequence(frame, cost, values, value);
        return value;
      }
      values.push(value);
    }
    const result = laidTo(exprId, operation(...values));
    chargeSequence(frame, cost, values, result);
    return result;
  };
}

/** Operands that are missing, as an error came in their place, are as good as that error. */
function chargeSequence(frame: Frame, cost: Cost, operands: readonly Result[], result: Result): void {
  if (cost === undefined) return;
  const [first = result, second = result] = operands;
  frame.charge(typeof cost.track === "number" ? cost.track : cost.track(first, second, result));
}

/** A plan that costs the same each time, whatever it gives. */
export function planCharged(evaluate: Evaluate, cost: number): Evaluate {
  if (cost === 0) return evaluate;
  return (frame) => {
    const value = evaluate(frame);
    frame.charge(cost);
    return value;
  };
}

function laidTo(exprId: number, result: Result): Result {
  return result instanceof CelError ? result.at(exprId) : result;
}
