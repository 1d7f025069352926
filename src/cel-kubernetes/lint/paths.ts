/**
 * Fields as paths with dots: what an expression reads, and what it asks for.
 *
 * @part expressions
 * @module
 */
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { visit } from "../../cel/syntax/walk.ts";

/** Fields that an expression asks for with `has`, `in` or `.?`. */
export function testedPaths(root: Expr): readonly string[] {
  const paths: string[] = [];
  visit(root, (expr) => {
    const path = testedPath(expr) ?? (isOptionalStep(expr) ? steppedPath(expr) : undefined);
    if (path !== undefined) paths.push(path);
    return true;
  });
  return paths;
}

function isOptionalStep(expr: Expr): expr is CallExpr {
  return expr.kind === "call" && (expr.function === "_?._" || expr.function === "_[?_]");
}

/** `a.b` for `has(a.b)` and for `"b" in a`. */
export function testedPath(expr: Expr): string | undefined {
  if (expr.kind === "select" && expr.testOnly) return stepFrom(expr.operand, expr.field);
  const [key, map] = expr.kind === "call" && expr.function === "@in" ? expr.args : [];
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || map === undefined) return undefined;
  return stepFrom(map, key.constant.value);
}

/** `a.b` for `a.b` and for `a["b"]`. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind === "select") return stepFrom(expr.operand, expr.field);
  return expr.kind === "call" && expr.function === "_[_]" ? steppedPath(expr) : undefined;
}

function steppedPath({ args: [operand, key] }: CallExpr): string | undefined {
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || operand === undefined) return undefined;
  return stepFrom(operand, key.constant.value);
}

function stepFrom(operand: Expr, field: string): string | undefined {
  const path = pathOf(operand);
  return path === undefined ? undefined : `${path}.${field}`;
}
