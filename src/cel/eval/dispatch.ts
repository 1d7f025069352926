/**
 * Calls of library functions: which overload takes the arguments at hand.
 *
 * @module
 */
import type { FunctionCost } from "../types/costs.ts";
import type { FunctionDeclaration, Implementation } from "../types/declarations.ts";
import type { CelError, Value } from "../types/values.ts";
import { planBinary, planPair, planSequence, planUnary } from "./call.ts";
import { noOverloadFor } from "./faults.ts";
import type { Evaluate } from "./frame.ts";
import { type Fits, fitsType } from "./value-type.ts";

interface Candidate {
  readonly call: Implementation;
  readonly fits: readonly Fits[];
}

/** How a call of a library function is planned. */
interface DispatchOptions {
  /** Absent where costs are not counted. */
  readonly cost: FunctionCost | undefined;
  /** Whether a call of two operands evaluates the second also when the first is an error. */
  readonly evaluatesBoth: boolean;
}

/**
 * Evaluates the arguments from left to right and calls the first overload that takes them. `exprId` is the call, to which
 * faults of the function are laid.
 */
export function planDispatch(
  exprId: number,
  { name, overloads }: FunctionDeclaration,
  args: readonly Evaluate[],
  { cost, evaluatesBoth }: DispatchOptions,
): Evaluate {
  const candidates = overloads.flatMap(({ call, params, runtimeParams = params }) =>
    call !== undefined && params.length === args.length ? [{ call, fits: runtimeParams.map(fitsType) }] : [],
  );
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return planUnary(exprId, dispatchOne(name, candidates), first, cost);
  if (first !== undefined && second !== undefined && args.length === 2) {
    const planTwo = evaluatesBoth ? planBinary : planPair;
    return planTwo(exprId, dispatchTwo(name, candidates), first, second, cost);
  }
  return planSequence(exprId, dispatchAll(name, candidates), args, cost);
}

function dispatchOne(name: string, candidates: readonly Candidate[]) {
  return (value: Value): Value | CelError => {
    for (const { call, fits } of candidates) {
      if (fits[0]?.(value)) return call(value);
    }
    return noOverloadFor(name, [value]);
  };
}

function dispatchTwo(name: string, candidates: readonly Candidate[]) {
  return (first: Value, second: Value): Value | CelError => {
    for (const { call, fits } of candidates) {
      if (fits[0]?.(first) && fits[1]?.(second)) return call(first, second);
    }
    return noOverloadFor(name, [first, second]);
  };
}

function dispatchAll(name: string, candidates: readonly Candidate[]): Implementation {
  return (...values) => {
    const candidate = candidates.find(({ fits }) => fits.every((test, index) => test(values[index] ?? null)));
    return candidate === undefined ? noOverloadFor(name, values) : candidate.call(...values);
  };
}
