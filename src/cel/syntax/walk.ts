/**
 * Ways through a tree, for all who look for something in an expression.
 *
 * @module
 */
import type { Expr } from "./ast.ts";

/** The nodes directly under `expr`, in the order in which they were written or made. */
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
 * Calls `enter` for `expr` and everything under it, parents first. Where it returns `false`, what is under the node is
 * left out.
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

/** The first node, parents first, for which `holds`. */
export function find(expr: Expr, holds: (expr: Expr) => boolean): Expr | undefined {
  if (holds(expr)) return expr;
  for (const child of children(expr)) {
    const found = find(child, holds);
    if (found !== undefined) return found;
  }
  return undefined;
}
