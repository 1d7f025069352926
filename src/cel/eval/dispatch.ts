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

/** Evaluates the arguments from left to right up to the first error and calls the first overload that takes them. */
export function planDispatch(name: string, overloads: readonly Overload[], args: readonly Evaluate[]): Evaluate {
  const candidates = overloads.flatMap(({ call, params }) =>
    call !== undefined && params.length === args.length ? [{ call, fits: params.map(fitsType) }] : [],
  );
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return unary(name, candidates, first);
  if (first !== undefined && second !== undefined && args.length === 2) return binary(name, candidates, first, second);
  return variadic(name, candidates, args);
}

function unary(name: string, candidates: readonly Candidate[], argument: Evaluate): Evaluate {
  return (frame) => {
    const value = argument(frame);
    if (value instanceof CelError) return value;
    for (const { call, fits } of candidates) {
      if (fits[0]?.(value)) return call(value);
    }
    return noOverloadFor(name, [value]);
  };
}

function binary(name: string, candidates: readonly Candidate[], first: Evaluate, second: Evaluate): Evaluate {
  return (frame) => {
    const left = first(frame);
    if (left instanceof CelError) return left;
    const right = second(frame);
    if (right instanceof CelError) return right;
    for (const { call, fits } of candidates) {
      if (fits[0]?.(left) && fits[1]?.(right)) return call(left, right);
    }
    return noOverloadFor(name, [left, right]);
  };
}

function variadic(name: string, candidates: readonly Candidate[], args: readonly Evaluate[]): Evaluate {
  return (frame) => {
    const values: Value[] = [];
    for (const argument of args) {
      const value = argument(frame);
      if (value instanceof CelError) return value;
      values.push(value);
    }
    const candidate = candidates.find(({ fits }) => fits.every((test, index) => test(values[index] ?? null)));
    return candidate === undefined ? noOverloadFor(name, values) : candidate.call(...values);
  };
}
