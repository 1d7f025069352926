/**
 * Variables that are null for some inputs, as `oldObject` is while `request.operation` is `CREATE`, and what says that they
 * are not.
 *
 * @module
 */
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { pathOf } from "./paths.ts";

/** Something that is null while the text at another path is one of some values. */
export interface Nullable {
  readonly path: string;
  readonly when: { readonly path: string; readonly values: readonly string[] };
}

/** The paths that are not null when a comparison is true, or false. */
export function notNullWhen(call: CallExpr, outcome: boolean, nullable: readonly Nullable[]): readonly string[] {
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

/** Whether a text can't be one of the values, as it is, or is not, among others. */
function excludesValues(among: readonly string[], isAmong: boolean, values: readonly string[]): boolean {
  return among.length > 0 && values.every((value) => among.includes(value) !== isAmong);
}

/** The texts that a constant or a list of constants holds; empty when that is not known. */
function textsOf(expr: Expr): readonly string[] {
  if (expr.kind === "list") {
    const texts = expr.elements.map(textsOf);
    return texts.every((each) => each.length === 1) ? texts.flat() : [];
  }
  return expr.kind === "const" && typeof expr.constant.value === "string" ? [expr.constant.value] : [];
}
