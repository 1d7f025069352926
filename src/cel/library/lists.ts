/**
 * cel-go's list library, version 3: slices, flattening, sorting, ranges.
 *
 * @module
 */
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

const t = paramType("T");
const listOfT = listType(t);
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
    declareFunction("slice", member("list_slice", [listOfT, intType, intType], listOfT)),
    declareFunction(
      "flatten",
      member("list_flatten", [listType(listOfT)], listOfT),
      member("list_flatten_int", [listOfDyn, intType], listOfDyn),
    ),
    declareFunction(
      "sort",
      ...sortableTypes.map(([name, type]) => member(`list_${name}_sort`, [listType(type)], listType(type))),
    ),
    declareFunction(
      "@sortByAssociatedKeys",
      ...sortableTypes.map(([name, type]) =>
        member(`list_${name}_sortByAssociatedKeys`, [listOfT, listType(type)], listOfT),
      ),
    ),
    declareFunction("lists.range", overload("lists_range", [intType], listType(intType))),
    declareFunction("reverse", member("list_reverse", [listOfT], listOfT)),
    declareFunction("distinct", member("list_distinct", [listOfT], listOfT)),
  ],
  macros: ["lists"],
  since: "1.34",
};
