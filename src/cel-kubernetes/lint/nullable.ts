/**
 * Variables that are null for some inputs, as `oldObject` is if `request.operation` is `CREATE`, and the comparisons
 * that exclude null.
 *
 * @module
 */
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { pathOf } from "./paths.ts";

/** A value that is null if the string at another path is one of some values. */
export interface Nullable {
  readonly path: string;
  readonly when: { readonly path: string; readonly values: readonly string[] };
}

/** Returns the paths that are not null if the result of a comparison is `outcome`. */
export function nonNullPathsIf(call: CallExpr, outcome: boolean, nullable: readonly Nullable[]): readonly string[] {
  const excluded = nullable.filter((each) => excludes(call, outcome, each));
  return excluded.map(({ path }) => path);
}

function excludes({ function: name, args }: CallExpr, outcome: boolean, { path, when }: Nullable): boolean {
  const [left, right] = args;
  if (left === undefined || right === undefined) return false;
  if (name === "@in") return pathOf(left) === when.path && excludesValues(textsOf(right), outcome, when.values);
  if (name !== "_==_" && name !== "_!=_") return false;
  const isEqual = outcome === (name === "_==_");
  const [compared, constant] = left.kind === "const" ? [right, left] : [left, right];
  if (pathOf(compared) === path) return constant.kind === "const" && (constant.constant.type === "null") !== isEqual;
  return pathOf(compared) === when.path && excludesValues(textsOf(constant), isEqual, when.values);
}

/** Whether a string cannot be any of `values`, if it is (or is not, by `isAmong`) in the list `among`. */
function excludesValues(among: readonly string[], isAmong: boolean, values: readonly string[]): boolean {
  return among.length > 0 && values.every((value) => among.includes(value) !== isAmong);
}

/** Returns the strings of a constant or of a list of constants; empty if they are not known. */
function textsOf(expr: Expr): readonly string[] {
  if (expr.kind === "list") {
    const texts = expr.elements.map(textsOf);
    return texts.every((each) => each.length === 1) ? texts.flat() : [];
  }
  return expr.kind === "const" && typeof expr.constant.value === "string" ? [expr.constant.value] : [];
}
