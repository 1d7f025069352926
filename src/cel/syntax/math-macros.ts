/**
 * The macros `math.least` and `math.greatest`. As macros they accept any number of arguments, and reject literals that
 * are not numbers when parsing.
 *
 * @module
 */
import type { Expr } from "./ast.ts";
import { type Expand, inNamespace, type Macro, MacroFault, member } from "./macro.ts";
import type { NodeBuilder } from "./node-builder.ts";

export const mathMacros: readonly Macro[] = [
  member("least", "any", inNamespace("math", selection("least", "math.@min"))),
  member("greatest", "any", inNamespace("math", selection("greatest", "math.@max"))),
];

/** Passes one or two arguments as they are, and more of them as a list. */
function selection(name: string, functionName: string): Expand {
  return (make: NodeBuilder, namespace: Expr, ...args: Expr[]) => {
    const [first, second, ...rest] = args;
    if (first === undefined) return new MacroFault(namespace, `math.${name}() needs at least one number`);
    if (second === undefined) {
      if (mayBeNumber(first) || isListOfNumbers(first)) return make.call(functionName, first);
      return new MacroFault(first, `math.${name}() takes numbers or a list of numbers`);
    }
    const other = args.find((arg) => !mayBeNumber(arg));
    if (other !== undefined) return new MacroFault(other, `math.${name}() takes numbers`);
    return rest.length === 0 ? make.call(functionName, first, second) : make.call(functionName, make.list(...args));
  };
}

const numberTypes: ReadonlySet<string> = new Set(["int", "uint", "double"]);

/** Whether an expression may be a number; false for literals of other types. */
function mayBeNumber(expr: Expr): boolean {
  if (expr.kind === "const") return numberTypes.has(expr.constant.type);
  return expr.kind !== "list" && expr.kind !== "map" && expr.kind !== "struct";
}

function isListOfNumbers(expr: Expr): boolean {
  return expr.kind === "list" && expr.elements.length > 0 && expr.elements.every(mayBeNumber);
}
