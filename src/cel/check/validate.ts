/**
 * Checks literals and constant calls beyond their types, as Kubernetes environments do. Literals: durations, timestamps
 * and patterns must parse, lists and maps must have one type throughout, and formats must suit their arguments. Calls,
 * which are checked when the program is built: constant conversions must succeed, constant patterns must compile, and
 * constant keys must have a valid key type.
 *
 * @module
 */
import { compileRegex } from "../../regex/engine.ts";
import type { CallExpr, CelIssue, Expr, ListExpr, MapExpr } from "../syntax/ast.ts";
import { maxIssueCount } from "../syntax/limits.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { Declarations } from "../types/environment.ts";
import { equivalentTypes } from "../types/equal-types.ts";
import { type CelType, errorType } from "../types/types.ts";
import { optionalValueType } from "../types/unify.ts";
import { CelError } from "../types/values.ts";
import * as faults from "./faults.ts";
import { ConstantFolder, callWithConstant, foldConstant } from "./fold.ts";
import { checkFormatCall } from "./format-call.ts";
import { walkBottomUp } from "./walk.ts";

/** Returns the faults of literals, ordered by position, at most {@link maxIssueCount}. */
export function validateLiterals(checked: CheckedAst, env: Declarations): readonly CelIssue[] {
  return new Validator(checked, env).literals();
}

/**
 * Returns the faults that show only when the program is built, ordered by position. Call it only if there are no other
 * faults.
 */
export function validateConstantCalls(checked: CheckedAst, env: Declarations): readonly CelIssue[] {
  return new Validator(checked, env).constantCalls();
}

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

const indexFunctions: ReadonlySet<string> = new Set(["_[_]", "_[?_]"]);
const keyKinds: ReadonlySet<CelType["kind"]> = new Set(["bool", "int", "uint", "double", "string"]);

/** Literals inside the arguments of these functions may mix types, at any depth. */
const mixingFunctions: ReadonlySet<string> = new Set(["format", "cel.@block"]);

class Validator {
  private readonly checked: CheckedAst;
  private readonly env: Declarations;
  private readonly issues: CelIssue[] = [];

  constructor(checked: CheckedAst, env: Declarations) {
    this.checked = checked;
    this.env = env;
  }

  literals(): readonly CelIssue[] {
    walkBottomUp(this.checked.ast.expr, (expr, enclosingCalls) => {
      if (expr.kind === "call") {
        this.checkTime(expr);
        this.checkText(expr);
        this.checkMatches(expr);
        const fault = checkFormatCall(expr, this.checked);
        if (fault !== undefined) this.issues.push(fault);
        return;
      }
      if (enclosingCalls.some((call) => mixingFunctions.has(call.function))) return;
      if (expr.kind === "list") this.checkList(expr);
      if (expr.kind === "map") this.checkMap(expr);
    });
    return this.inTextOrder();
  }

  constantCalls(): readonly CelIssue[] {
    const folder = new ConstantFolder(this.checked, this.env, (call, error) => {
      this.issues.push(faults.failedConversion(this.spanOf(call), call.function, error.message));
    });
    walkBottomUp(this.checked.ast.expr, (expr) => {
      if (expr.kind !== "call") return;
      folder.fold(expr);
      if (indexFunctions.has(expr.function)) this.checkKey(expr, folder);
      if (!patternFunctions.has(expr.function)) return;
      // The pattern is the second operand, counting the receiver.
      const pattern = expr.target === undefined ? expr.args[1] : expr.args[0];
      const value = pattern && folder.fold(pattern)?.value;
      if (pattern !== undefined && typeof value === "string") this.checkPattern(pattern, value);
    });
    return this.inTextOrder();
  }

  private checkKey({ args: [, key] }: CallExpr, folder: ConstantFolder): void {
    const kind = key && folder.fold(key)?.kind;
    if (key === undefined || kind === undefined || keyKinds.has(kind)) return;
    this.issues.push(faults.invalidKey(this.spanOf(key), kind));
  }

  private checkTime(call: CallExpr): void {
    const { function: name, args } = call;
    const [literal] = args;
    if ((name !== "duration" && name !== "timestamp") || literal?.kind !== "const") return;
    const result = callWithConstant(this.env, name, foldConstant(literal.constant));
    if (result instanceof CelError) this.issues.push(faults.invalidTime(this.spanOf(literal), name));
  }

  /** Checks a literal with the function that it is passed to, if the library asks for that (`vetsLiteral`). */
  private checkText({ function: name, args: [literal] }: CallExpr): void {
    if (literal?.kind !== "const" || literal.constant.type !== "string") return;
    const vetting = this.env.functions.get(name)?.overloads.find(({ vetsLiteral }) => vetsLiteral);
    const result = vetting?.call?.(literal.constant.value);
    if (result instanceof CelError) this.issues.push(faults.invalidText(this.spanOf(literal), name, result.message));
  }

  /**
   * Like kube-apiserver, checks the first argument of `matches`, which is the pattern only if the call has a receiver.
   */
  private checkMatches({ function: name, args: [literal] }: CallExpr): void {
    if (name !== "matches" || literal?.kind !== "const" || literal.constant.type !== "string") return;
    this.checkPattern(literal, literal.constant.value);
  }

  private checkPattern(expr: Expr, pattern: string): void {
    const compiled = compileRegex(pattern);
    if (!compiled.ok) this.issues.push(faults.invalidPattern(this.spanOf(expr), compiled.error.code));
  }

  /** Reports only the first element whose type differs. */
  private checkList(list: ListExpr): void {
    const optionalIndices = new Set(list.optionalIndices);
    let first: CelType | undefined;
    for (const [index, element] of list.elements.entries()) {
      const type = this.elementType(element, optionalIndices.has(index));
      first ??= type;
      if (this.checkSameType(element, first, type)) return;
    }
  }

  private checkMap({ entries }: MapExpr): void {
    let firstKey: CelType | undefined;
    let firstValue: CelType | undefined;
    for (const { key, value, optional } of entries) {
      const keyType = this.elementType(key, false);
      const valueType = this.elementType(value, optional);
      firstKey ??= keyType;
      firstValue ??= valueType;
      this.checkSameType(key, firstKey, keyType);
      this.checkSameType(value, firstValue, valueType);
    }
  }

  /** Reports two types that differ, and returns true if they do. */
  private checkSameType(expr: Expr, expected: CelType, actual: CelType): boolean {
    if (equivalentTypes(expected, actual)) return false;
    this.issues.push(faults.mixedElements(this.spanOf(expr), expected, actual));
    return true;
  }

  private elementType(expr: Expr, isOptional: boolean): CelType {
    const type = this.checked.types.get(expr.id) ?? errorType;
    if (!isOptional) return type;
    const inner = optionalValueType(type);
    if (inner === undefined) this.issues.push(faults.unknownOptional(this.spanOf(expr), type));
    return inner ?? type;
  }

  private spanOf(expr: Expr): faults.Span {
    return faults.spanOf(expr, this.checked.ast.text);
  }

  private inTextOrder(): readonly CelIssue[] {
    return this.issues.toSorted((a, b) => a.start - b.start).slice(0, maxIssueCount);
  }
}
