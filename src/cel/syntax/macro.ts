/**
 * Macros: calls that the parser replaces by their expansion, or refuses.
 *
 * @module
 */
import type { Expr } from "./ast.ts";
import type { NodeBuilder } from "./node-builder.ts";

/** Arguments that fit no reading of the macro; `node` is where cel-go points. */
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
 * Makes the replacement. `operands` are the receiver, if the macro has one, and then the arguments.
 * `undefined` means that the call is not a call of this macro and stays a call.
 */
export type Expand = (make: NodeBuilder, ...operands: Expr[]) => Expr | MacroFault | undefined;

export interface Macro {
  readonly name: string;
  /** `any` takes the calls that no macro with a fixed number takes. */
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

/** `expand` for the calls that are written as members of a name which is no value: `cel.bind(...)`, `math.least(...)`. */
export function inNamespace(namespace: string, expand: Expand): Expand {
  return (make, target, ...args) =>
    target?.kind === "ident" && target.name === namespace ? expand(make, target, ...args) : undefined;
}
