/**
 * Compiled expressions, ready for repeated evaluation. A fault of an evaluation has the range of characters that caused
 * it.
 *
 * @module
 */

import { compile } from "../cel/compile.ts";
import type { Environment } from "../cel/environment.ts";
import type { Activation, ElementBudget, Evaluate } from "../cel/eval/frame.ts";
import { type CountingProgram, planCounting } from "../cel/eval/plan.ts";
import type { Trace } from "../cel/eval/trace.ts";
import type { CelIssue, Expr } from "../cel/syntax/ast.ts";
import { find } from "../cel/syntax/walk.ts";
import type { CheckedAst } from "../cel/types/checked-ast.ts";
import type { TrackingRules } from "../cel/types/costs.ts";
import { CelError, type Value } from "../cel/types/values.ts";
import { failure, type Result, success } from "../text/result.ts";
import { perCallCostLimit } from "./cost/budget.ts";
import { costProfile, documentedCostProfile } from "./cost/profile.ts";
import { costRules } from "./cost/rules.ts";
import { errorIfUnfit } from "./schema-values.ts";

/** An error of an evaluation. */
export interface EvaluationFault {
  readonly message: string;
  /** The part of the expression that failed, in UTF-16 code units; absent if it is the whole expression. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** The value or the fault of an evaluation, and its cost until then. */
export type Evaluation = Result<Value, EvaluationFault> & { readonly cost: number };

/** A compiled expression that can be evaluated. */
export class PlannedExpression {
  readonly text: string;
  readonly checked: CheckedAst;
  /** The costs of calls, by the release and the environment of the expression. */
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
   * Evaluates the expression.
   *
   * @param variables - by name; reading a missing one is a fault
   * @param costLimit - a higher cost is a fault
   * @param elements - a budget of list elements to share between evaluations
   */
  evaluate(variables: Activation, costLimit: number = perCallCostLimit, elements?: ElementBudget): Evaluation {
    this.trace?.reset();
    const measured = errorIfUnfit(() => this.program.measure(variables, { costLimit, ...(elements && { elements }) }));
    const { result, cost } = measured instanceof CelError ? { result: measured, cost: 0 } : measured;
    if (!(result instanceof CelError)) return { ...success(result), cost };
    const { message, exprId } = result;
    const node = exprId === undefined ? undefined : find(this.checked.ast.expr, ({ id }) => id === exprId);
    return { ...failure({ message, ...(node && { span: { start: node.start, end: node.end } }) }), cost };
  }
}

/** The context of an expression. */
export interface ExpressionScope {
  readonly environment: Environment;
  readonly target: string;
  /**
   * Whether list literals cost as the documentation of the resource API says; default false, which uses the costs of
   * the release.
   */
  readonly documentedCosts?: boolean;
  /** Records the results of the expression's nodes; a trace belongs to one expression. */
  readonly trace?: Trace;
}

/** Compiles and plans an expression; all its errors are returned as issues. */
export function planExpression(text: string, scope: ExpressionScope): Result<PlannedExpression, readonly CelIssue[]> {
  const { checked, issues } = compile(scope.environment, text);
  return checked ? success(new PlannedExpression(text, checked, scope)) : failure(issues);
}

/** Functions whose result is a list of Go strings in kube-apiserver, not a list of CEL values. */
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

/** Whether a list is the direct result of `split` or `findAll`; claim mappings cannot read these lists. */
export function isTextList(value: Value): boolean {
  return Array.isArray(value) && textLists.has(value);
}
