/**
 * The costs of the functions and operators of the standard library; all others cost 1.
 *
 * @module
 */
import { defaultCost, operandAt, patternCost, stringTraversalFactor, traversal, traversalCost } from "../cost/model.ts";
import { exactly, exactlyOne, product, scale, smaller, sum } from "../cost/range.ts";
import { costOfText, costOfTextWithin, sizeOf, sizeOfUnwrapped } from "../cost/size.ts";
import type {
  CostEntry,
  CostProfile,
  CostTable,
  EstimateCost,
  FunctionCost,
  KnownOperands,
  Operand,
  OperandEstimate,
  Range,
  TrackCost,
} from "../types/costs.ts";
import { equalTypes } from "../types/equal-types.ts";

interface ComputedCost extends FunctionCost {
  readonly track: TrackCost;
  trackKnowing(known: KnownOperands): TrackCost;
}

/** The cost of a comparison, which depends on the size of the smaller operand. */
const comparisonCost = ({ looksIntoOptionals }: CostProfile): ComputedCost => {
  const size = looksIntoOptionals ? sizeOfUnwrapped : sizeOf;
  const trackWithin = (value: Operand, limit: number): number =>
    typeof value === "string"
      ? costOfTextWithin(value, stringTraversalFactor, limit)
      : Math.ceil(Math.min(size(value), limit) * stringTraversalFactor);
  return {
    track: (a, b) => trackWithin(a, size(b)),
    trackKnowing({ first, second }) {
      const known = first ?? second;
      if (known === undefined) return this.track;
      const limit = size(known);
      return first === undefined ? (value) => trackWithin(value, limit) : (_, value) => trackWithin(value, limit);
    },
    estimate: (operands) => ({ cost: estimateComparison(operandAt(operands, 0), operandAt(operands, 1)) }),
  };
};

function estimateComparison(a: OperandEstimate, b: OperandEstimate): Range {
  const max = smaller(a.size.max, b.size.max);
  return scale({ min: max > 0n ? 1n : 0n, max }, stringTraversalFactor);
}

/** The cost of `==`, with separate costs for values of library types; `!=` has no separate costs for them. */
const equalityCost: CostEntry = (profile) => {
  const comparison = comparisonCost(profile);
  if (!profile.comparesOpaqueAtOne) return comparison;
  return {
    track: (a, b, result) => (isOpaque(a) ? 1 : comparison.track(a, b, result)),
    trackKnowing(known) {
      const track = comparison.trackKnowing(known);
      return known.first === undefined ? (a, b, result) => (isOpaque(a) ? 1 : track(a, b, result)) : track;
    },
    estimate: (operands) => {
      const cost = estimateOpaqueEquality(operandAt(operands, 0), operandAt(operands, 1));
      return cost === undefined ? comparison.estimate(operands) : { cost };
    },
  };
};

const isOpaque = (value: Operand): boolean => typeof value === "object" && value !== null && "celType" in value;

/** The length of the longest format name, in code points. */
const maxFormatSize = 64n;

/** Estimates `==` for values of a library type; undefined for values whose cost depends on their size. */
function estimateOpaqueEquality(a: OperandEstimate, b: OperandEstimate): Range | undefined {
  if (a.type.kind !== "opaque" || a.type.name === "optional_type" || !equalTypes(a.type, b.type)) return undefined;
  if (a.type.name === "kubernetes.NamedFormat") return scale({ min: 1n, max: maxFormatSize }, stringTraversalFactor);
  if (a.type.name === "kubernetes.URL") {
    return scale({ min: 1n, max: (b.knownSize ?? exactlyOne).max }, stringTraversalFactor);
  }
  return exactlyOne;
}

const affixCost: CostEntry = ({ affixesBySearched }) => ({
  ...traversalCost(affixesBySearched ? 1 : 0),
  estimate: traversalCost(1).estimate,
});

const containsCost: FunctionCost = {
  track: (text, part) => traversal(text) * traversal(part),
  trackKnowing({ second: part }) {
    if (part === undefined) return this.track;
    const times = traversal(part);
    return (text) => traversal(text) * times;
  },
  estimate: (operands) => ({
    cost: product(
      scale(operandAt(operands, 0).size, stringTraversalFactor),
      scale(operandAt(operands, 1).size, stringTraversalFactor),
    ),
  }),
};

const estimateJoin: EstimateCost = (operands) => {
  const resultSize = joinedSize(operands);
  return { cost: scale(resultSize, stringTraversalFactor), resultSize };
};

/** The cost of `+`, which copies both operands. */
const joinCost: CostEntry = ({ looksIntoOptionals }) => {
  const size = looksIntoOptionals ? sizeOfUnwrapped : sizeOf;
  const trackAfter = (before: number, value: Operand): number =>
    typeof value === "string"
      ? costOfText(value, stringTraversalFactor, before)
      : Math.ceil((before + size(value)) * stringTraversalFactor);
  return {
    track: (a, b) => trackAfter(size(a), b),
    trackKnowing({ first, second }) {
      const known = first ?? second;
      if (known === undefined) return this.track;
      const before = size(known);
      return first === undefined ? (value) => trackAfter(before, value) : (_, value) => trackAfter(before, value);
    },
    estimate: estimateJoin,
  };
};

const joinListsCost: FunctionCost = {
  track: 1,
  estimate: (operands) => ({ cost: exactly(1), resultSize: joinedSize(operands) }),
};

const joinedSize = (operands: readonly OperandEstimate[]): Range =>
  sum(operandAt(operands, 0).size, operandAt(operands, 1).size);

/** The cost of `in`: it may compare every element; the size of the elements does not matter. */
const inListCost: FunctionCost = {
  track: (_, list) => sizeOfUnwrapped(list),
  estimate: (operands) => ({ cost: scale(operandAt(operands, 1).size, 1) }),
};

/** A code point has at most four bytes. The size of an operand of unknown size wraps around at 64 bits. */
const bytesOfStringCost = traversalCost(0, stringTraversalFactor, (operands) => {
  const { min, max } = operandAt(operands, 0).size;
  return { min, max: BigInt.asUintN(64, max * 4n) };
});

const stringOfBytesCost = traversalCost(0, stringTraversalFactor, (operands) => {
  const { min, max } = operandAt(operands, 0).size;
  return { min: min / 4n, max };
});

const matchesCost = patternCost();

/** The ids of overloads that compare strings or bytes; comparisons of other types cost 1. */
const textComparisons = ["less", "less_equals", "greater", "greater_equals"].flatMap((order) => [
  `${order}_string`,
  `${order}_bytes`,
]);

export const standardCosts: CostTable = {
  byOverload: {
    equals: equalityCost,
    not_equals: comparisonCost,
    ...Object.fromEntries(textComparisons.map((id) => [id, comparisonCost])),
    in_list: inListCost,
    add_string: joinCost,
    add_bytes: joinCost,
    add_list: joinListsCost,
    starts_with_string: affixCost,
    ends_with_string: affixCost,
    contains_string: containsCost,
    matches_string: matchesCost,
    matches: ({ costsGlobalMatches }) => (costsGlobalMatches ? matchesCost : defaultCost),
    string_to_bytes: bytesOfStringCost,
    bytes_to_string: stringOfBytesCost,
  },
};
