/**
 * The result of checking a tree: a type for every node, and the references of names and calls. Evaluation, cost and the
 * rules about expressions read it.
 *
 * @module
 */
import type { Ast } from "../syntax/ast.ts";
import type { CelType } from "./types.ts";
import type { Value } from "./values.ts";

/** The meaning of an identifier or of a struct's type name. */
export interface IdentReference {
  readonly kind: "ident";
  /** In full, without container; a leading dot marks a global name that a loop variable hides. */
  readonly name: string;
  /** Set for constants: a `TypeValue` for the name of a type, a bigint for a member of an enum. */
  readonly value?: Value;
}

/** The meaning of a call; several overloads remain when the types of the arguments are only known at run time. */
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
   * The tree with names resolved: `a.b.c` that names a variable is one ident node (it keeps the id and the span of the
   * select), `ns.f(x)` that names a function `ns.f` is a call without target, and names are written in full.
   */
  readonly ast: Ast;
  /** By node id; of every node of `ast`. No type parameters are left: an open one reads `dyn`. */
  readonly types: ReadonlyMap<number, CelType>;
  /** By node id; of idents, calls and structs. Plain selects and literals have none. */
  readonly references: ReadonlyMap<number, Reference>;
  readonly outputType: CelType;
}
