/**
 * Finds the field of the object that an expression is about, so that a finding can point to it.
 *
 * @module
 */
import type { Expr } from "../cel/syntax/ast.ts";
import { visit } from "../cel/syntax/walk.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { isPlanned, type MaybePlanned } from "./plan.ts";

/**
 * Returns the path of the innermost field that contains everything that the expression reads from `object`.
 *
 * @param variables - the policy's variables, through which the expression may read the object
 */
export function findBlamedPath(
  expression: MaybePlanned,
  variables: ReadonlyMap<string, MaybePlanned>,
): readonly string[] {
  const paths = objectPathsRead(expression, variables, new Set());
  const [first = []] = paths;
  return paths.reduce<readonly string[]>((common, path) => {
    const end = common.findIndex((name, index) => name !== path[index]);
    return end < 0 ? common : common.slice(0, end);
  }, first);
}

function objectPathsRead(
  expression: MaybePlanned,
  variables: ReadonlyMap<string, MaybePlanned>,
  seen: Set<string>,
): string[][] {
  const paths: string[][] = [];
  if (!isPlanned(expression)) return paths;
  visit(expression.checked.ast.expr, (expr) => {
    const chain = chainOf(expr);
    if (!chain) return true;
    const [root, ...names] = chain;
    if (root === "object") paths.push(names);
    const [variable = ""] = names;
    const read = root === "variables" && !seen.has(variable) ? variables.get(variable) : undefined;
    if (read) paths.push(...objectPathsRead(read, variables, seen.add(variable)));
    return false;
  });
  return paths;
}

/** Returns the names in `a.b.c`, beginning with the variable; undefined for other expressions. */
function chainOf(expr: Expr): string[] | undefined {
  if (expr.kind === "ident") return [expr.name];
  if (expr.kind === "call" && expr.function === "_?._") return optionalChain(expr.args);
  if (expr.kind !== "select") return undefined;
  const above = chainOf(expr.operand);
  return above && [...above, expr.field];
}

function optionalChain([operand, field]: readonly Expr[]): string[] | undefined {
  const above = operand && chainOf(operand);
  const isText = field?.kind === "const" && field.constant.type === "string";
  return above && isText ? [...above, String(field.constant.value)] : undefined;
}

/** Returns the beginning of the path that exists in the object. */
export function existingPath(path: readonly string[], object: unknown): FieldPath {
  let value = object;
  const end = path.findIndex((name) => {
    const isThere = isPlainObject(value) && Object.hasOwn(value, name);
    value = isPlainObject(value) ? memberOf(value, name) : undefined;
    return !isThere;
  });
  return end < 0 ? path : path.slice(0, end);
}
