/**
 * The list library of Kubernetes: order, sums, extremes and positions of elements. Its second version adds `includes`.
 *
 * @module
 */
import { operandAt, stringTraversalFactor } from "../../cel/cost/model.ts";
import { exactlyOne, product, scale, sum as sumOf } from "../../cel/cost/range.ts";
import { traversalCost } from "../../cel/cost/size.ts";
import { add } from "../../cel/eval/arithmetic.ts";
import { equalValues } from "../../cel/eval/equality.ts";
import { compareValues } from "../../cel/eval/ordering.ts";
import { isList } from "../../cel/eval/value-type.ts";
import type { CostEntry, FunctionCost, OperandEstimate, Range } from "../../cel/types/costs.ts";
import { declareFunction, type FunctionDeclaration, type Library, member } from "../../cel/types/declarations.ts";
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
} from "../../cel/types/types.ts";
import { CelError, Duration, Uint, type Value } from "../../cel/types/values.ts";

const summableTypes: readonly (readonly [name: string, type: CelType, zero: Value])[] = [
  ["int", intType, 0n],
  ["uint", uintType, new Uint(0n)],
  ["double", doubleType, 0],
  ["duration", durationType, new Duration(0n)],
];

const comparableTypes: readonly (readonly [name: string, type: CelType])[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

const a = paramType("A");
const listOfA = listType(a);

const functionsOfVersion0: readonly FunctionDeclaration[] = [
  declareFunction(
    "isSorted",
    ...comparableTypes.map(([name, type]) =>
      member(`list_${name}_is_sorted_bool`, [listType(type)], boolType, isSorted),
    ),
  ),
  declareFunction(
    "sum",
    ...summableTypes.map(([name, type, zero]) =>
      member(`list_${name}_sum_${name}`, [listType(type)], type, (list: List) => sum(list, zero)),
    ),
  ),
  declareFunction(
    "max",
    ...comparableTypes.map(([name, type]) => member(`list_${name}_max_${name}`, [listType(type)], type, max)),
  ),
  declareFunction(
    "min",
    ...comparableTypes.map(([name, type]) => member(`list_${name}_min_${name}`, [listType(type)], type, min)),
  ),
  declareFunction("indexOf", member("list_a_index_of_int", [listOfA, a], intType, indexOf)),
  declareFunction("lastIndexOf", member("list_a_last_index_of_int", [listOfA, a], intType, lastIndexOf)),
];

/** The cost of traversing the receiver with everything in it. */
const traversingCost: FunctionCost = {
  track: traversalCost,
  estimate: (operands) => ({ cost: estimateTraversal(operandAt(operands, 0)) }),
};

/**
 * Estimates the cost of traversing an operand. A list costs 1 for each element, plus the traversal of the strings in
 * it; any other operand is assumed to be a string.
 */
function estimateTraversal(target: OperandEstimate): Range {
  const element = target.element();
  if (element === undefined) return scale(target.size, stringTraversalFactor);
  const isLong = element.type.kind === "string" || element.type.kind === "bytes";
  return product(target.size, isLong ? sumOf(exactlyOne, scale(element.size, stringTraversalFactor)) : exactlyOne);
}

const costsOfVersion0: Readonly<Record<string, CostEntry>> = {
  isSorted: traversingCost,
  sum: traversingCost,
  max: traversingCost,
  min: traversingCost,
  indexOf: traversingCost,
  lastIndexOf: traversingCost,
};

/** The receiver may have any type; one without known elements costs its size, like a list. */
const includesCost: FunctionCost = {
  track: traversalCost,
  estimate: (operands) => {
    const target = operandAt(operands, 0);
    return { cost: target.element() === undefined ? target.size : estimateTraversal(target) };
  },
};

export const kubernetesListsLibraryVersion0: Library = {
  name: "kubernetes.lists",
  functions: functionsOfVersion0,
  costs: { byName: costsOfVersion0 },
  until: "1.37",
};

const includesFunction = declareFunction(
  "includes",
  member("list_includes_dyn_dyn", [dynType, dynType], boolType, includes),
);

/** Only `includes`, for the releases before the list library has it. */
export const includesLibrary: Library = {
  name: "kubernetes.lists.includes",
  functions: [includesFunction],
  costs: { byName: { includes: includesCost } },
  until: "1.37",
};

export const kubernetesListsLibrary: Library = {
  name: "kubernetes.lists",
  functions: [...functionsOfVersion0, includesFunction],
  costs: { byName: { ...costsOfVersion0, includes: includesCost } },
  since: "1.37",
};

type List = readonly Value[];

/** Whether `first` may precede `second`; true also if the two cannot be compared. */
function inOrder(first: Value, second: Value): boolean {
  const order = compareValues(first, second);
  return order instanceof CelError || order <= 0;
}

function isSorted(list: List): boolean {
  return list.every((value, index) => index === 0 || inOrder(list[index - 1] ?? null, value));
}

/** Adds up a list; returns `zero` if it is empty. */
function sum(list: List, zero: Value): Value | CelError {
  let total = zero;
  for (const value of list) {
    const next = add(total, value);
    if (next instanceof CelError) return next;
    total = next;
  }
  return total;
}

function max(list: List): Value | CelError {
  return extreme(list, "max", (order) => order < 0);
}

function min(list: List): Value | CelError {
  return extreme(list, "min", (order) => order > 0);
}

/** Returns the first smallest or largest value. It skips values that cannot be compared with the best so far. */
function extreme(list: List, name: string, prefersLater: (order: number) => boolean): Value | CelError {
  let [best] = list;
  if (best === undefined) return new CelError(`${name} called on empty list`);
  for (const value of list) {
    const order = compareValues(best, value);
    if (!(order instanceof CelError) && prefersLater(order)) best = value;
  }
  return best;
}

function indexOf(list: List, item: Value): bigint {
  return BigInt(list.findIndex((value) => equalValues(value, item)));
}

function lastIndexOf(list: List, item: Value): bigint {
  return BigInt(list.findLastIndex((value) => equalValues(value, item)));
}

/** Whether a list contains an item; a receiver that is not a list is compared with the item. */
function includes(target: Value, item: Value): boolean {
  return isList(target) ? target.some((value) => equalValues(value, item)) : equalValues(target, item);
}
