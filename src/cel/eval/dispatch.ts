/**
 * Plans calls of library functions: selects the overload that accepts the arguments at run time.
 *
 * @module
 */
import type { Operand } from "../types/costs.ts";
import type { FunctionDeclaration, Implementation, Overload } from "../types/declarations.ts";
import { CelError, type Value } from "../types/values.ts";
import {
  type BinaryOperation,
  chargeFor,
  isKnownBeforeCall,
  type PlannedCall,
  planBinary,
  planCallCompletion,
  planPair,
  planSequence,
  planUnary,
  withNodeId,
} from "./call.ts";
import { noOverloadFor } from "./faults.ts";
import type { Evaluate } from "./frame.ts";
import { fitsText, fitsType, type TypeTest } from "./value-type.ts";

interface Candidate {
  readonly call: Implementation;
  readonly fits: readonly TypeTest[];
  readonly prepare: Overload["prepare"];
}

/** How a call of a library function is planned. */
interface DispatchOptions extends PlannedCall {
  /** Whether a call of two operands evaluates the second even if the first is an error. */
  readonly evaluatesBoth: boolean;
  /** The second operand if it is a constant. */
  readonly literal: Value | undefined;
}

/**
 * Plans a call: evaluates the arguments from left to right and calls the first overload that accepts them. Errors of
 * the function get the node id of the call.
 */
export function planDispatch(
  { name, overloads }: FunctionDeclaration,
  args: readonly Evaluate[],
  options: DispatchOptions,
): Evaluate {
  const candidates = overloads.flatMap(({ call, params, runtimeParams = params, prepare }) =>
    call !== undefined && params.length === args.length ? [{ call, fits: runtimeParams.map(fitsType), prepare }] : [],
  );
  const [first, second, third] = args;
  const [only] = candidates.length === 1 ? candidates : [];
  if (first !== undefined && args.length === 1) return planUnary(options, dispatchOne(name, candidates), first);
  if (first !== undefined && second !== undefined && args.length === 2) {
    const operation = dispatchTwo(name, candidates);
    if (only !== undefined && typeof options.literal === "string" && only.fits.every((fits) => fits === fitsText)) {
      return planTextCall(options, only, { operation, text: first, literal: options.literal });
    }
    return (options.evaluatesBoth ? planBinary : planPair)(options, operation, first, second);
  }
  if (only !== undefined && first !== undefined && second !== undefined && third !== undefined && args.length === 3) {
    return planTriple(options, { name, candidate: only }, [first, second, third]);
  }
  return planSequence(options, dispatchAll(name, candidates), args);
}

function dispatchOne(name: string, candidates: readonly Candidate[]) {
  return (value: Value): Operand => {
    for (const { call, fits } of candidates) {
      if (fits[0]?.(value)) return call(value);
    }
    return noOverloadFor(name, [value]);
  };
}

function dispatchTwo(name: string, candidates: readonly Candidate[]): BinaryOperation {
  return (first, second) => {
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

interface TextCall {
  /** The general operation, for an operand that is not a string. */
  readonly operation: BinaryOperation;
  readonly text: Evaluate;
  readonly literal: string;
}

/**
 * Plans a call such as `text.startsWith("a")`, whose only overload takes two strings, the second of which is constant.
 */
function planTextCall(
  options: DispatchOptions,
  { call, prepare }: Candidate,
  { operation, text, literal }: TextCall,
): Evaluate {
  const { exprId, price, evaluatesBoth } = options;
  const finish = planCallCompletion(options, operation);
  const prepared = prepare?.(literal) ?? ((value: Value) => call(value, literal));
  const isEarly = isKnownBeforeCall(price);
  return (frame) => {
    const value = text(frame);
    if (typeof value !== "string") {
      return value instanceof CelError && !evaluatesBoth ? value : finish(frame, value, literal);
    }
    if (isEarly) chargeFor(frame, price, value, literal, null);
    const result = withNodeId(exprId, prepared(value));
    if (!isEarly) chargeFor(frame, price, value, literal, result);
    return result;
  };
}

/** Plans a call like `planSequence`, for a function with one overload of three operands. */
function planTriple(
  { exprId, price }: PlannedCall,
  { name, candidate }: { readonly name: string; readonly candidate: Candidate },
  [first, second, third]: readonly [Evaluate, Evaluate, Evaluate],
): Evaluate {
  const { call, fits } = candidate;
  const [fitsFirst, fitsSecond, fitsThird] = fits;
  const isEarly = isKnownBeforeCall(price);
  return (frame) => {
    const a = first(frame);
    if (a instanceof CelError) return a;
    const b = second(frame);
    if (b instanceof CelError) return b;
    const c = third(frame);
    if (isEarly) chargeFor(frame, price, a, b, null);
    let result: Operand = c;
    if (!(c instanceof CelError)) {
      const isFit = fitsFirst?.(a) && fitsSecond?.(b) && fitsThird?.(c);
      result = withNodeId(exprId, isFit ? call(a, b, c) : noOverloadFor(name, [a, b, c]));
    }
    if (!isEarly) chargeFor(frame, price, a, b, result);
    return result;
  };
}
