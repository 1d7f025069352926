/**
 * The result of checking a tree: the type of every node, and the references of names and calls. The evaluator, the cost
 * estimator and the lints read it.
 *
 * @module
 */
import type { Ast } from "../syntax/ast.ts";
import type { CelType } from "./types.ts";
import type { Value } from "./values.ts";

/** The declaration that an identifier or the type name of a struct refers to. */
export interface IdentReference {
  readonly kind: "ident";
  /** The full name, without container; a leading dot marks a global name that a loop variable hides. */
  readonly name: string;
  /** Set for constants: a `TypeValue` for the name of a type, a bigint for an enum member. */
  readonly value?: Value;
}

/** The overloads that a call refers to; there are several if the types of the arguments are known only at run time. */
export interface FunctionReference {
  readonly kind: "function";
  /** Overload ids in the order of declaration, at least one. */
  readonly overloads: readonly string[];
}

/** The reference of a name or a call. */
export type Reference = IdentReference | FunctionReference;

/** An expression that passed the checker. */
export interface CheckedAst {
  /**
   * The tree with resolved names. A select `a.b.c` that refers to a variable is one ident node with the id and the
   * range of the select; `ns.f(x)` that calls a function `ns.f` is a call without target; all names are full names.
   */
  readonly ast: Ast;
  /** The type of every node of `ast`, by node id. There are no type parameters: unbound ones are `dyn`. */
  readonly types: ReadonlyMap<number, CelType>;
  /** The references of idents, calls and structs, by node id. Plain selects and literals have no reference. */
  readonly references: ReadonlyMap<number, Reference>;
  readonly outputType: CelType;
}
