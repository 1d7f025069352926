/**
 * Fields as paths with dots: which fields an expression reads, and whose presence it tests.
 *
 * @part expressions
 * @module
 */
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { visit } from "../../cel/syntax/walk.ts";

/** Returns the paths of the fields whose presence an expression tests with `has`, `in` or `.?`. */
export function testedPaths(root: Expr): readonly string[] {
  const paths: string[] = [];
  visit(root, (expr) => {
    const path = testedPath(expr) ?? (isOptionalStep(expr) ? indexedPath(expr) : undefined);
    if (path !== undefined) paths.push(path);
    return true;
  });
  return paths;
}

function isOptionalStep(expr: Expr): expr is CallExpr {
  return expr.kind === "call" && (expr.function === "_?._" || expr.function === "_[?_]");
}

/** Returns `a.b` for `has(a.b)` and for `"b" in a`; undefined for other expressions. */
export function testedPath(expr: Expr): string | undefined {
  if (expr.kind === "select" && expr.testOnly) return memberPath(expr.operand, expr.field);
  const [key, map] = expr.kind === "call" && expr.function === "@in" ? expr.args : [];
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || map === undefined) return undefined;
  return memberPath(map, key.constant.value);
}

/** Returns `a.b` for `a.b` and for `a["b"]`; undefined for a computed value. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind === "select") return memberPath(expr.operand, expr.field);
  return expr.kind === "call" && expr.function === "_[_]" ? indexedPath(expr) : undefined;
}

function indexedPath({ args: [operand, key] }: CallExpr): string | undefined {
  if (key?.kind !== "const" || typeof key.constant.value !== "string" || operand === undefined) return undefined;
  return memberPath(operand, key.constant.value);
}

function memberPath(operand: Expr, field: string): string | undefined {
  const path = pathOf(operand);
  return path === undefined ? undefined : `${path}.${field}`;
}
