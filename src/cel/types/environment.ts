/**
 * The declarations of an environment, indexed by name. The checker resolves names in them, and the evaluator finds
 * implementations.
 *
 * @module
 */
import type { ConstantDeclaration, FunctionDeclaration, ObjectDeclaration } from "./declarations.ts";
import type { CelType } from "./types.ts";

/** Everything that expressions may refer to, by name. */
export interface Declarations {
  /** The dotted name (`a.b`) under which short names are looked up first; empty for the root. */
  readonly container: string;
  /** Types of variables by full name; a name may contain dots (`authorizer.requestResource`). */
  readonly variables: ReadonlyMap<string, CelType>;
  /** Types as values, and enum members, by full name. */
  readonly constants: ReadonlyMap<string, ConstantDeclaration>;
  /**
   * Functions by name; each has the overloads of all libraries that declare the name, in the order of the libraries.
   */
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Object types by full name. */
  readonly objects: ReadonlyMap<string, ObjectDeclaration>;
}
