/**
 * Walks a tree from the leaves up, in the order of the text.
 *
 * @module
 */
import type { CallExpr, Expr } from "../syntax/ast.ts";

/** Called for each node after those below it, with the calls it stands in, the innermost last. */
export type Visitor = (expr: Expr, enclosingCalls: readonly CallExpr[]) => void;

export function walkUp(root: Expr, visit: Visitor): void {
  const enclosingCalls: CallExpr[] = [];
  const walk = (expr: Expr): void => {
    if (expr.kind === "call") enclosingCalls.push(expr);
    for (const child of childrenOf(expr)) walk(child);
    if (expr.kind === "call") enclosingCalls.pop();
    visit(expr, enclosingCalls);
  };
  walk(root);
}

function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "const":
    case "ident":
      return [];
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
}
