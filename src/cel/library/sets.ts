/**
 * cel-go's set library: lists taken as sets, elements compared as `==` compares them.
 *
 * @module
 */
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { boolType, listType, paramType } from "../types/types.ts";

const listOfT = listType(paramType("T"));

export const setsLibrary: Library = {
  name: "cel.lib.ext.sets",
  functions: [
    declareFunction("sets.contains", overload("list_sets_contains_list", [listOfT, listOfT], boolType)),
    declareFunction("sets.equivalent", overload("list_sets_equivalent_list", [listOfT, listOfT], boolType)),
    declareFunction("sets.intersects", overload("list_sets_intersects_list", [listOfT, listOfT], boolType)),
  ],
  since: "1.29",
};
