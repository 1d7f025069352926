/**
 * Arithmetic that the checker proves to be of ints, done on JavaScript's numbers: `size(name) <= 63`, `n * 3 + 1`.
 *
 * Such a sub-tree takes no detours: it holds only constants, variables, fields, sizes and operators, whose costs are known
 * when planning. A lane computes it without charging. Where a value is not there or is not what the checker expects, a
 * number leaves the safe integers or an operator fails, the lane gives NaN, and the plan that can tell all of it starts
 * from the beginning.
 *
 * @module
 */
import { codePointCount } from "../../text/code-points.ts";
import type { Operand } from "../types/costs.ts";
import { CelMap } from "../types/values.ts";
import { chargesOf, type Evaluate, type Frame } from "./frame.ts";
import { relations } from "./literal-operand.ts";

/** A safe integer, or NaN. */
type Compute = (frame: Frame) => number;

export interface Lane {
  readonly compute: Compute;
  /** The costs of the sub-tree, in the order of evaluation. */
  readonly steps: readonly number[];
}

/** A value as far as it can be had without charge or fault. */
export type Peek = (frame: Frame) => Operand | undefined;

export function constantLane(value: bigint): Lane | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? { compute: () => number, steps: [] } : undefined;
}

/** A variable or a field. */
export function valueLane(peek: Peek, steps: readonly number[]): Lane {
  const compute: Compute = (frame) => {
    const value = peek(frame);
    return typeof value === "bigint" ? safe(Number(value)) : Number.NaN;
  };
  return { compute, steps };
}

/** `size(value)`. */
export function sizeLane(peek: Peek, steps: readonly number[]): Lane {
  const compute: Compute = (frame) => {
    const value = peek(frame);
    if (typeof value === "string") return codePointCount(value);
    if (Array.isArray(value)) return value.length;
    return value instanceof CelMap ? value.size : Number.NaN;
  };
  return { compute, steps };
}

/** Undefined for what is no operator of arithmetic. */
export function operatorLane(name: string, left: Lane, right: Lane, cost: number): Lane | undefined {
  const compute = computeWith(name, left.compute, right.compute);
  return compute && { compute, steps: [...left.steps, ...right.steps, cost] };
}

function computeWith(name: string, left: Compute, right: Compute): Compute | undefined {
  switch (name) {
    case "_+_":
      return (frame) => safe(left(frame) + right(frame));
    case "_-_":
      return (frame) => safe(left(frame) - right(frame));
    case "_*_":
      return (frame) => safe(left(frame) * right(frame));
    case "_/_":
      // Dividing by zero gives no safe integer.
      return (frame) => safe(Math.trunc(left(frame) / right(frame)));
    case "_%_":
      return (frame) => left(frame) % right(frame);
    default:
      return undefined;
  }
}

/** A result that was rounded is no safe integer, so that what this lets pass is exact. */
function safe(result: number): number {
  return result >= Number.MIN_SAFE_INTEGER && result <= Number.MAX_SAFE_INTEGER ? result : Number.NaN;
}

/** The number as a value. */
export function planNumber({ compute, steps }: Lane, otherwise: Evaluate): Evaluate {
  const charges = chargesOf(steps);
  return (frame) => {
    const number = compute(frame);
    if (Number.isNaN(number)) return otherwise(frame);
    frame.chargeAll(charges);
    return BigInt(number);
  };
}

/** Two numbers compared; what is no comparison is left to `otherwise`. */
export function planComparison(
  name: string,
  [left, right]: readonly [Lane, Lane],
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
