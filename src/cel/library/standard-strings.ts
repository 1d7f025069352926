/**
 * The functions on strings, and `size`, of the standard library.
 *
 * @module
 */
import { codePointCount } from "../../lexical/code-points.ts";
import { compileRegex } from "../../lexical/regex/regex.ts";
import { declareFunction, type FunctionDeclaration, member, overload } from "../types/declarations.ts";
import { boolType, bytesType, intType, listType, mapType, paramType, stringType } from "../types/types.ts";
import { CelError, type CelMap, type Value } from "../types/values.ts";

const listOfA = listType(paramType("A"));
const mapOfAB = mapType(paramType("A"), paramType("B"));

const sizeOfBytes = (bytes: Uint8Array): bigint => BigInt(bytes.length);
const sizeOfList = (list: readonly Value[]): bigint => BigInt(list.length);
const sizeOfMap = (map: CelMap): bigint => BigInt(map.size);
const sizeOfString = (text: string): bigint => BigInt(codePointCount(text));

export const sizeFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "size",
    overload("size_bytes", [bytesType], intType, sizeOfBytes),
    member("bytes_size", [bytesType], intType, sizeOfBytes),
    overload("size_list", [listOfA], intType, sizeOfList),
    member("list_size", [listOfA], intType, sizeOfList),
    overload("size_map", [mapOfAB], intType, sizeOfMap),
    member("map_size", [mapOfAB], intType, sizeOfMap),
    overload("size_string", [stringType], intType, sizeOfString),
    member("string_size", [stringType], intType, sizeOfString),
  ),
];

const contains = (text: string, part: string): boolean => text.includes(part);
const endsWith = (text: string, end: string): boolean => text.endsWith(end);
const startsWith = (text: string, start: string): boolean => text.startsWith(start);

function matches(text: string, pattern: string): boolean | CelError {
  const regex = compileRegex(pattern);
  return regex.ok ? regex.value.matches(text) : new CelError(regex.fault.message);
}

export const stringFunctions: readonly FunctionDeclaration[] = [
  declareFunction("contains", member("contains_string", [stringType, stringType], boolType, contains)),
  declareFunction("endsWith", member("ends_with_string", [stringType, stringType], boolType, endsWith)),
  declareFunction("startsWith", member("starts_with_string", [stringType, stringType], boolType, startsWith)),
  declareFunction(
    "matches",
    overload("matches", [stringType, stringType], boolType, matches),
    member("matches_string", [stringType, stringType], boolType, matches),
  ),
];
