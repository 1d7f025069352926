/**
 * What the Kubernetes environments demand of literals beyond their types: durations, timestamps and patterns that can be
 * read, one type throughout a list or map, formats that suit their arguments. And what building the program demands:
 * constant conversions that succeed and constant patterns that compile.
 *
 * @module
 */
import type { CallExpr, CelIssue, Expr, ListExpr, MapExpr } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { Declarations } from "../types/environment.ts";
import { equivalentTypes } from "../types/equal-types.ts";
import { type CelType, errorType } from "../types/types.ts";
import { optionalValueType } from "../types/unify.ts";
import { CelError } from "../types/values.ts";
import * as faults from "./faults.ts";
import { ConstantFolder, callWithConstant, constantValue } from "./fold.ts";
import { checkFormatCall } from "./format-call.ts";
import { walkUp } from "./walk.ts";

export interface LiteralRules {
  /** What is wrong with a regular expression, or undefined when it compiles. */
  readonly patternFault: (pattern: string) => string | undefined;
}

/** Faults of literals, in the order of the text. */
export function validateLiterals(checked: CheckedAst, env: Declarations, rules: LiteralRules): readonly CelIssue[] {
  const issues: CelIssue[] = [];
  const add = (issue: CelIssue | undefined): void => {
    if (issue !== undefined) issues.push(issue);
  };
  walkUp(checked.ast.expr, (expr, enclosingCalls) => {
    if (expr.kind === "call") {
      add(checkTimeLiteral(expr, env));
      add(checkMatchesLiteral(expr, rules));
      add(checkFormatCall(expr, checked));
      return;
    }
    // Arguments of `format` may differ in type, at any depth.
    if (enclosingCalls.some((call) => call.function === "format")) return;
    if (expr.kind === "list") add(checkList(expr, checked));
    if (expr.kind === "map") for (const issue of checkMap(expr, checked)) issues.push(issue);
  });
  return issues.toSorted((a, b) => a.start - b.start);
}

/** Faults that show when the program is built; ask only when there are no others. In the order of the text. */
export function validateConstantCalls(
  checked: CheckedAst,
  env: Declarations,
  rules: LiteralRules,
): readonly CelIssue[] {
  const issues: CelIssue[] = [];
  const folder = new ConstantFolder(checked, env, (call, error) => {
    issues.push(faults.failedConversion(faults.spanOf(call), call.function, error.message));
  });
  walkUp(checked.ast.expr, (expr) => {
    folder.valueOf(expr);
    if (expr.kind !== "call" || !patternFunctions.has(expr.function)) return;
    const pattern = patternArgument(expr);
    const value = pattern && folder.valueOf(pattern);
    const fault = typeof value === "string" ? rules.patternFault(value) : undefined;
    if (pattern !== undefined && fault !== undefined) issues.push(faults.invalidPattern(faults.spanOf(pattern), fault));
  });
  return issues.toSorted((a, b) => a.start - b.start);
}

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** The second argument, the receiver counted. */
function patternArgument({ target, args }: CallExpr): Expr | undefined {
  return target === undefined ? args[1] : args[0];
}

function checkTimeLiteral(call: CallExpr, env: Declarations): CelIssue | undefined {
  if (call.function !== "duration" && call.function !== "timestamp") return undefined;
  const [literal] = call.args;
  if (literal?.kind !== "const") return undefined;
  const result = callWithConstant(env, call.function, constantValue(literal.constant));
  if (!(result instanceof CelError)) return undefined;
  return faults.invalidTime(faults.spanOf(literal), call.function);
}

/** As the component does, this reads the first argument, which is the pattern only where `matches` has a receiver. */
function checkMatchesLiteral(call: CallExpr, { patternFault }: LiteralRules): CelIssue | undefined {
  const [literal] = call.args;
  if (call.function !== "matches" || literal?.kind !== "const" || literal.constant.type !== "string") return undefined;
  const fault = patternFault(literal.constant.value);
  return fault === undefined ? undefined : faults.invalidPattern(faults.spanOf(literal), fault);
}

function checkList({ elements, optionalIndices }: ListExpr, { types }: CheckedAst): CelIssue | undefined {
  let first: CelType | undefined;
  for (const [index, element] of elements.entries()) {
    const type = elementType(element, optionalIndices.includes(index), types);
    first ??= type;
    if (!equivalentTypes(first, type)) return faults.mixedElements(faults.spanOf(element), first, type);
  }
  return undefined;
}

function checkMap({ entries }: MapExpr, { types }: CheckedAst): CelIssue[] {
  const [first] = entries;
  if (first === undefined) return [];
  const keyType = elementType(first.key, false, types);
  const valueType = elementType(first.value, first.optional, types);
  return entries.flatMap(({ key, value, optional }) => {
    const issues: CelIssue[] = [];
    const keyFound = elementType(key, false, types);
    if (!equivalentTypes(keyType, keyFound)) issues.push(faults.mixedElements(faults.spanOf(key), keyType, keyFound));
    const found = elementType(value, optional, types);
    if (!equivalentTypes(valueType, found)) issues.push(faults.mixedElements(faults.spanOf(value), valueType, found));
    return issues;
  });
}

function elementType(expr: Expr, isOptional: boolean, types: ReadonlyMap<number, CelType>): CelType {
  const type = types.get(expr.id) ?? errorType;
  return isOptional ? (optionalValueType(type) ?? type) : type;
}
