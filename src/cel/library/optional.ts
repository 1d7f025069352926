/**
 * The optional library, with cel-go's overload ids: `optional.of(x)`, `a.?b`, `a[?b]` and the functions of optional
 * values.
 *
 * @module
 */
import { isZeroValue } from "../eval/zero-value.ts";
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  optionalType,
  paramType,
  stringType,
  typeType,
} from "../types/types.ts";
import { CelError, Optional, type Value } from "../types/values.ts";

const k = paramType("K");
const v = paramType("V");
const optionalOfV = optionalType(v);
const listOfV = listType(v);
const mapOfKV = mapType(k, v);

export const optionalLibrary: Library = {
  name: "optional",
  functions: [
    declareFunction(
      "optional.of",
      overload("optional_of", [v], optionalOfV, (value: Value) => new Optional(value)),
    ),
    declareFunction("optional.ofNonZeroValue", overload("optional_ofNonZeroValue", [v], optionalOfV, ofNonZeroValue)),
    declareFunction(
      "optional.none",
      overload("optional_none", [], optionalOfV, () => Optional.none),
    ),
    declareFunction("value", member("optional_value", [optionalOfV], v, dereference)),
    declareFunction(
      "hasValue",
      member("optional_hasValue", [optionalOfV], boolType, (optional: Optional) => optional.value !== undefined),
    ),
    declareFunction("or", member("optional_or_optional", [optionalOfV, optionalOfV], optionalOfV)),
    declareFunction("orValue", member("optional_orValue_value", [optionalOfV, v], v)),
    declareFunction("_?._", overload("select_optional_field", [dynType, stringType], optionalOfV)),
    declareFunction(
      "_[?_]",
      overload("list_optindex_optional_int", [listOfV, intType], optionalOfV),
      overload("optional_list_optindex_optional_int", [optionalType(listOfV), intType], optionalOfV),
      overload("map_optindex_optional_value", [mapOfKV, k], optionalOfV),
      overload("optional_map_optindex_optional_value", [optionalType(mapOfKV), k], optionalOfV),
    ),
    declareFunction(
      "_[_]",
      overload("optional_list_index_int", [optionalType(listOfV), intType], optionalOfV),
      overload("optional_map_index_value", [optionalType(mapOfKV), k], optionalOfV),
    ),
    declareFunction(
      "last",
      member("list_last", [listOfV], optionalOfV, (list: readonly Value[]) => new Optional(list.at(-1))),
    ),
    declareFunction(
      "first",
      member("list_first", [listOfV], optionalOfV, (list: readonly Value[]) => new Optional(list[0])),
    ),
    declareFunction("optional.unwrap", overload("optional_unwrap", [listType(optionalOfV)], listOfV, unwrap)),
    declareFunction("unwrapOpt", member("optional_unwrapOpt", [listType(optionalOfV)], listOfV, unwrap)),
  ],
  types: [{ name: "optional_type", type: typeType(optionalType(dynType)) }],
  macros: ["optional"],
};

function ofNonZeroValue(value: Value): Optional {
  return isZeroValue(value) ? Optional.none : new Optional(value);
}

function dereference({ value }: Optional): Value | CelError {
  return value === undefined ? new CelError("optional.none() dereference") : value;
}

/** Returns the values of the non-empty optionals. */
function unwrap(optionals: readonly Value[]): readonly Value[] | CelError {
  const values: Value[] = [];
  for (const optional of optionals) {
    if (!(optional instanceof Optional)) return new CelError("value is not optional");
    if (optional.value !== undefined) values.push(optional.value);
  }
  return values;
}
