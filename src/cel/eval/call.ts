/**
 * Plans strict calls: if an operand is an error, it is the result. cel-go charges a call after its operands and its
 * result are evaluated; clustervet charges a call before making it if the cost depends only on the operands, so that a
 * call beyond the limit is never made.
 *
 * @module
 */
import type { FunctionCost, KnownOperands, Operand, TrackCost } from "../types/costs.ts";
import { CelError, type Value } from "../types/values.ts";
import { type Evaluate, Frame } from "./frame.ts";

/** Operations return errors without a node id; plans add the `exprId`. */
export type UnaryOperation = (value: Value) => Operand;
export type BinaryOperation = (first: Value, second: Value, frame: Frame) => Operand;
export type VariadicOperation = (...values: Value[]) => Operand;

/** The cost of a call: a number, or a function of its operands and result. */
export type Price = number | TrackCost;

/** Whether the cost is known before the call: functions with a third parameter read the result. */
export const isKnownBeforeCall = (price: Price): boolean => typeof price === "number" || price.length <= 2;

/** Charges a call, before or after it is made. */
export const chargeFor = (frame: Frame, price: Price, first: Operand, second: Operand, result: Operand): void =>
  frame.charge(typeof price === "number" ? price : price(first, second, result));

/** Returns the cost of a call with some constant operands; 0 if costs are not counted. */
export function priceOf(cost: FunctionCost | undefined, known: KnownOperands = noKnownOperands): Price {
  if (cost === undefined) return 0;
  return cost.trackKnowing?.(known) ?? cost.track;
}

const noKnownOperands: KnownOperands = { first: undefined, second: undefined };

/** The node id for the errors of a call, and its cost. */
export interface PlannedCall {
  readonly exprId: number;
  readonly price: Price;
}

export function planUnary({ exprId, price }: PlannedCall, operation: UnaryOperation, operand: Evaluate): Evaluate {
  const isEarly = isKnownBeforeCall(price);
  return (frame) => {
    const value = operand(frame);
    if (isEarly) chargeFor(frame, price, value, null, null);
    const result = value instanceof CelError ? value : withNodeId(exprId, operation(value));
    if (!isEarly) chargeFor(frame, price, value, null, result);
    return result;
  };
}

/** Plans a call of two operands; evaluates the second even if the first is an error. */
export function planBinary(call: PlannedCall, operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  const finish = planCallCompletion(call, operation);
  return (frame) => {
    const first = left(frame);
    return finish(frame, first, right(frame));
  };
}

/** The last part of a call, after both operands were evaluated: charges and makes it. */
export type CompleteCall = (frame: Frame, first: Operand, second: Operand) => Operand;

export function planCallCompletion({ exprId, price }: PlannedCall, operation: BinaryOperation): CompleteCall {
  const isEarly = isKnownBeforeCall(price);
  return (frame, first, second) => {
    if (isEarly) chargeFor(frame, price, first, second, null);
    let result: Operand;
    if (first instanceof CelError) result = first;
    else result = second instanceof CelError ? second : withNodeId(exprId, operation(first, second, frame));
    if (!isEarly) chargeFor(frame, price, first, second, result);
    return result;
  };
}

/**
 * Plans a call like `planBinary`, but if the first operand is an error, it neither evaluates the second nor charges the
 * call.
 */
export function planPair(call: PlannedCall, operation: BinaryOperation, left: Evaluate, right: Evaluate): Evaluate {
  const finish = planCallCompletion(call, operation);
  return (frame) => {
    const first = left(frame);
    return first instanceof CelError ? first : finish(frame, first, right(frame));
  };
}

/**
 * Plans a call of any number of operands; evaluates them up to the first error. The call is charged only if the last
 * operand was evaluated.
 */
export function planSequence(
  { exprId, price }: PlannedCall,
  operation: VariadicOperation,
  operands: readonly Evaluate[],
): Evaluate {
  const isEarly = isKnownBeforeCall(price) && operands.length >= 2;
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
    const result = withNodeId(exprId, operation(...values));
    if (!isEarly) chargeSequence(frame, price, values, result);
    return result;
  };
}

/** Charges a call; in place of missing operands it passes the error that ended the evaluation. */
function chargeSequence(frame: Frame, price: Price, operands: readonly Operand[], result: Operand): void {
  const [first = result, second = result] = operands;
  chargeFor(frame, price, first, second, result);
}

/** Plans a call with only constant operands: it is made once, and charged in each evaluation. */
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

/** Adds a fixed cost to a plan, independent of its result. */
export function withFixedCost(evaluate: Evaluate, cost: number): Evaluate {
  if (cost === 0) return evaluate;
  return (frame) => {
    const value = evaluate(frame);
    frame.charge(cost);
    return value;
  };
}

/** Returns the result; adds the node id to an error. */
export function withNodeId(exprId: number, result: Operand): Operand {
  return result instanceof CelError ? result.at(exprId) : result;
}
