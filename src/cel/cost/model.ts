/**
 * The constants of cel-go's cost model and the shapes that costs of functions come in. Libraries say with these what
 * their functions cost; the evaluator reads the one half (`track`), the estimator the other (`estimate`).
 *
 * @module
 */
import type { CallEstimate, CostEntry, FunctionCost, Operand, OperandEstimate, Range } from "../types/costs.ts";
import { exactly, one, product, scale, sum, unknownSize } from "./range.ts";
import { costOfText, sizeOf } from "./size.ts";

/** Reading a variable; each field or index on the way from there. */
export const readCost = 1;
/** A call of a function that has no cost of its own. */
export const callCost = 1;
/** Literals, apart from their parts. */
export const listCost = 10;
export const mapCost = 30;
export const structCost = 40;
/** For each code point or byte that is gone through. */
export const stringTraversalFactor = 0.1;
/** For each code point of a pattern, in the guess that four of them make one state. */
const patternFactor = 0.25;

/** Position of an operand, the receiver counted. */
export type OperandIndex = 0 | 1;

const unknownOperand: OperandEstimate = {
  type: { kind: "dyn" },
  size: unknownSize,
  knownSize: undefined,
  element: () => undefined,
};

/** The facts about an operand; none about one that a call lacks. */
export function operandAt(operands: readonly OperandEstimate[], index: number): OperandEstimate {
  return operands[index] ?? unknownOperand;
}

/** Always the same. */
export function fixedCost(cost: number): FunctionCost {
  const estimate = { cost: exactly(cost) };
  return { track: cost, estimate: () => estimate };
}

export const defaultCost: FunctionCost = fixedCost(callCost);

/** How the size of the result follows from the sizes of the operands. */
type ResultSize = (operands: readonly OperandEstimate[]) => Range;

/** Going through an operand once, at a cost for each code point, byte or entry. */
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
    estimate: (operands) => sized({ cost: scale(operandAt(operands, index).size, factor) }, operands, resultSize),
  };
}

/** The result is as large as an operand. */
export const asLargeAs =
  (index: OperandIndex): ResultSize =>
  (operands) =>
    operandAt(operands, index).size;

function sized(estimate: CallEstimate, operands: readonly OperandEstimate[], resultSize?: ResultSize): CallEstimate {
  return resultSize === undefined ? estimate : { ...estimate, resultSize: resultSize(operands) };
}

/** The cost of going through a value, rounded up. */
export function traversal(value: Operand, factor = stringTraversalFactor): number {
  return typeof value === "string" ? costOfText(value, factor) : Math.ceil(sizeOf(value) * factor);
}

/** Searching the first operand with the pattern that is the second; an empty text costs too. */
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
      return sized({ cost: product(textCost(operandAt(operands, 0)), pattern) }, operands, resultSize);
    },
  };
}

/** Searching a text with a pattern of a number of code points. */
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
  return scale(sum(text.size, one), stringTraversalFactor);
}

/** Before it runs: an empty text is not counted as costing something here, and nothing is rounded in between. */
export function estimatePatternOfSize(text: OperandEstimate, patternSize: number): Range {
  return scale(scale(text.size, stringTraversalFactor), patternSize * patternFactor);
}

/** Reading a value from a string. Such functions were long estimated as if they had no cost of their own. */
export const readerCost =
  (factor = stringTraversalFactor): CostEntry =>
  ({ estimatesReaders }) => {
    const { track, estimate } = traversalCost(0, factor);
    return { track, estimate: estimatesReaders ? estimate : defaultCost.estimate };
  };

/** The integer that an operand is written as; negative ones count as 0. */
export function literalInt(operand: OperandEstimate): bigint | undefined {
  if (operand.expr?.kind !== "const" || operand.expr.constant.type !== "int") return undefined;
  const { value } = operand.expr.constant;
  return value < 0n ? 0n : value;
}
