/**
 * Fast arithmetic with JavaScript numbers for sub-trees that the checker proves to be ints: `size(name) <= 63`, `n * 3
 * + 1`.
 *
 * These sub-trees contain only constants, variables, fields, sizes and operators, whose costs are known when planning.
 * A lane computes such a sub-tree without charging. It returns NaN if a value is missing or has an unexpected type, if
 * a number is not a safe integer, or if an operator fails; then the general plan evaluates the sub-tree from the start.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import type { Operand } from "../types/costs.ts";
import { CelMap } from "../types/values.ts";
import { chargesOf, type Evaluate, type Frame } from "./frame.ts";
import { relations } from "./literal-operand.ts";

/** Computes a safe integer, or NaN if the lane gives up. */
type Compute = (frame: Frame) => number;

export interface IntPlan {
  readonly compute: Compute;
  /** The costs of the sub-tree's nodes, in the order of evaluation. */
  readonly steps: readonly number[];
}

/** Reads a value without charging; undefined if that is not possible. */
export type Peek = (frame: Frame) => Operand | undefined;

export function constantIntPlan(value: bigint): IntPlan | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? { compute: () => number, steps: [] } : undefined;
}

/** The lane of a variable or a field. */
export function valueIntPlan(peek: Peek, steps: readonly number[]): IntPlan {
  const compute: Compute = (frame) => {
    const value = peek(frame);
    return typeof value === "bigint" ? safeOrNaN(Number(value)) : Number.NaN;
  };
  return { compute, steps };
}

/** The lane of `size(value)`. */
export function sizeIntPlan(peek: Peek, steps: readonly number[]): IntPlan {
  const compute: Compute = (frame) => {
    const value = peek(frame);
    if (typeof value === "string") return codePointCount(value);
    if (Array.isArray(value)) return value.length;
    return value instanceof CelMap ? value.size : Number.NaN;
  };
  return { compute, steps };
}

/** The lane of an arithmetic operator; undefined for other functions. */
export function operatorIntPlan(name: string, left: IntPlan, right: IntPlan, cost: number): IntPlan | undefined {
  const compute = computeWith(name, left.compute, right.compute);
  return compute && { compute, steps: [...left.steps, ...right.steps, cost] };
}

function computeWith(name: string, left: Compute, right: Compute): Compute | undefined {
  switch (name) {
    case "_+_":
      return (frame) => safeOrNaN(left(frame) + right(frame));
    case "_-_":
      return (frame) => safeOrNaN(left(frame) - right(frame));
    case "_*_":
      return (frame) => safeOrNaN(left(frame) * right(frame));
    case "_/_":
      // The result of a division by zero is not a safe integer.
      return (frame) => safeOrNaN(Math.trunc(left(frame) / right(frame)));
    case "_%_":
      return (frame) => left(frame) % right(frame);
    default:
      return undefined;
  }
}

/**
 * Returns a safe integer, else NaN. A result that was rounded is never a safe integer, so the numbers returned are
 * exact.
 */
function safeOrNaN(result: number): number {
  return result >= Number.MIN_SAFE_INTEGER && result <= Number.MAX_SAFE_INTEGER ? result : Number.NaN;
}

/** Plans a lane whose number is the result, as an int. */
export function planNumber({ compute, steps }: IntPlan, otherwise: Evaluate): Evaluate {
  const charges = chargesOf(steps);
  return (frame) => {
    const number = compute(frame);
    if (Number.isNaN(number)) return otherwise(frame);
    frame.chargeAll(charges);
    return BigInt(number);
  };
}

/** Plans a comparison of two lanes; returns `otherwise` for other functions. */
export function planComparison(
  name: string,
  [left, right]: readonly [IntPlan, IntPlan],
  { cost, otherwise }: { readonly cost: number; readonly otherwise: Evaluate },
): Evaluate {
  const relation = relations.get(name);
  if (relation === undefined) return otherwise;
  const { below, equal, above } = relation;
  const charges = chargesOf([...left.steps, ...right.steps, cost]);
  const [computeLeft, computeRight] = [left.compute, right.compute];
  return (frame) => {
    const a = computeLeft(frame);
    const b = computeRight(frame);
    if (Number.isNaN(a) || Number.isNaN(b)) return otherwise(frame);
    frame.chargeAll(charges);
    return a < b ? below : a === b ? equal : above;
  };
}
