/**
 * Finds parts of expressions that have the same result in every evaluation: parts that always fail, and comparisons
 * that are never true.
 *
 * @module
 */

import { plan } from "../../cel/eval/plan.ts";
import type { CallExpr, Expr } from "../../cel/syntax/ast.ts";
import { maxIssueCount } from "../../cel/syntax/limits.ts";
import { children, visit } from "../../cel/syntax/walk.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { Declarations } from "../../cel/types/environment.ts";
import type { CelType } from "../../cel/types/types.ts";
import { CelError, TypeValue, type Value } from "../../cel/types/values.ts";
import { memberOf } from "../../json/member.ts";
import { type ExpressionFinding, type LintPlace, textOf } from "./finding.ts";

/** Returns the findings `always-fails` and `never-true`, at most {@link maxIssueCount}. */
export function lintConstants(checked: CheckedAst, place: LintPlace): readonly ExpressionFinding[] {
  const findings: ExpressionFinding[] = [];
  visit(checked.ast.expr, (expr) => {
    if (findings.length >= maxIssueCount) return false;
    if ((expr.kind !== "call" && expr.kind !== "select") || isLogic(expr)) return true;
    const finding = findAlwaysFails(expr, checked, place) ?? findNeverTrue(expr, checked, place);
    if (finding) findings.push(finding);
    return true;
  });
  return findings;
}

const logic: ReadonlySet<string> = new Set(["_&&_", "_||_", "!_", "_?_:_"]);

/** Whether a node is a logic operator, which only combines the results of its operands. */
function isLogic(expr: Expr): boolean {
  return expr.kind === "call" && logic.has(expr.function);
}

/** Reports a node that always fails, unless one of its children fails by itself. */
function findAlwaysFails(expr: Expr, checked: CheckedAst, { environment }: LintPlace): ExpressionFinding | undefined {
  if (isConstant(expr, checked)) {
    const fault = constantValue(expr, checked, environment);
    if (!(fault instanceof CelError)) return undefined;
    const isInside = children(expr).some((child) => constantValue(child, checked, environment) instanceof CelError);
    return isInside ? undefined : finding("always-fails", expr, `always fails: ${fault.message}`);
  }
  if (expr.kind !== "call" || (expr.function !== "_/_" && expr.function !== "_%_")) return undefined;
  // A divisor that is a whole number 0 fails for every dividend: ints and uints divide by zero, and doubles have no
  // operator for it.
  const [, divisor] = expr.args;
  const isWhole = divisor?.kind === "const" && ["int", "uint"].includes(divisor.constant.type);
  if (!isWhole || Number(divisor.constant.value) !== 0) return undefined;
  const fault = expr.function === "_/_" ? "division by zero" : "modulus by zero";
  return finding("always-fails", expr, `always fails: ${fault}`);
}

const comparisons: ReadonlySet<string> = new Set(["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in"]);

function findNeverTrue(expr: Expr, checked: CheckedAst, place: LintPlace): ExpressionFinding | undefined {
  if (expr.kind !== "call" || !comparisons.has(expr.function)) return undefined;
  const reason = reasonNeverTrue(expr, checked, place);
  return reason === undefined ? undefined : finding("never-true", expr, `is never true: ${reason}`);
}

function reasonNeverTrue(call: CallExpr, checked: CheckedAst, place: LintPlace): string | undefined {
  const [left, right] = call.args;
  if (left === undefined || right === undefined) return undefined;
  if (isConstant(call, checked)) {
    return constantValue(call, checked, place.environment) === false ? "both sides are constant" : undefined;
  }
  if (call.function === "@in") {
    return right.kind === "list" && right.elements.length === 0 ? "nothing is in an empty list" : undefined;
  }
  if (call.function !== "_==_") return undefined;
  return reasonUnequal(left, right, checked, place) ?? reasonUnequal(right, left, checked, place);
}

/** Returns the reason why an expression can never equal the other side of a comparison. */
function reasonUnequal(expr: Expr, other: Expr, checked: CheckedAst, { json = {} }: LintPlace): string | undefined {
  const caseFunction = caseFunctions.get(expr.kind === "call" ? expr.function : "");
  if (caseFunction && other.kind === "const" && typeof other.constant.value === "string") {
    const text = other.constant.value;
    return caseFunction.pattern.test(text)
      ? `${textOf(checked, expr)} contains no ${caseFunction.letters} letters`
      : undefined;
  }
  const [typeOperand] = expr.kind === "call" && expr.function === "type" ? expr.args : [];
  const numbers = memberOf(json, rootOf(typeOperand ?? expr)?.name ?? "");
  if (numbers === undefined) return undefined;
  const otherType = typeOperand ? typeNamed(other, checked) : typeOf(other, checked);
  const type = otherType && typesMissingInJson.get(otherType.kind);
  if (type !== undefined) return `JSON has no ${type}`;
  if (typeOperand === undefined || otherType === undefined || numbers !== "double" || otherType.kind !== "int")
    return undefined;
  return "the numbers of a token are of type double";
}

const caseFunctions: ReadonlyMap<string, { readonly pattern: RegExp; readonly letters: string }> = new Map([
  ["lowerAscii", { pattern: /[A-Z]/, letters: "upper-case" }],
  ["upperAscii", { pattern: /[a-z]/, letters: "lower-case" }],
]);

/** Types whose values JSON cannot represent, with their names in messages. */
const typesMissingInJson: ReadonlyMap<CelType["kind"], string> = new Map([
  ["bytes", "bytes"],
  ["timestamp", "timestamps, only text"],
  ["duration", "durations, only text"],
]);

/** Returns the variable that a field path starts with; undefined for a computed value. */
function rootOf(expr: Expr): Extract<Expr, { kind: "ident" }> | undefined {
  if (expr.kind === "ident") return expr;
  if (expr.kind === "select") return expr.testOnly ? undefined : rootOf(expr.operand);
  const [operand] = expr.kind === "call" && expr.function === "_[_]" ? expr.args : [];
  return operand && rootOf(operand);
}

/** Returns the type that a name denotes, such as `int`. */
function typeNamed(expr: Expr, { references }: CheckedAst): CelType | undefined {
  const reference = references.get(expr.id);
  return reference?.kind === "ident" && reference.value instanceof TypeValue ? reference.value.type : undefined;
}

function typeOf(expr: Expr | undefined, { types }: CheckedAst): CelType | undefined {
  return expr && types.get(expr.id);
}

function isConstant(expr: Expr, checked: CheckedAst): boolean {
  if (expr.kind === "const") return true;
  if (expr.kind === "ident") return typeNamed(expr, checked) !== undefined;
  if (expr.kind === "struct" || expr.kind === "comprehension") return false;
  return children(expr).every((child) => isConstant(child, checked));
}

const noVariables: ReadonlyMap<string, Value> = new Map();

function constantValue(expr: Expr, checked: CheckedAst, environment: Declarations): Value | CelError {
  const part = { ...checked, ast: { ...checked.ast, expr } };
  return plan(part, environment, { dialect: "cel-go" }).evaluate(noVariables);
}

function finding(lint: "always-fails" | "never-true", { start, end }: Expr, message: string): ExpressionFinding {
  return { lint, start, end, message };
}
