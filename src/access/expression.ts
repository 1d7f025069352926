/**
 * Expressions of the API server's configuration at run time: planned once, evaluated as often as there is input, their
 * faults with the characters that they come from.
 *
 * @module
 */

import { compile } from "../cel/compile.ts";
import type { Environment } from "../cel/environment.ts";
import type { Activation, Evaluate } from "../cel/eval/frame.ts";
import { type CountingProgram, planCounting } from "../cel/eval/plan.ts";
import type { Trace } from "../cel/eval/trace.ts";
import type { CelIssue, Expr } from "../cel/syntax/ast.ts";
import { find } from "../cel/syntax/walk.ts";
import type { CheckedAst } from "../cel/types/checked-ast.ts";
import type { TrackingRules } from "../cel/types/costs.ts";
import { CelError, type Value } from "../cel/types/values.ts";
import { type EnvironmentUse, kubernetesEnvironment } from "../cel-kubernetes/configuration-environment.ts";
import { perCallCostLimit } from "../cel-kubernetes/cost/budget.ts";
import { costProfile, documentedCostProfile } from "../cel-kubernetes/cost/profile.ts";
import { costRules } from "../cel-kubernetes/cost/rules.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Span } from "../rule/finding.ts";

/** A fault of an evaluation. */
export interface EvaluationFault {
  readonly message: string;
  /** The part of the expression at fault, in UTF-16 code units; absent when it is the whole. */
  readonly span?: Span;
}

/** A value, or the fault that came instead; and what it cost to get there. */
export type Evaluation = { readonly cost: number } & (
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false } & EvaluationFault)
);

/** An expression that compiles. */
export class PlannedExpression {
  readonly text: string;
  readonly checked: CheckedAst;
  /** What calls cost where the expression is. */
  readonly costRules: TrackingRules;
  private readonly program: CountingProgram;
  private readonly trace: Trace | undefined;

  constructor(text: string, checked: CheckedAst, scope: ExpressionScope) {
    const { environment, target, documentedCosts, trace } = scope;
    this.text = text;
    this.checked = checked;
    this.trace = trace;
    this.costRules = costRules(environment, documentedCosts ? documentedCostProfile(target) : costProfile(target));
    this.program = planCounting(checked, environment, this.costRules, {
      dialect: "cel-go",
      foldConstants: true,
      instrument: (expr, evaluate) => {
        const marked = markTextLists(expr, evaluate);
        return trace?.watch(expr, marked) ?? marked;
      },
      ...(trace === undefined && { instruments: givesTextList }),
    });
  }

  /**
   * @param variables - by name; to read one that is not there is a fault
   * @param costLimit - what it may cost; to be cancelled is a fault
   */
  evaluate(variables: Activation, costLimit: number = perCallCostLimit): Evaluation {
    this.trace?.reset();
    const { result, cost } = this.program.measure(variables, { costLimit });
    if (!(result instanceof CelError)) return { ok: true, value: result, cost };
    const { message, exprId } = result;
    const node = exprId === undefined ? undefined : find(this.checked.ast.expr, ({ id }) => id === exprId);
    return { ok: false, message, cost, ...(node ? { span: { start: node.start, end: node.end } } : {}) };
  }
}

/** Where expressions are. */
export interface ExpressionScope {
  readonly environment: Environment;
  readonly target: string;
  /** Charge what the documentation of the resource API says; default false, what the release charges. */
  readonly documentedCosts?: boolean;
  /** Watches what the nodes come to; of one expression only. */
  readonly trace?: Trace;
}

/** Where expressions of a configuration are. */
export function configurationScope(use: EnvironmentUse, target: string): ExpressionScope {
  return { environment: kubernetesEnvironment(use, target), target };
}

/** A planned expression, or why it does not compile. */
export type Planning =
  | { readonly ok: true; readonly expression: PlannedExpression }
  | { readonly ok: false; readonly issues: readonly CelIssue[] };

/** Compiles and plans an expression; whatever is wrong with it is an issue. */
export function planExpression(text: string, scope: ExpressionScope): Planning {
  const { checked, issues } = compile(scope.environment, text);
  return checked ? { ok: true, expression: new PlannedExpression(text, checked, scope) } : { ok: false, issues };
}

/** An expression of a configuration that passed validation, and the field it is in. */
export interface PlacedExpression {
  readonly expression: PlannedExpression;
  readonly path: FieldPath;
}

/** Plans an expression of a configuration that was validated before. */
export function placeExpression(text: string, path: FieldPath, scope: ExpressionScope): PlacedExpression {
  const planning = planExpression(text, scope);
  if (!planning.ok) throw new Error(`the configuration was not validated: ${planning.issues[0]?.message} in: ${text}`);
  return { expression: planning.expression, path };
}

/** Functions whose result the API server holds as a list of Go strings, not of values. */
const textListFunctions: ReadonlySet<string> = new Set(["split", "findAll"]);
const textLists = new WeakSet<object>();

function givesTextList(expr: Expr): boolean {
  return expr.kind === "call" && textListFunctions.has(expr.function);
}

function markTextLists(expr: Expr, evaluate: Evaluate): Evaluate {
  if (!givesTextList(expr)) return evaluate;
  return (frame) => {
    const result = evaluate(frame);
    if (Array.isArray(result)) textLists.add(result);
    return result;
  };
}

/** True for a list that is the very result of `split` or `findAll`; mappings of claims can't read these. */
export function isTextList(value: Value): boolean {
  return Array.isArray(value) && textLists.has(value);
}
