/**
 * Walks a tree from the leaves up, in the order of the text.
 *
 * @module
 */
import type { CallExpr, Expr } from "../syntax/ast.ts";
import { children } from "../syntax/walk.ts";

/** Called for each node after those below it, with the calls it is in, the innermost last. */
type Visitor = (expr: Expr, enclosingCalls: readonly CallExpr[]) => void;

export function walkUp(root: Expr, visit: Visitor): void {
  const enclosingCalls: CallExpr[] = [];
  const walk = (expr: Expr): void => {
    if (expr.kind === "call") enclosingCalls.push(expr);
    for (const child of children(expr)) walk(child);
    if (expr.kind === "call") enclosingCalls.pop();
    visit(expr, enclosingCalls);
  };
  walk(root);
}
