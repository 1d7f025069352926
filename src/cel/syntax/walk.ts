/**
 * Traversals of expression trees.
 *
 * @module
 */
import type { Expr } from "./ast.ts";

/** Returns the child nodes of `expr`, in the order of the text or of their creation. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "const":
    case "ident":
      return noChildren;
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

const noChildren: readonly Expr[] = [];

/**
 * Calls `enter` for `expr` and all its descendants, parents first. If `enter` returns false, the descendants of the
 * node are skipped.
 */
export function visit(expr: Expr, enter: (expr: Expr, parent: Expr | undefined) => boolean | undefined): void {
  visitUnder(expr, undefined, enter);
}

function visitUnder(
  expr: Expr,
  parent: Expr | undefined,
  enter: (expr: Expr, parent: Expr | undefined) => boolean | undefined,
): void {
  if (enter(expr, parent) === false) return;
  for (const child of children(expr)) visitUnder(child, expr, enter);
}

/** Returns the first node for which `holds` is true, parents first. */
export function find(expr: Expr, holds: (expr: Expr) => boolean): Expr | undefined {
  if (holds(expr)) return expr;
  for (const child of children(expr)) {
    const found = find(child, holds);
    if (found !== undefined) return found;
  }
  return undefined;
}
