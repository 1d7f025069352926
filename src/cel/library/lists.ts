/**
 * cel-go's list library, version 3: slices, flattening, sorting, ranges.
 *
 * @module
 */
import { callCost, listCost, literalInt, operandAt, stringTraversalFactor } from "../cost/model.ts";
import { exactly, product, scale, sum, unbounded } from "../cost/range.ts";
import { sizeOf } from "../cost/size.ts";
import { equalValues } from "../eval/equality.ts";
import { compareValues } from "../eval/ordering.ts";
import { isList, typeNameOf } from "../eval/value-type.ts";
import type { CallEstimate, EstimateCost, FunctionCost, Operand, Range } from "../types/costs.ts";
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  paramType,
  stringType,
  timestampType,
  uintType,
} from "../types/types.ts";
import { CelError, type Value } from "../types/values.ts";

const listOfT = listType(paramType("T"));
const listOfDyn = listType(dynType);

/** Element types that can be sorted, with their names in overload ids. */
const sortableTypes: readonly (readonly [name: string, type: CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

/** Estimates a call that creates a list. */
function estimateListCreation(size: Range, factor: number): CallEstimate {
  return { cost: sum(scale(size, factor), exactly(callCost + listCost)), resultSize: size };
}

const trackListCreation = (size: number, factor: number): number => Math.floor(size * factor) + callCost + listCost;

/** A cost that depends on the size of the resulting list. */
const resultCost = (estimate: EstimateCost): FunctionCost => ({
  track: (_first, _second, result) => trackListCreation(sizeOf(result), 1),
  estimate,
});

const sliceCost = resultCost((operands) => {
  const start = literalInt(operandAt(operands, 1)) ?? 0n;
  const end = literalInt(operandAt(operands, 2)) ?? operandAt(operands, 0).size.max;
  // An end before the start, which is an error at run time, wraps around like unsigned arithmetic.
  return estimateListCreation(exactly(BigInt.asUintN(64, end - start)), 1);
});
const rangeCost = resultCost((operands) =>
  estimateListCreation(exactly(literalInt(operandAt(operands, 0)) ?? unbounded), 1),
);
const reverseCost = resultCost((operands) => estimateListCreation(operandAt(operands, 0).size, 1));

/** The list is traversed once for each level. */
const flattenCost: FunctionCost = {
  track: (list) => trackListCreation(sizeOf(list), 1),
  estimate: (operands) => estimateListCreation(operandAt(operands, 0).size, 1),
};
const flattenLevelsCost: FunctionCost = {
  track: (list, depth) =>
    typeof depth === "bigint" ? trackListCreation(sizeOf(list), depthFactor(depth)) : Number.NaN,
  estimate: (operands) => {
    const depth = literalInt(operandAt(operands, 1)) ?? unbounded;
    return estimateListCreation(operandAt(operands, 0).size, Number(depth));
  },
};

const depthFactor = (depth: bigint): number => (depth < 0n ? 1 : Number(depth));

/** The cost of a comparison; each element is compared with every other. */
const comparisonFactor = 2;
const textComparisonFactor = comparisonFactor + stringTraversalFactor;

function estimateComparisons(size: Range, factor: number): CallEstimate {
  return estimateListCreation(product(size, size), factor);
}

/**
 * Returns the cost of comparing the elements of a list. kube-apiserver's cost tracker assumes a list and fails if the
 * operand is an error instead; NaN represents that.
 */
function trackComparisons(list: Operand): number {
  if (!Array.isArray(list)) return Number.NaN;
  const [first] = list;
  const isText = typeof first === "string" || first instanceof Uint8Array;
  return trackListCreation(list.length * list.length, isText ? textComparisonFactor : comparisonFactor);
}

const distinctCost: FunctionCost = {
  track: trackComparisons,
  estimate: (operands) => estimateComparisons(operandAt(operands, 0).size, comparisonFactor),
};

const factorOf = ({ kind }: CelType): number =>
  kind === "string" || kind === "bytes" ? textComparisonFactor : comparisonFactor;

const sortCost = (element: CelType): FunctionCost => ({
  track: trackComparisons,
  estimate: (operands) => estimateComparisons(operandAt(operands, 0).size, factorOf(element)),
});

const sortByKeysCost = (key: CelType): FunctionCost => ({
  track: (_, keys) => trackComparisons(keys),
  estimate: (operands) => estimateComparisons(operandAt(operands, 1).size, factorOf(key)),
});

export const listsLibrary: Library = {
  name: "cel.lib.ext.lists",
  functions: [
    declareFunction("slice", member("list_slice", [listOfT, intType, intType], listOfT, slice)),
    declareFunction(
      "flatten",
      // The checker requires a list of lists; at run time, a flat list is accepted, too.
      { ...member("list_flatten", [listType(listOfT)], listOfT, flatten), runtimeParams: [listOfDyn] },
      member("list_flatten_int", [listOfDyn, intType], listOfDyn, flatten),
    ),
    declareFunction(
      "sort",
      ...sortableTypes.map(([name, type]) => ({
        ...member(`list_${name}_sort`, [listType(type)], listType(type), sort),
        runtimeParams: [listOfDyn],
      })),
    ),
    declareFunction(
      "@sortByAssociatedKeys",
      ...sortableTypes.map(([name, type]) => ({
        ...member(`list_${name}_sortByAssociatedKeys`, [listOfT, listType(type)], listOfT, sortByKeys),
        runtimeParams: [listOfDyn, listOfDyn],
      })),
    ),
    declareFunction("lists.range", overload("lists_range", [intType], listType(intType), range)),
    declareFunction("reverse", member("list_reverse", [listOfT], listOfT, reverse)),
    declareFunction("distinct", member("list_distinct", [listOfT], listOfT, distinct)),
  ],
  costs: {
    byOverload: {
      list_slice: sliceCost,
      lists_range: rangeCost,
      list_reverse: reverseCost,
      list_flatten: flattenCost,
      list_flatten_int: flattenLevelsCost,
      list_distinct: distinctCost,
      ...Object.fromEntries(sortableTypes.map(([name, type]) => [`list_${name}_sort`, sortCost(type)])),
      ...Object.fromEntries(
        sortableTypes.map(([name, type]) => [`list_${name}_sortByAssociatedKeys`, sortByKeysCost(type)]),
      ),
    },
  },
  macros: ["lists"],
  since: "1.34",
};

type List = readonly Value[];

function slice(list: List, start: bigint, end: bigint): List | CelError {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) return new CelError(`${call}, negative indexes not supported`);
  if (start > end) return new CelError(`${call}, start index must be less than or equal to end index`);
  if (end > list.length) return new CelError(`${call}, list is length ${list.length}`);
  return list.slice(Number(start), Number(end));
}

/** Replaces lists inside of the list by their elements, up to `depth` levels deep. */
function flatten(list: List, depth = 1n): List | CelError {
  if (depth < 0n) return new CelError("level must be non-negative");
  return flattenLevels(list, depth);
}

const flattenLevels = (list: List, depth: bigint): List =>
  list.flatMap((value) => (isList(value) && depth > 0n ? flattenLevels(value, depth - 1n) : [value]));

function sort(list: List): List | CelError {
  return sortByKeys(list, list);
}

/** Sorts a list by the keys at the same indexes. All keys must have the same, ordered type. */
function sortByKeys(list: List, keys: List): List | CelError {
  if (list.length !== keys.length) {
    return new CelError(
      "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, " +
        `but got ${list.length} and ${keys.length} elements respectively`,
    );
  }
  const [first] = keys;
  if (first === undefined) return list;
  if (!isComparable(first)) return new CelError("list elements must be comparable");
  const typeName = typeNameOf(first);
  if (keys.some((key) => typeNameOf(key) !== typeName)) return new CelError("list elements must have the same type");
  const order = keys.map((_, index) => index);
  order.sort((a, b) => compareKeys(keys[a] ?? null, keys[b] ?? null));
  return order.map((index) => list[index] ?? null);
}

/** Whether a value has an order: values that have one can be compared with themselves, except for NaN. */
const isComparable = (value: Value): boolean =>
  typeof value === "number" || !(compareValues(value, value) instanceof CelError);

/** Compares two keys; NaN, which has no order, counts as equal to any key. */
function compareKeys(a: Value, b: Value): number {
  const order = compareValues(a, b);
  return order instanceof CelError ? 0 : order;
}

const maxRangeLength = 1_000_000n;

/** Returns the whole numbers from 0 to `length` - 1. */
function range(length: bigint): List | CelError {
  if (length < 0n) return new CelError(`lists.range: size must be non-negative, got ${length}`);
  if (length > maxRangeLength) {
    return new CelError(`lists.range: size ${length} exceeds maximum allowed (${maxRangeLength})`);
  }
  return Array.from({ length: Number(length) }, (_, index) => BigInt(index));
}

function reverse(list: List): List {
  return list.toReversed();
}

/** Returns the first value of each group of equal values. */
function distinct(list: List): List {
  const kept: Value[] = [];
  for (const value of list) {
    if (!kept.some((other) => equalValues(value, other))) kept.push(value);
  }
  return kept;
}
