/**
 * Costs of the functions on strings by the table of Kubernetes, and `format` and `strings.quote`, which are not in
 * it, by
 * cel-go's.
 *
 * @module
 */
import { asLargeAs, operandAt, stringTraversalFactor, traversal, traversalCost } from "../cost/model.ts";
import { product, scale, sum, unbounded } from "../cost/range.ts";
import { sizeOf } from "../cost/size.ts";
import type { CostTable, FunctionCost, OperandEstimate, Range } from "../types/costs.ts";

/** The text is gone through and another made of it. */
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
 * The size after as many replacements as there can be. Where `isNone` says that they could only lead the other way, the
 * text stays as it is; an empty part is found around each code point.
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

/** An empty separator makes an element of each code point. */
const splitCost = traversalCost(0, twiceFactor, (operands) => ({
  min: 0n,
  max: literalLimit(operandAt(operands, 2)) ?? operandAt(operands, 0).size.max,
}));

/** Negative numbers, which mean no limit, are very large unsigned ones. */
function literalLimit({ expr }: OperandEstimate): bigint | undefined {
  if (expr?.kind !== "const" || expr.constant.type !== "int") return undefined;
  return BigInt.asUintN(64, expr.constant.value);
}

/** At run time by the text that comes out, and twice for it. */
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

/** All code points may have to be escaped, and there are two quotes; the size wraps around at 64 bits. */
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
