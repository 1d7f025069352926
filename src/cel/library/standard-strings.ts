/**
 * The string functions of the standard library, and `size`.
 *
 * @module
 */

import { compileRegex } from "../../regex/engine.ts";
import { codePointCount } from "../../text/code-points.ts";
import { noOverloadFor } from "../eval/faults.ts";
import { isList } from "../eval/value-type.ts";
import { declareFunction, type FunctionDeclaration, member, type Overload, overload } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  dynType,
  intType,
  listType,
  mapType,
  paramType,
  stringType,
} from "../types/types.ts";
import { CelError, CelMap, type Value } from "../types/values.ts";

const listOfA = listType(paramType("A"));
const mapOfAB = mapType(paramType("A"), paramType("B"));

/** Returns the size by the type of the value. As in cel-go, the overload that the checker selected does not matter. */
function sizeOf(value: Value): bigint | CelError {
  if (typeof value === "string") return BigInt(codePointCount(value));
  if (isList(value) || value instanceof Uint8Array) return BigInt(value.length);
  return value instanceof CelMap ? BigInt(value.size) : noOverloadFor("size", [value]);
}

const sizeOverloads = (name: string, type: CelType): readonly Overload[] =>
  [overload(`size_${name}`, [type], intType, sizeOf), member(`${name}_size`, [type], intType, sizeOf)].map((each) => ({
    ...each,
    runtimeParams: [dynType],
  }));

export const sizeFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "size",
    ...sizeOverloads("bytes", bytesType),
    ...sizeOverloads("list", listOfA),
    ...sizeOverloads("map", mapOfAB),
    ...sizeOverloads("string", stringType),
  ),
];

const contains = (text: string, part: string): boolean => text.includes(part);
const endsWith = (text: string, end: string): boolean => text.endsWith(end);
const startsWith = (text: string, start: string): boolean => text.startsWith(start);

const matches = (text: string, pattern: string): boolean | CelError => matcherOf(pattern)(text);

function matcherOf(pattern: string): (text: string) => boolean | CelError {
  const regex = compileRegex(pattern);
  if (regex.ok) return (text) => regex.value.matches(text);
  const fault = new CelError(regex.error.message);
  return () => fault;
}

const preparedMatches = { prepare: matcherOf as NonNullable<Overload["prepare"]> };

export const stringFunctions: readonly FunctionDeclaration[] = [
  declareFunction("contains", member("contains_string", [stringType, stringType], boolType, contains)),
  declareFunction("endsWith", member("ends_with_string", [stringType, stringType], boolType, endsWith)),
  declareFunction("startsWith", member("starts_with_string", [stringType, stringType], boolType, startsWith)),
  declareFunction(
    "matches",
    { ...overload("matches", [stringType, stringType], boolType, matches), ...preparedMatches },
    { ...member("matches_string", [stringType, stringType], boolType, matches), ...preparedMatches },
  ),
];
