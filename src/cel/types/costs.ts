/**
 * Costs of calls: the contract between the libraries, which declare costs, the evaluator, which counts them, and the
 * estimator, which bounds them before an evaluation. One table serves both, so that they cannot diverge.
 *
 * Costs and sizes are whole numbers of cel-go's units. The size of a value is that of `size()`: code points of a
 * string, bytes, entries of a list or a map; all other values have size 1.
 *
 * @module
 */
import type { Expr } from "../syntax/ast.ts";
import type { CelType } from "./types.ts";
import type { CelError, Value } from "./values.ts";

/** An operand or result of a counted call; an error has size 1. */
export type Operand = Value | CelError;

/**
 * Returns the cost of a call.
 *
 * @param first - the receiver of a member call, else the first argument; an operand that is missing is replaced by the
 *   result
 * @returns NaN if kube-apiserver's own cost tracker would fail, which ends the evaluation with an error
 */
export type TrackCost = (first: Operand, second: Operand, result: Operand) => number;

/** The values of constant operands, known when planning; undefined for an operand that is not constant. */
export interface KnownOperands {
  readonly first: Value | undefined;
  readonly second: Value | undefined;
}

/** Unsigned 64-bit bounds; arithmetic on them saturates at 2^64 - 1, which represents unbounded. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** The facts about a receiver or an argument that are known before an evaluation. */
export interface OperandEstimate {
  readonly type: CelType;
  /** 0 to 2^64 - 1 if it is unknown. */
  readonly size: Range;
  /** The size if it follows from the expression or from a bound on the input; undefined if `size` is unknown. */
  readonly knownSize: Range | undefined;
  /** Absent for elements of an operand. */
  readonly expr?: Expr;
  /** Describes an element of the list; undefined for values without elements. */
  element(): OperandEstimate | undefined;
}

/** The cost of a call without its operands, and the size of its result if known. */
export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/** Estimates a call; the receiver comes first, as in {@link TrackCost}. */
export type EstimateCost = (operands: readonly OperandEstimate[]) => CallEstimate;

/** The cost of a function, or of one overload of it. */
export interface FunctionCost {
  /** A number if each call costs the same. */
  readonly track: number | TrackCost;
  /** Returns `track` specialized for constant operands; default: `track` itself. */
  readonly trackKnowing?: (known: KnownOperands) => number | TrackCost;
  readonly estimate: EstimateCost;
  /**
   * True for a function of two operands that does not evaluate the second if the first is an error, and then costs
   * nothing; other functions evaluate both and are charged. Functions with three or more operands always stop at the
   * first error.
   */
  readonly stopsAtFault?: boolean;
}

/** The cost differences between releases, see `cost/profile.ts`. */
export interface CostProfile {
  /** A name for output: the release, or `documentation`. */
  readonly name: string;
  /** The cost of a list literal without its elements. */
  readonly list: number;
  /** The cost of `startsWith` and `endsWith` depends on the prefix or suffix; in older releases, on the text. */
  readonly affixesBySearched: boolean;
  /** `matches(text, pattern)` costs the same as `text.matches(pattern)`; in older releases, 1. */
  readonly costsGlobalMatches: boolean;
  /** An optional has the size of its value; in older releases, 1. */
  readonly looksIntoOptionals: boolean;
  /** `==` on values of the Kubernetes libraries costs 1; in older releases, the cost depends on their size. */
  readonly comparesOpaqueAtOne: boolean;
  /** The cost of `format.validate` depends on the pattern of the format; in older releases, it is 1. */
  readonly costsFormats: boolean;
  /**
   * The estimate of global functions that parse a string (`ip`, `quantity`, ...) depends on its size; in older
   * releases, it is 1.
   */
  readonly estimatesReaders: boolean;
}

/** A cost, or a function that returns the cost in a release. */
export type CostEntry = FunctionCost | ((profile: CostProfile) => FunctionCost);

/** The costs that a library declares. A function in neither table costs 1. */
export interface CostTable {
  /** The costs of all overloads of a name, also for calls that may use several overloads. */
  readonly byName?: Readonly<Record<string, CostEntry>>;
  /** The costs by overload id; they apply only to calls that can use no other overload. */
  readonly byOverload?: Readonly<Record<string, CostEntry>>;
}

/** The tables of all libraries of an environment; if several have an entry for a name, the last one applies. */
export interface CostEntries {
  readonly byName: ReadonlyMap<string, CostEntry>;
  readonly byOverload: ReadonlyMap<string, CostEntry>;
}

/** The costs that the evaluator charges. */
export interface TrackingRules {
  /** The cost of reading a variable, and of each field or index after it. */
  readonly read: number;
  /** The cost of calling a function without a declared cost. */
  readonly call: number;
  /** The cost of the presence test in `has()`, in place of the read of its last field. */
  readonly presenceTest: number;
  /** The costs of literals without their elements. */
  readonly list: number;
  readonly map: number;
  readonly struct: number;
  /**
   * Returns the cost of calls of a function.
   *
   * @param overloadId - undefined if the call may use several overloads
   */
  costOf(name: string, overloadId: string | undefined): FunctionCost;
}
