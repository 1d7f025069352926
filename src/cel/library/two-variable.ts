/**
 * cel-go's two-variable comprehensions: `all`, `exists`, `transformMap` and others that bind an index or key and a
 * value. They are macros; those that build a map expand to the function that this file declares.
 *
 * @module
 */
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { mapType, paramType } from "../types/types.ts";

const k = paramType("K");
const v = paramType("V");
const mapOfKV = mapType(k, v);

export const twoVariableLibrary: Library = {
  name: "cel.lib.ext.comprev2",
  functions: [
    declareFunction(
      "cel.@mapInsert",
      overload("@mapInsert_map_key_value", [mapOfKV, k, v], mapOfKV),
      overload("@mapInsert_map_map", [mapOfKV, mapOfKV], mapOfKV),
    ),
  ],
  macros: ["two-variable"],
  since: "1.32",
};
