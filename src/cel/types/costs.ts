/**
 * Costs of calls: the contract between the libraries, which say it, the evaluator, which counts it, and the estimator,
 * which bounds it before anything runs. One table serves both, so that the two cannot drift apart.
 *
 * Costs and sizes are whole numbers of cel-go's units. A size is what `size()` gives: code points of a string, bytes,
 * entries of a list or a map; anything else has size 1.
 *
 * @module
 */
import type { Expr } from "../syntax/ast.ts";
import type { CelType } from "./types.ts";
import type { CelError, Value } from "./values.ts";

/** An operand or result of a counted call; a fault is of size 1. */
export type Operand = Value | CelError;

/**
 * The cost of a call that has been made.
 *
 * @param first - the receiver of a member call, else the first argument; a fault represents a call without arguments
 * @returns NaN where the component's own counter breaks down, which ends the evaluation with an error
 */
export type TrackCost = (first: Operand, second: Operand, result: Operand) => number;

/** Operands that are constants, so that they are known when planning; undefined is one that is not. */
export interface KnownOperands {
  readonly first: Value | undefined;
  readonly second: Value | undefined;
}

/** Unsigned 64-bit bounds; arithmetic on them stops at 2^64 - 1, which so represents unbounded. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** A receiver or an argument as far as it is known before anything runs. */
export interface OperandEstimate {
  readonly type: CelType;
  /** Unknown sizes are 0 to 2^64 - 1. */
  readonly size: Range;
  /** The size when it follows from the expression or from a bound on the input; what `size` falls back from. */
  readonly knownSize: Range | undefined;
  /** Absent for what is inside an operand. */
  readonly expr?: Expr;
  /** The size of each element of the list; undefined for values without elements. */
  element(): OperandEstimate | undefined;
}

/** The cost of a call apart from its operands, and how large its result is where that can be determined. */
export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/** Receiver first, as in {@link TrackCost}. */
export type EstimateCost = (operands: readonly OperandEstimate[]) => CallEstimate;

/** The cost of a function, or of one overload of it. */
export interface FunctionCost {
  /** A number for a call that always costs the same. */
  readonly track: number | TrackCost;
  /** The rest of `track` where operands are known; default: all of it. */
  readonly trackKnowing?: (known: KnownOperands) => number | TrackCost;
  readonly estimate: EstimateCost;
  /**
   * True for a function of two operands that leaves the second alone when the first is a fault, and then costs nothing;
   * others evaluate both and charge. With three operands and more every function does so.
   */
  readonly stopsAtFault?: boolean;
}

/** The differences between releases of the components, see `cost/profile.ts`. */
export interface CostProfile {
  /** For output: the release, or `documentation`. */
  readonly name: string;
  /** A list literal, apart from its elements. */
  readonly list: number;
  /** `startsWith` and `endsWith` cost by what is looked for; before, by what is looked into. */
  readonly affixesBySearched: boolean;
  /** `matches(text, pattern)` costs what `text.matches(pattern)` does; before, 1. */
  readonly costsGlobalMatches: boolean;
  /** An optional is of the size of what it holds; before, of size 1. */
  readonly looksIntoOptionals: boolean;
  /** `==` on values of the Kubernetes libraries costs 1; before, it went by their size. */
  readonly comparesOpaqueAtOne: boolean;
  /** `format.validate` costs by the pattern of the format; before, 1. */
  readonly costsFormats: boolean;
  /** Functions without receiver that read a string (`ip`, `quantity`, ...) are estimated by its size; before, 1. */
  readonly estimatesReaders: boolean;
}

/** A cost, or how it follows from the release. */
export type CostEntry = FunctionCost | ((profile: CostProfile) => FunctionCost);

/** The costs that a library declares. A function in neither table costs 1. */
export interface CostTable {
  /** For every overload of the name, also while several come into question. */
  readonly byName?: Readonly<Record<string, CostEntry>>;
  /** By overload id; counts only where it is the one overload that comes into question. */
  readonly byOverload?: Readonly<Record<string, CostEntry>>;
}

/** The tables of all libraries of an environment; of several entries for one name the last counts. */
export interface CostEntries {
  readonly byName: ReadonlyMap<string, CostEntry>;
  readonly byOverload: ReadonlyMap<string, CostEntry>;
}

/** The rules by which an evaluator counts. */
export interface TrackingRules {
  /** Reading a variable, and each field or index on the way from there. */
  readonly read: number;
  /** A call of a function that has no cost of its own. */
  readonly call: number;
  /** The cost that `has()` adds to reading, its last field included. */
  readonly presenceTest: number;
  /** Literals, apart from their parts. */
  readonly list: number;
  readonly map: number;
  readonly struct: number;
  /**
   * The cost of calls of a function.
   *
   * @param overloadId - undefined while several overloads come into question
   */
  costOf(name: string, overloadId: string | undefined): FunctionCost;
}
