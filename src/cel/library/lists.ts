/**
 * cel-go's list library, version 3: slices, flattening, sorting, ranges.
 *
 * @module
 */
import { equalValues } from "../eval/equality.ts";
import { compareValues } from "../eval/ordering.ts";
import { isList, typeNameOf } from "../eval/value-type.ts";
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

/** Element types that sort, under the names that overload ids give them. */
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

export const listsLibrary: Library = {
  name: "cel.lib.ext.lists",
  functions: [
    declareFunction("slice", member("list_slice", [listOfT, intType, intType], listOfT, slice)),
    declareFunction(
      "flatten",
      // Checked as a list of lists, while at run time a list that is flat already will do.
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

/** Lists inside the list give way to their elements, `depth` levels deep. */
function flatten(list: List, depth = 1n): List | CelError {
  if (depth < 0n) return new CelError("level must be non-negative");
  return flattenLevels(list, depth);
}

const flattenLevels = (list: List, depth: bigint): List =>
  list.flatMap((value) => (isList(value) && depth > 0n ? flattenLevels(value, depth - 1n) : [value]));

function sort(list: List): List | CelError {
  return sortByKeys(list, list);
}

/** The list in the order of the keys that stand beside it. Keys must be of one type, which has an order. */
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

/** Values that have an order have one with themselves, NaN apart. */
const isComparable = (value: Value): boolean =>
  typeof value === "number" || !(compareValues(value, value) instanceof CelError);

/** NaN, which has no order, counts as equal to anything. */
function compareKeys(a: Value, b: Value): number {
  const order = compareValues(a, b);
  return order instanceof CelError ? 0 : order;
}

const maxRangeLength = 1_000_000n;

/** The whole numbers from 0 to below `length`. */
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

/** The first of each group of equal values. */
function distinct(list: List): List {
  const kept: Value[] = [];
  for (const value of list) {
    if (!kept.some((other) => equalValues(value, other))) kept.push(value);
  }
  return kept;
}
