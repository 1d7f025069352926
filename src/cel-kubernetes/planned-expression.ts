/**
 * Expressions at run time: planned once, evaluated as often as there is input, their
 * faults with the characters that they come from.
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
import { orUnfit } from "./schema-values.ts";

/** A fault of an evaluation. */
export interface EvaluationFault {
  readonly message: string;
  /** The part of the expression at fault, in UTF-16 code units; absent when it is the whole. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** A value, or the fault that came instead; and what it cost to get there. */
export type Evaluation = Result<Value, EvaluationFault> & { readonly cost: number };

/** An expression that compiles. */
export class PlannedExpression {
  readonly text: string;
  readonly checked: CheckedAst;
  /** The costs of calls in the place of the expression. */
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
   * @param elements - where evaluations share them
   */
  evaluate(variables: Activation, costLimit: number = perCallCostLimit, elements?: ElementBudget): Evaluation {
    this.trace?.reset();
    const measured = orUnfit(() => this.program.measure(variables, { costLimit, ...(elements && { elements }) }));
    const { result, cost } = measured instanceof CelError ? { result: measured, cost: 0 } : measured;
    if (!(result instanceof CelError)) return { ...success(result), cost };
    const { message, exprId } = result;
    const node = exprId === undefined ? undefined : find(this.checked.ast.expr, ({ id }) => id === exprId);
    return { ...failure({ message, ...(node && { span: { start: node.start, end: node.end } }) }), cost };
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

/** Compiles and plans an expression; whatever is wrong with it is an issue. */
export function planExpression(text: string, scope: ExpressionScope): Result<PlannedExpression, readonly CelIssue[]> {
  const { checked, issues } = compile(scope.environment, text);
  return checked ? success(new PlannedExpression(text, checked, scope)) : failure(issues);
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
