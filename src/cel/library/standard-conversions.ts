/**
 * The conversions between types, `type` and `dyn`, of the standard library.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, overload } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../types/types.ts";

const a = paramType("A");

export const conversionFunctions: readonly FunctionDeclaration[] = [
  declareFunction("type", overload("type", [a], typeType(a))),
  declareFunction(
    "bool",
    overload("bool_to_bool", [boolType], boolType),
    overload("string_to_bool", [stringType], boolType),
  ),
  declareFunction(
    "bytes",
    overload("bytes_to_bytes", [bytesType], bytesType),
    overload("string_to_bytes", [stringType], bytesType),
  ),
  declareFunction(
    "double",
    overload("double_to_double", [doubleType], doubleType),
    overload("int64_to_double", [intType], doubleType),
    overload("string_to_double", [stringType], doubleType),
    overload("uint64_to_double", [uintType], doubleType),
  ),
  declareFunction(
    "duration",
    overload("duration_to_duration", [durationType], durationType),
    overload("string_to_duration", [stringType], durationType),
  ),
  declareFunction("dyn", overload("to_dyn", [a], dynType)),
  declareFunction(
    "int",
    overload("int64_to_int64", [intType], intType),
    overload("double_to_int64", [doubleType], intType),
    overload("duration_to_int64", [durationType], intType),
    overload("string_to_int64", [stringType], intType),
    overload("timestamp_to_int64", [timestampType], intType),
    overload("uint64_to_int64", [uintType], intType),
  ),
  declareFunction(
    "string",
    overload("string_to_string", [stringType], stringType),
    overload("bool_to_string", [boolType], stringType),
    overload("bytes_to_string", [bytesType], stringType),
    overload("double_to_string", [doubleType], stringType),
    overload("duration_to_string", [durationType], stringType),
    overload("int64_to_string", [intType], stringType),
    overload("timestamp_to_string", [timestampType], stringType),
    overload("uint64_to_string", [uintType], stringType),
  ),
  declareFunction(
    "timestamp",
    overload("timestamp_to_timestamp", [timestampType], timestampType),
    overload("int64_to_timestamp", [intType], timestampType),
    overload("string_to_timestamp", [stringType], timestampType),
  ),
  declareFunction(
    "uint",
    overload("uint64_to_uint64", [uintType], uintType),
    overload("double_to_uint64", [doubleType], uintType),
    overload("int64_to_uint64", [intType], uintType),
    overload("string_to_uint64", [stringType], uintType),
  ),
];
