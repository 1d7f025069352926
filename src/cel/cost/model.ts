/**
 * The constants of cel-go's cost model, and the common kinds of function costs. Libraries use them to declare the costs
 * of their functions; the evaluator reads `track`, the estimator `estimate`.
 *
 * @module
 */
import type { CallEstimate, CostEntry, FunctionCost, Operand, OperandEstimate, Range } from "../types/costs.ts";
import { exactly, exactlyOne, product, scale, sum, unknownSize } from "./range.ts";
import { costOfText, sizeOf } from "./size.ts";

/** The cost of reading a variable, and of each field or index after it. */
export const readCost = 1;
/** The cost of calling a function without a declared cost. */
export const callCost = 1;
/** The costs of literals without their elements. */
export const listCost = 10;
export const mapCost = 30;
export const structCost = 40;
/** The cost for each code point or byte of a traversed string. */
export const stringTraversalFactor = 0.1;
/** The cost for each code point of a pattern, assuming that four of them make one state. */
const patternFactor = 0.25;

/** The index of an operand, counting the receiver. */
export type OperandIndex = 0 | 1;

const unknownOperand: OperandEstimate = {
  type: { kind: "dyn" },
  size: unknownSize,
  knownSize: undefined,
  element: () => undefined,
};

/** Returns the facts about an operand; all unknown for an operand that the call lacks. */
export function operandAt(operands: readonly OperandEstimate[], index: number): OperandEstimate {
  return operands[index] ?? unknownOperand;
}

/** A cost that does not depend on the operands. */
export function fixedCost(cost: number): FunctionCost {
  const estimate = { cost: exactly(cost) };
  return { track: cost, estimate: () => estimate };
}

export const defaultCost: FunctionCost = fixedCost(callCost);

/** Computes the size of the result from the operands. */
type ResultSize = (operands: readonly OperandEstimate[]) => Range;

/** The cost of traversing an operand once, at `factor` for each code point, byte or entry. */
export function traversalCost(
  index: OperandIndex,
  factor = stringTraversalFactor,
  resultSize?: ResultSize,
): FunctionCost {
  return {
    track: index === 0 ? (first) => traversal(first, factor) : (_, second) => traversal(second, factor),
    trackKnowing(known) {
      const operand = index === 0 ? known.first : known.second;
      return operand === undefined ? this.track : traversal(operand, factor);
    },
    estimate: (operands) =>
      withResultSize({ cost: scale(operandAt(operands, index).size, factor) }, operands, resultSize),
  };
}

/** The size of the result is that of an operand. */
export const asLargeAs =
  (index: OperandIndex): ResultSize =>
  (operands) =>
    operandAt(operands, index).size;

function withResultSize(
  estimate: CallEstimate,
  operands: readonly OperandEstimate[],
  resultSize?: ResultSize,
): CallEstimate {
  return resultSize === undefined ? estimate : { ...estimate, resultSize: resultSize(operands) };
}

/** Returns the cost of traversing a value once, rounded up. */
export function traversal(value: Operand, factor = stringTraversalFactor): number {
  return typeof value === "string" ? costOfText(value, factor) : Math.ceil(sizeOf(value) * factor);
}

/**
 * The cost of searching the first operand with the second as pattern. The text counts one code point more than it has,
 * so that an empty text costs something.
 */
export function patternCost(resultSize?: ResultSize): FunctionCost {
  return {
    track: (text, pattern) => trackPattern(text, statesOf(pattern)),
    trackKnowing({ second: pattern }) {
      if (pattern === undefined) return this.track;
      const states = statesOf(pattern);
      return (text) => trackPattern(text, states);
    },
    estimate: (operands) => {
      const pattern = scale(operandAt(operands, 1).size, patternFactor);
      return withResultSize({ cost: product(textCost(operandAt(operands, 0)), pattern) }, operands, resultSize);
    },
  };
}

/** Returns the cost of searching a text with a pattern of `patternSize` code points. */
export function trackPatternOfSize(text: Operand, patternSize: number): number {
  return trackPattern(text, Math.ceil(patternSize * patternFactor));
}

function statesOf(pattern: Operand): number {
  return Math.ceil(sizeOf(pattern) * patternFactor);
}

function trackPattern(text: Operand, states: number): number {
  if (typeof text === "string") return costOfText(text, stringTraversalFactor, 1) * states;
  return Math.ceil((1 + sizeOf(text)) * stringTraversalFactor) * states;
}

function textCost(text: OperandEstimate): Range {
  return scale(sum(text.size, exactlyOne), stringTraversalFactor);
}

/**
 * Estimates the cost of searching a text with a pattern of `patternSize` code points. Unlike at run time, an empty text
 * costs nothing, and the number of states is not rounded up.
 */
export function estimatePatternOfSize(text: OperandEstimate, patternSize: number): Range {
  return scale(scale(text.size, stringTraversalFactor), patternSize * patternFactor);
}

/**
 * The cost of parsing a value from a string. Older releases estimated these functions as if they had the default cost.
 */
export const parsingCost =
  (factor = stringTraversalFactor): CostEntry =>
  ({ estimatesReaders }) => {
    const { track, estimate } = traversalCost(0, factor);
    return { track, estimate: estimatesReaders ? estimate : defaultCost.estimate };
  };

/** Returns the int literal of an operand, with 0 for a negative one; undefined if the operand is not an int literal. */
export function literalInt(operand: OperandEstimate): bigint | undefined {
  if (operand.expr?.kind !== "const" || operand.expr.constant.type !== "int") return undefined;
  const { value } = operand.expr.constant;
  return value < 0n ? 0n : value;
}
