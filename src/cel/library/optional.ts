/**
 * Optional values: `optional.of(x)`, `a.?b`, `a[?b]` and what can be done with them, in cel-go's overload ids.
 *
 * @module
 */
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

const k = paramType("K");
const v = paramType("V");
const optionalOfV = optionalType(v);
const listOfV = listType(v);
const mapOfKV = mapType(k, v);

export const optionalLibrary: Library = {
  name: "optional",
  functions: [
    declareFunction("optional.of", overload("optional_of", [v], optionalOfV)),
    declareFunction("optional.ofNonZeroValue", overload("optional_ofNonZeroValue", [v], optionalOfV)),
    declareFunction("optional.none", overload("optional_none", [], optionalOfV)),
    declareFunction("value", member("optional_value", [optionalOfV], v)),
    declareFunction("hasValue", member("optional_hasValue", [optionalOfV], boolType)),
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
    declareFunction("last", member("list_last", [listOfV], optionalOfV)),
    declareFunction("first", member("list_first", [listOfV], optionalOfV)),
    declareFunction("optional.unwrap", overload("optional_unwrap", [listType(optionalOfV)], listOfV)),
    declareFunction("unwrapOpt", member("optional_unwrapOpt", [listType(optionalOfV)], listOfV)),
  ],
  types: [{ name: "optional_type", type: typeType(optionalType(dynType)) }],
  macros: ["optional"],
};
