/**
 * The functions on strings, and `size`, of the standard library.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, member, overload } from "../types/declarations.ts";
import { boolType, bytesType, intType, listType, mapType, paramType, stringType } from "../types/types.ts";

const listOfA = listType(paramType("A"));
const mapOfAB = mapType(paramType("A"), paramType("B"));

export const sizeFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "size",
    overload("size_bytes", [bytesType], intType),
    member("bytes_size", [bytesType], intType),
    overload("size_list", [listOfA], intType),
    member("list_size", [listOfA], intType),
    overload("size_map", [mapOfAB], intType),
    member("map_size", [mapOfAB], intType),
    overload("size_string", [stringType], intType),
    member("string_size", [stringType], intType),
  ),
];

export const stringFunctions: readonly FunctionDeclaration[] = [
  declareFunction("contains", member("contains_string", [stringType, stringType], boolType)),
  declareFunction("endsWith", member("ends_with_string", [stringType, stringType], boolType)),
  declareFunction("startsWith", member("starts_with_string", [stringType, stringType], boolType)),
  declareFunction(
    "matches",
    overload("matches", [stringType, stringType], boolType),
    member("matches_string", [stringType, stringType], boolType),
  ),
];
