/**
 * The costs of string functions in the table of Kubernetes, and of `format` and `strings.quote`, which it lacks, in
 * cel-go's.
 *
 * @module
 */
import { asLargeAs, operandAt, stringTraversalFactor, traversal, traversalCost } from "../cost/model.ts";
import { product, scale, sum, unbounded } from "../cost/range.ts";
import { sizeOf } from "../cost/size.ts";
import type { CostTable, FunctionCost, OperandEstimate, Range } from "../types/costs.ts";

/** The text is traversed, and another one is created from it. */
const twiceFactor = 2 * stringTraversalFactor;

const sameSizeCost = traversalCost(0, stringTraversalFactor, asLargeAs(0));

const replaceCost = traversalCost(0, twiceFactor, (operands) => {
  const text = operandAt(operands, 0).size;
  const part = operandAt(operands, 1).size;
  const replacement = operandAt(operands, 2).size;
  return {
    min: replacedSize(text.min, part.max, replacement.min, part.max <= replacement.min),
    max: replacedSize(text.max, part.min, replacement.max, replacement.max <= part.min),
  };
});

/**
 * Returns the size after the largest possible number of replacements. If `isNone` is set, replacements could only move
 * the bound in the wrong direction, so the size of the text is the bound. An empty part matches around each code point.
 */
function replacedSize(text: bigint, part: bigint, replacement: bigint, isNone: boolean): bigint {
  if (part === 0n) {
    const places = text < unbounded ? text + 1n : text;
    return saturating(places * replacement + text);
  }
  if (isNone) return text;
  const places = Math.ceil(Number(text) / Number(part));
  return saturating(BigInt(places) * replacement);
}

const saturating = (value: bigint): bigint => (value > unbounded ? unbounded : value);

/** An empty separator splits the text into code points. */
const splitCost = traversalCost(0, twiceFactor, (operands) => ({
  min: 0n,
  max: literalLimit(operandAt(operands, 2)) ?? operandAt(operands, 0).size.max,
}));

/**
 * Returns a literal limit as an unsigned number: a negative limit, which means no limit, becomes a very large number.
 */
function literalLimit({ expr }: OperandEstimate): bigint | undefined {
  if (expr?.kind !== "const" || expr.constant.type !== "int") return undefined;
  return BigInt.asUintN(64, expr.constant.value);
}

/** The run-time cost depends on the resulting text, at twice the factor of the estimate. */
const joinCost: FunctionCost = {
  track: (_list, _separator, result) => Math.ceil(sizeOf(result) * twiceFactor),
  estimate: (operands) => {
    const size = joinedSize(operandAt(operands, 0), operands[1]);
    return { cost: scale(size, stringTraversalFactor), resultSize: size };
  },
};

function joinedSize(list: OperandEstimate, separator: OperandEstimate | undefined): Range {
  const element = list.element();
  const elements = element === undefined ? { min: 0n, max: 0n } : product(list.size, element.size);
  if (separator === undefined) return elements;
  const { min, max } = list.size;
  const separators = { min: min > 0n ? min - 1n : 0n, max: max > 0n ? max - 1n : 0n };
  return sum(elements, product(separator.size, separators));
}

/** In the worst case, every code point is escaped; the quotes add two. The size wraps around at 64 bits. */
const quoteCost = traversalCost(0, stringTraversalFactor, (operands) => {
  const { min, max } = operandAt(operands, 0).size;
  return { min: BigInt.asUintN(64, min + 2n), max: BigInt.asUintN(64, max * 2n + 2n) };
});

const formatCost: FunctionCost = {
  track: (pattern) => traversal(pattern),
  estimate: (operands) => ({ cost: scale(operandAt(operands, 0).size, stringTraversalFactor) }),
  stopsAtFault: true,
};

export const stringCosts: CostTable = {
  byName: {
    lowerAscii: sameSizeCost,
    upperAscii: sameSizeCost,
    substring: sameSizeCost,
    trim: sameSizeCost,
    replace: replaceCost,
    split: splitCost,
    join: joinCost,
  },
  byOverload: { strings_quote: quoteCost, string_format: formatCost },
};
