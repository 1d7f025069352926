/**
 * The macros that write blocks, which otherwise only optimizers generate: values that are computed once and read by
 * their index.
 *
 * @module
 */
import type { Expr } from "./ast.ts";
import { type Expand, inNamespace, type Macro, MacroFault, member } from "./macro.ts";
import type { NodeBuilder } from "./node-builder.ts";

export const blockMacros: readonly Macro[] = [
  member("block", 2, inNamespace("cel", expandBlock)),
  member("index", 1, inNamespace("cel", numberedName("index", "@index"))),
  member("iterVar", 2, inNamespace("cel", numberedName("iterVar", "@it:"))),
  member("accuVar", 2, inNamespace("cel", numberedName("accuVar", "@ac:"))),
];

function expandBlock(make: NodeBuilder, _namespace: Expr, values: Expr, result: Expr): Expr | MacroFault {
  if (values.kind !== "list") return new MacroFault(values, "cel.block() takes a list literal first");
  return make.call("cel.@block", values, result);
}

/** Expands to a name such as `@index2` or `@it:0:1`, which expressions cannot write otherwise. */
function numberedName(name: string, prefix: string): Expand {
  return (make, _target, ...args) => {
    const other = args.find((arg) => numberOf(arg) === undefined);
    if (other !== undefined) return new MacroFault(other, `cel.${name}() takes whole numbers from 0, as literals`);
    return make.ident(prefix + args.map(numberOf).join(":"));
  };
}

function numberOf(expr: Expr): bigint | undefined {
  const isIndex = expr.kind === "const" && expr.constant.type === "int" && expr.constant.value >= 0n;
  return isIndex ? expr.constant.value : undefined;
}
