/**
 * cel-go's set library: lists taken as sets, elements compared as `==` compares them.
 *
 * @module
 */
import { equalValues } from "../eval/equality.ts";
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { boolType, listType, paramType } from "../types/types.ts";
import type { Value } from "../types/values.ts";

const listOfT = listType(paramType("T"));

export const setsLibrary: Library = {
  name: "cel.lib.ext.sets",
  functions: [
    declareFunction("sets.contains", overload("list_sets_contains_list", [listOfT, listOfT], boolType, contains)),
    declareFunction("sets.equivalent", overload("list_sets_equivalent_list", [listOfT, listOfT], boolType, equivalent)),
    declareFunction("sets.intersects", overload("list_sets_intersects_list", [listOfT, listOfT], boolType, intersects)),
  ],
  since: "1.29",
};

type List = readonly Value[];

const has = (list: List, value: Value): boolean => list.some((each) => equalValues(each, value));

/** Whether every element of `part` is in `list`. */
function contains(list: List, part: List): boolean {
  return part.every((value) => has(list, value));
}

function equivalent(a: List, b: List): boolean {
  return contains(a, b) && contains(b, a);
}

function intersects(a: List, b: List): boolean {
  return a.some((value) => has(b, value));
}
