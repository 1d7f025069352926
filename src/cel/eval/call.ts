/**
 * Plans of calls that are strict: an operand that is an error is the result. cel-go charges a call once its operands and its
 * result are there; here a call whose price its operands tell is charged before it is made, so that one beyond the limit never is.
 *
 * @module
 */
import type { FunctionCost, KnownOperands, Operand, TrackCost } from "../types/costs.ts";
import { CelError, type Value } from "../types/values.ts";
import { type Evaluate, Frame } from "./frame.ts";

/** All operations return faults without a node; plans lay them to `exprId`. */
export type UnaryOperation = (value: Value) => Operand;
export type BinaryOperation = (first: Value, second: Value, frame: Frame) => Operand;
export type VariadicOperation = (...values: Value[]) => Operand;

/** The charge for a call. */
export type Price = number | TrackCost;

/** Whether the operands tell the price: a function that takes the result, too, reads it. */
export const isKnownBefore = (price: Price): boolean => typeof price === "number" || price.length <= 2;

/** Charges a call, before or after it is made. */
export const chargeFor = (frame: Frame, price: Price, first: Operand, second: Operand, result: Operand): void =>
  frame.charge(typeof price === "number" ? price : price(first, second, result));

/** The charge for a call with some constant operands; nothing where costs are not counted. */
export function priceOf(cost: FunctionCost | undefined, known: KnownOperands = nothingKnown): Price {
  if (cost === undefined) return 0;
  return cost.trackKnowing?.(known) ?? cost.track;
}

const nothingKnown: KnownOperands = { first: undefined, second: undefined };

/** A call as its plan sees it: where faults are laid, and what it is charged. */
export interface PlannedCall {
  readonly exprId: number;
  readonly price: Price;
}

export function planUnary({ exprId, price }: PlannedCall, operation: UnaryOperation, operand: Evaluate): Evaluate {
  const isEarly = isKnownBefore(price);
  return (frame) => {
    const value = operand(frame);
    if (isEarly) chargeFor(frame, price, value, null, null);
    const result = value instanceof CelError ? value : laidTo(exprId, operation(value));
    if (!isEarly) chargeFor(frame, price, value, null, result);
    return result;
  };
}

/** Both operands are evaluated, also when the first is an error. */
export function planBinary(call: PlannedCall, operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  const finish = planFinish(call, operation);
  return (frame) => {
    const first = left(frame);
    return finish(frame, first, right(frame));
  };
}

/** The rest of a call of two operands when both are evaluated. */
export type Finish = (frame: Frame, first: Operand, second: Operand) => Operand;

export function planFinish({ exprId, price }: PlannedCall, operation: BinaryOperation): Finish {
  const isEarly = isKnownBefore(price);
  return (frame, first, second) => {
    if (isEarly) chargeFor(frame, price, first, second, null);
    let result: Operand;
    if (first instanceof CelError) result = first;
    else result = second instanceof CelError ? second : laidTo(exprId, operation(first, second, frame));
    if (!isEarly) chargeFor(frame, price, first, second, result);
    return result;
  };
}

/** As `planBinary`, but an error as the first operand leaves the second alone, and the call uncharged. */
export function planPair(call: PlannedCall, operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  const finish = planFinish(call, operation);
  return (frame) => {
    const first = left(frame);
    return first instanceof CelError ? first : finish(frame, first, right(frame));
  };
}

/** Any number of operands, up to the first error; the call is only charged when the last one was evaluated. */
export function planSequence(
  { exprId, price }: PlannedCall,
  operation: VariadicOperation,
  operands: readonly Evaluate[],
): Evaluate {
  const isEarly = isKnownBefore(price) && operands.length >= 2;
  return (frame) => {
    const values: Value[] = [];
    for (const operand of operands) {
      const value = operand(frame);
      if (value instanceof CelError) {
        if (values.length === operands.length - 1) chargeSequence(frame, price, values, value);
        return value;
      }
      values.push(value);
    }
    if (isEarly) chargeSequence(frame, price, values, null);
    const result = laidTo(exprId, operation(...values));
    if (!isEarly) chargeSequence(frame, price, values, result);
    return result;
  };
}

/** Operands that are missing, as an error came in their place, are as good as that error. */
function chargeSequence(frame: Frame, price: Price, operands: readonly Operand[], result: Operand): void {
  const [first = result, second = result] = operands;
  chargeFor(frame, price, first, second, result);
}

/** A call of constants: it is made once and charged each time. */
export function planConstantCall(evaluate: Evaluate): Evaluate {
  let known: { readonly result: Operand; readonly cost: number } | undefined;
  return (frame) => {
    if (known === undefined) {
      const own = new Frame(0);
      const result = evaluate(own);
      known = { result, cost: own.cost };
    }
    frame.charge(known.cost);
    return known.result;
  };
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

/** The result, a fault with the node that it comes from. */
export function laidTo(exprId: number, result: Operand): Operand {
  return result instanceof CelError ? result.at(exprId) : result;
}
