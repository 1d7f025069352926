/**
 * cel-go's bindings: `cel.bind(name, value, result)`, and the function of a block, which optimizers make and the macros
 * of `block.ts` write. Opt-in: no Kubernetes environment has it.
 *
 * @module
 */
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { dynType, listType, paramType } from "../types/types.ts";

/** The values and what is made of them, evaluated by the planner: a value is computed when it is first read. */
export const blockFunction = declareFunction(
  "cel.@block",
  overload("cel_block_list", [listType(dynType), paramType("T")], paramType("T")),
);

/** `cel.bind(name, value, result)`. */
export const bindingsLibrary: Library = {
  name: "cel.lib.ext.cel.bindings",
  functions: [blockFunction],
  macros: ["bindings"],
};
