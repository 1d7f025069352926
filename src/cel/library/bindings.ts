/**
 * cel-go's bindings library: `cel.bind(name, value, result)`, and the function `cel.@block`, which optimizers and the
 * macros of `block.ts` generate. Opt-in: no Kubernetes environment has it.
 *
 * @module
 */
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { dynType, listType, paramType } from "../types/types.ts";

/** `cel.@block(values, result)`. The planner evaluates it: each value is computed at its first read. */
export const blockFunction = declareFunction(
  "cel.@block",
  overload("cel_block_list", [listType(dynType), paramType("T")], paramType("T")),
);

/** The macro `cel.bind(name, value, result)`. */
export const bindingsLibrary: Library = {
  name: "cel.lib.ext.cel.bindings",
  functions: [blockFunction],
  macros: ["bindings"],
};
