/**
 * Evaluates one expression on one input for users who try it out. Returns the value and its type, or every fault with
 * its position.
 *
 * @part access
 * @module
 */

import { type CostEstimate, estimate, formatSizePath, largestSizeWithin } from "../cel/cost/estimate.ts";
import type { Activation } from "../cel/eval/frame.ts";
import { toJson } from "../cel/eval/json.ts";
import { Trace, type TracedNode } from "../cel/eval/trace.ts";
import { typeNameOf } from "../cel/eval/value-type.ts";
import { formatType } from "../cel/types/format-type.ts";
import { CelError, type Value } from "../cel/types/values.ts";
import { perCallCostLimit, ruleEstimateLimit } from "../cel-kubernetes/cost/budget.ts";
import { adviseBound, type BoundAdvice, estimateRule, type RulePlace } from "../cel-kubernetes/cost/rule-estimate.ts";
import { schemaBounds } from "../cel-kubernetes/cost/schema-bounds.ts";
import { type PlannedExpression, planExpression } from "../cel-kubernetes/planned-expression.ts";
import { errorIfUnfit } from "../cel-kubernetes/schema-values.ts";
import type { Span } from "../rule/finding.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type ExpressionInput, environmentOf, type PlaceOptions, rulePlaceOf } from "./expression-place.ts";
import { patchTypeFault } from "./patch-types.ts";

/** A fault of an expression. */
export interface ExpressionFault {
  readonly message: string;
  /** In UTF-16 code units; absent if the fault concerns the whole expression. */
  readonly span?: Span;
  readonly help?: string;
}

/** The results of a sub-expression. */
export interface TracedPart extends Span {
  /** How often the sub-expression was evaluated. */
  readonly count: number;
  /** The total over all evaluations, with the cost of nested expressions. */
  readonly cost: number;
  /** In the order of evaluation; only the first ones if there are many. */
  readonly results: readonly TracedResult[];
}

/** A value as JSON, or the error message of the evaluation. */
export type TracedResult = { readonly value: unknown } | { readonly fault: string };

/** The cost of an evaluation, and kube-apiserver's estimate for any input. */
export interface EvaluationCost {
  readonly used: number;
  /** A higher cost cancels the evaluation. */
  readonly limit: number;
  /**
   * The cost that kube-apiserver estimates before there is input; 2^64 - 1 means unbounded. Strings, since the numbers
   * may exceed 2^53. No evaluation costs more than the maximum, unless `leftOut` lists parts that kube-apiserver does
   * not count in full.
   */
  readonly estimate: { readonly min: string; readonly max: string; readonly leftOut?: readonly string[] };
  /** The path of the input value of unknown size that causes the maximum. */
  readonly driver?: string;
  /** The largest bound on all input values of unknown size with which the maximum stays within the limit. */
  readonly sizeWithinLimit?: number;
  /**
   * Only for a rule of a custom resource definition: the cost that kube-apiserver estimates before it accepts the
   * definition.
   */
  readonly rule?: RuleCost;
  /** Outer expressions before the expressions inside them; only if `traces` is set. */
  readonly trace?: readonly TracedPart[];
}

/** The highest cost of a rule for one request. Strings where numbers may exceed 2^53. */
export interface RuleCost {
  readonly max: string;
  /** kube-apiserver rejects definitions with rules that may cost more. */
  readonly limit: number;
  /** How many values of a request the rule is evaluated for. */
  readonly cardinality: string;
  /** A bound in the schema that would bring the rule below the limit, if it exceeds the limit. */
  readonly advice?: RuleAdvice;
}

/** A bound that a schema lacks, see `BoundAdvice`. The path has the form `self.spec.ports`. */
export type RuleAdvice = Omit<BoundAdvice, "path"> & { readonly path: string };

/** The result of an expression. */
export type Evaluated = Result<Evaluation, EvaluationFault>;

/** The value of an expression, its types and its cost. */
export interface Evaluation {
  readonly cost: EvaluationCost;
  /** The value as JSON. */
  readonly value: unknown;
  /** The static type of the expression. */
  readonly type: string;
  /** The type of this value. */
  readonly valueType: string;
}

/** `compile` faults arise before evaluation, `run` faults arise from the input. */
export type EvaluationFault =
  | { readonly stage: "compile"; readonly faults: readonly ExpressionFault[] }
  | { readonly stage: "run"; readonly faults: readonly ExpressionFault[]; readonly cost: EvaluationCost };

/** The environment of the expression, and the release and cost limit of its evaluation. */
export interface EvaluateOptions extends PlaceOptions {
  /** The release, `1.37`. */
  readonly target: string;
  /** Default: the limit of the release, 1,000,000. */
  readonly costLimit?: number;
  /** Charge the costs of the documentation instead of those of the release; default false. */
  readonly documentedCosts?: boolean;
  /** Return the results of every sub-expression; default false. */
  readonly traces?: boolean;
}

/** @param input - from `readExpressionInput`; without it, reading a variable fails */
export function evaluateExpression(
  text: string,
  input: ExpressionInput | undefined,
  options: EvaluateOptions,
): Evaluated {
  const { target, costLimit = perCallCostLimit, documentedCosts = false, traces = false } = options;
  const environment = environmentOf(options, target, input?.policyVariables);
  if (environment === undefined) return failure({ stage: "compile", faults: [{ message: unreadableSchemaMessage }] });
  const trace = new Trace();
  const planned = planExpression(text, { environment, target, documentedCosts, ...(traces ? { trace } : {}) });
  if (!planned.ok) {
    const faults = planned.error.map(({ message, start, end, help }) => ({
      message,
      span: { start, end },
      ...(help === undefined ? {} : { help }),
    }));
    return failure({ stage: "compile", faults });
  }
  const { value: expression } = planned;
  const result = expression.evaluate(input?.variables ?? noVariables, costLimit);
  const cost: EvaluationCost = {
    used: result.cost,
    limit: costLimit,
    ...estimateOf(expression, costLimit, rulePlaceOf(options, target)),
    ...(traces ? { trace: trace.nodesInTextOrder(expression.checked.ast).map(tracedPart) } : {}),
  };
  if (!result.ok) {
    const { message, span } = result.error;
    return failure({ stage: "run", cost, faults: [{ message, ...(span ? { span } : {}) }] });
  }
  const { value } = result;
  const mismatch = options.place === "mutation" ? patchTypeFault(value) : undefined;
  if (mismatch !== undefined) return failure({ stage: "run", cost, faults: [{ message: mismatch }] });
  const json = errorIfUnfit(() => toJson(value));
  if (json instanceof CelError) return failure({ stage: "run", cost, faults: [{ message: json.message }] });
  const type = formatType(expression.checked.outputType);
  return success({ value: json, type, valueType: typeNameOf(value), cost });
}

const noVariables: Activation = new Map();

const unreadableSchemaMessage =
  "expressions cannot read values of this schema: it has neither `type` nor `x-kubernetes-int-or-string`";

function estimateOf(expression: PlannedExpression, limit: number, place: RulePlace | undefined) {
  const { checked, costRules } = expression;
  const options = place === undefined ? {} : { sizes: schemaBounds(place.schema, place) };
  const { min, max, driver, leftOut }: CostEstimate = estimate(checked, costRules, options);
  const size = driver && max > BigInt(limit) ? largestSizeWithin(checked, costRules, limit, options) : undefined;
  return {
    estimate: { min: String(min), max: String(max), ...(leftOut.length > 0 ? { leftOut } : {}) },
    ...(driver ? { driver: formatSizePath(driver.path) } : {}),
    ...(size === undefined ? {} : { sizeWithinLimit: size }),
    ...(place === undefined ? {} : { rule: ruleCostOf(expression, place) }),
  };
}

function ruleCostOf({ checked, costRules }: PlannedExpression, place: RulePlace): RuleCost {
  const { cost, cardinality } = estimateRule(checked, costRules, place);
  const isAbove = cost > BigInt(ruleEstimateLimit);
  const advice = isAbove ? adviseBound(checked, costRules, place, ruleEstimateLimit) : undefined;
  return {
    max: String(cost),
    limit: ruleEstimateLimit,
    cardinality: String(cardinality),
    ...(advice ? { advice: { ...advice, path: formatSizePath(advice.path) } } : {}),
  };
}

function tracedPart({ expr, results, cost, count }: TracedNode): TracedPart {
  return {
    start: expr.start,
    end: expr.end,
    count,
    cost,
    results: results.map(tracedResult),
  };
}

function tracedResult(result: Value | CelError): TracedResult {
  const value = result instanceof CelError ? result : errorIfUnfit(() => toJson(result));
  return value instanceof CelError ? { fault: value.message } : { value };
}
