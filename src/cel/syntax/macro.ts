/**
 * Macros: calls that the parser replaces by an expansion or rejects.
 *
 * @module
 */
import type { Expr } from "./ast.ts";
import type { NodeBuilder } from "./node-builder.ts";

/** Invalid arguments of a macro; `node` has cel-go's position. */
export class MacroFault {
  readonly node: Expr;
  readonly message: string;
  readonly help: string | undefined;
  constructor(node: Expr, message: string, help?: string) {
    this.node = node;
    this.message = message;
    this.help = help;
  }
}

/**
 * Expands a call. `operands` are the receiver, if the macro has one, and then the arguments. Returns undefined if it is
 * not a call of this macro, and so remains a call.
 */
export type Expand = (make: NodeBuilder, ...operands: Expr[]) => Expr | MacroFault | undefined;

export interface Macro {
  readonly name: string;
  /** `any` matches the calls that no macro with a fixed number matches. */
  readonly argCount: number | "any";
  readonly isMember: boolean;
  readonly expand: Expand;
}

export const global = (name: string, argCount: number, expand: Expand): Macro => ({
  name,
  argCount,
  isMember: false,
  expand,
});

export const member = (name: string, argCount: Macro["argCount"], expand: Expand): Macro => ({
  name,
  argCount,
  isMember: true,
  expand,
});

/** Limits `expand` to members of a namespace, which is not a value: `cel.bind(...)`, `math.least(...)`. */
export function inNamespace(namespace: string, expand: Expand): Expand {
  return (make, target, ...args) =>
    target?.kind === "ident" && target.name === namespace ? expand(make, target, ...args) : undefined;
}
