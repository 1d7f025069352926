/**
 * The declarations of an environment, indexed for look-up. The checker resolves names in it, the evaluator finds
 * implementations in it.
 *
 * @module
 */
import type { ConstantDeclaration, FunctionDeclaration, ObjectDeclaration } from "./declarations.ts";
import type { CelType } from "./types.ts";

/** All that expressions may refer to, by name. */
export interface Declarations {
  /** Dotted name under which short names are looked up first, `a.b`; empty for none. */
  readonly container: string;
  /** Types of variables by full name; a name may have dots (`authorizer.requestResource`). */
  readonly variables: ReadonlyMap<string, CelType>;
  /** Types as values and members of enums, by full name. */
  readonly constants: ReadonlyMap<string, ConstantDeclaration>;
  /** By name; the overloads of all libraries that declare the name, in the order of the libraries. */
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Object types by full name. */
  readonly objects: ReadonlyMap<string, ObjectDeclaration>;
}
