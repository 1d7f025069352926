/**
 * The standard library: the functions and types of every environment, with cel-go's names, overload ids and order.
 * Operators are only declared here; the evaluator implements them.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, type Library, overload } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  nullType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../types/types.ts";
import { conversionFunctions } from "./standard-conversions.ts";
import { standardCosts } from "./standard-costs.ts";
import { sizeFunctions, stringFunctions } from "./standard-strings.ts";
import { timeFunctions } from "./standard-time.ts";

const a = paramType("A");
const b = paramType("B");
const listOfA = listType(a);
const mapOfAB = mapType(a, b);

const logicFunctions: readonly FunctionDeclaration[] = [
  declareFunction("_?_:_", overload("conditional", [boolType, a, a], a)),
  declareFunction("_&&_", overload("logical_and", [boolType, boolType], boolType)),
  declareFunction("_||_", overload("logical_or", [boolType, boolType], boolType)),
  declareFunction("!_", overload("logical_not", [boolType], boolType)),
  declareFunction("@not_strictly_false", overload("not_strictly_false", [boolType], boolType)),
  declareFunction("_==_", overload("equals", [a, a], boolType)),
  declareFunction("_!=_", overload("not_equals", [a, a], boolType)),
];

const arithmeticFunctions: readonly FunctionDeclaration[] = [
  declareFunction(
    "_+_",
    overload("add_bytes", [bytesType, bytesType], bytesType),
    overload("add_double", [doubleType, doubleType], doubleType),
    overload("add_duration_duration", [durationType, durationType], durationType),
    overload("add_duration_timestamp", [durationType, timestampType], timestampType),
    overload("add_timestamp_duration", [timestampType, durationType], timestampType),
    overload("add_int64", [intType, intType], intType),
    overload("add_list", [listOfA, listOfA], listOfA),
    overload("add_string", [stringType, stringType], stringType),
    overload("add_uint64", [uintType, uintType], uintType),
  ),
  declareFunction(
    "_/_",
    overload("divide_double", [doubleType, doubleType], doubleType),
    overload("divide_int64", [intType, intType], intType),
    overload("divide_uint64", [uintType, uintType], uintType),
  ),
  declareFunction(
    "_%_",
    overload("modulo_int64", [intType, intType], intType),
    overload("modulo_uint64", [uintType, uintType], uintType),
  ),
  declareFunction(
    "_*_",
    overload("multiply_double", [doubleType, doubleType], doubleType),
    overload("multiply_int64", [intType, intType], intType),
    overload("multiply_uint64", [uintType, uintType], uintType),
  ),
  declareFunction(
    "-_",
    overload("negate_double", [doubleType], doubleType),
    overload("negate_int64", [intType], intType),
  ),
  declareFunction(
    "_-_",
    overload("subtract_double", [doubleType, doubleType], doubleType),
    overload("subtract_duration_duration", [durationType, durationType], durationType),
    overload("subtract_int64", [intType, intType], intType),
    overload("subtract_timestamp_duration", [timestampType, durationType], timestampType),
    overload("subtract_timestamp_timestamp", [timestampType, timestampType], durationType),
    overload("subtract_uint64", [uintType, uintType], uintType),
  ),
];

/**
 * The operand types of the orderings, with the suffix of the overload id; numbers of different types can be compared.
 */
const orderedPairs: readonly (readonly [suffix: string, left: CelType, right: CelType])[] = [
  ["bool", boolType, boolType],
  ["int64", intType, intType],
  ["int64_double", intType, doubleType],
  ["int64_uint64", intType, uintType],
  ["uint64", uintType, uintType],
  ["uint64_double", uintType, doubleType],
  ["uint64_int64", uintType, intType],
  ["double", doubleType, doubleType],
  ["double_int64", doubleType, intType],
  ["double_uint64", doubleType, uintType],
  ["string", stringType, stringType],
  ["bytes", bytesType, bytesType],
  ["timestamp", timestampType, timestampType],
  ["duration", durationType, durationType],
];

const ordering = (operator: string, prefix: string): FunctionDeclaration =>
  declareFunction(
    operator,
    ...orderedPairs.map(([suffix, left, right]) => overload(`${prefix}_${suffix}`, [left, right], boolType)),
  );

const relationFunctions: readonly FunctionDeclaration[] = [
  ordering("_<_", "less"),
  ordering("_<=_", "less_equals"),
  ordering("_>_", "greater"),
  ordering("_>=_", "greater_equals"),
];

const containerFunctions: readonly FunctionDeclaration[] = [
  declareFunction("_[_]", overload("index_list", [listOfA, intType], a), overload("index_map", [mapOfAB, a], b)),
  declareFunction("@in", overload("in_list", [a, listOfA], boolType), overload("in_map", [a, mapOfAB], boolType)),
];

export const standardLibrary: Library = {
  name: "standard",
  functions: [
    ...logicFunctions,
    ...arithmeticFunctions,
    ...relationFunctions,
    ...containerFunctions,
    ...sizeFunctions,
    ...conversionFunctions,
    ...stringFunctions,
    ...timeFunctions,
  ],
  types: [
    { name: "bool", type: typeType(boolType) },
    { name: "bytes", type: typeType(bytesType) },
    { name: "double", type: typeType(doubleType) },
    { name: "google.protobuf.Duration", type: typeType(durationType) },
    { name: "int", type: typeType(intType) },
    { name: "list", type: typeType(listOfA) },
    { name: "map", type: typeType(mapOfAB) },
    { name: "null_type", type: typeType(nullType) },
    { name: "string", type: typeType(stringType) },
    { name: "google.protobuf.Timestamp", type: typeType(timestampType) },
    { name: "type", type: typeType(typeType()) },
    { name: "uint", type: typeType(uintType) },
  ],
  costs: standardCosts,
  macros: ["standard"],
};
