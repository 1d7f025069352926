/**
 * Walks a tree bottom-up, in the order of the text.
 *
 * @module
 */
import type { CallExpr, Expr } from "../syntax/ast.ts";
import { children } from "../syntax/walk.ts";

/** Visits a node after its descendants. `enclosingCalls` has the innermost call last. */
type Visitor = (expr: Expr, enclosingCalls: readonly CallExpr[]) => void;

export function walkBottomUp(root: Expr, visit: Visitor): void {
  const enclosingCalls: CallExpr[] = [];
  const walk = (expr: Expr): void => {
    if (expr.kind === "call") enclosingCalls.push(expr);
    for (const child of children(expr)) walk(child);
    if (expr.kind === "call") enclosingCalls.pop();
    visit(expr, enclosingCalls);
  };
  walk(root);
}
