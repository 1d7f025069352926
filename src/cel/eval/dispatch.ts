/**
 * Calls of library functions: which overload takes the arguments at hand.
 *
 * @module
 */
import type { Implementation, Overload } from "../types/declarations.ts";
import { CelError, type Value } from "../types/values.ts";
import { noOverloadFor } from "./faults.ts";
import type { Evaluate } from "./frame.ts";
import { type Fits, fitsType } from "./value-type.ts";

interface Candidate {
  readonly call: Implementation;
  readonly fits: readonly Fits[];
}

/**
 * Evaluates the arguments from left to right up to the first error and calls the first overload that takes them.
 * `exprId` is the call, to which faults of the function are laid.
 */
export function planDispatch(
  exprId: number,
  name: string,
  overloads: readonly Overload[],
  args: readonly Evaluate[],
): Evaluate {
  const candidates = overloads.flatMap(({ call, params, runtimeParams = params }) =>
    call !== undefined && params.length === args.length ? [{ call, fits: runtimeParams.map(fitsType) }] : [],
  );
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return unary(exprId, name, candidates, first);
  if (first !== undefined && second !== undefined && args.length === 2) {
    return binary(exprId, name, candidates, first, second);
  }
  return variadic(exprId, name, candidates, args);
}

function unary(exprId: number, name: string, candidates: readonly Candidate[], argument: Evaluate): Evaluate {
  return (frame) => {
    const value = argument(frame);
    if (value instanceof CelError) return value;
    for (const { call, fits } of candidates) {
      if (fits[0]?.(value)) return laidTo(exprId, call(value));
    }
    return noOverloadFor(name, [value]).at(exprId);
  };
}

function binary(
  exprId: number,
  name: string,
  candidates: readonly Candidate[],
  first: Evaluate,
  second: Evaluate,
): Evaluate {
  return (frame) => {
    const left = first(frame);
    if (left instanceof CelError) return left;
    const right = second(frame);
    if (right instanceof CelError) return right;
    for (const { call, fits } of candidates) {
      if (fits[0]?.(left) && fits[1]?.(right)) return laidTo(exprId, call(left, right));
    }
    return noOverloadFor(name, [left, right]).at(exprId);
  };
}

function variadic(exprId: number, name: string, candidates: readonly Candidate[], args: readonly Evaluate[]): Evaluate {
  return (frame) => {
    const values: Value[] = [];
    for (const argument of args) {
      const value = argument(frame);
      if (value instanceof CelError) return value;
      values.push(value);
    }
    const candidate = candidates.find(({ fits }) => fits.every((test, index) => test(values[index] ?? null)));
    return candidate === undefined ? noOverloadFor(name, values).at(exprId) : laidTo(exprId, candidate.call(...values));
  };
}

function laidTo(exprId: number, result: Value | CelError): Value | CelError {
  return result instanceof CelError ? result.at(exprId) : result;
}
