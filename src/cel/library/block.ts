/**
 * The block macros of the CEL conformance tests. In `cel.block([a, b], result)` each value is computed at most once,
 * and read as `cel.index(0)`, `cel.index(1)`; `cel.iterVar(0, 1)` and `cel.accuVar(0, 1)` name the variables of macros.
 * Opt-in: no Kubernetes environment has it, and in cel-go it belongs to the tests.
 *
 * @module
 */
import type { Library } from "../types/declarations.ts";
import { dynType } from "../types/types.ts";
import { blockFunction } from "./bindings.ts";

/** The most values of a block, as in cel-go's tests. */
const maxBlockValues = 30;

/** `cel.block([values], result)` and the macros for use inside of it. */
export const blockLibrary: Library = {
  name: "cel.lib.test.block",
  functions: [blockFunction],
  variables: Array.from({ length: maxBlockValues }, (_, index) => ({ name: `@index${index}`, type: dynType })),
  macros: ["block"],
};
