/**
 * One expression on one input, for people who try it out: the value and its type, or every fault with its place.
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
import { orUnfit } from "../cel-kubernetes/schema-values.ts";
import type { Span } from "../rule/finding.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type ExpressionInput, environmentOf, type PlaceOptions, rulePlaceOf } from "./expression-place.ts";
import { patchTypeFault } from "./patch-types.ts";

/** A fault of an expression. */
export interface ExpressionFault {
  readonly message: string;
  /** In UTF-16 code units; absent when it is about the whole. */
  readonly span?: Span;
  readonly help?: string;
}

/** The values of a sub-expression. */
export interface TracedPart extends Span {
  /** How often it was evaluated. */
  readonly count: number;
  /** Of all times, with that of its parts. */
  readonly cost: number;
  /** In the order of evaluation; of many only the first. */
  readonly results: readonly TracedResult[];
}

/** A value as JSON has it, or the fault that came instead. */
export type TracedResult = { readonly value: unknown } | { readonly fault: string };

/** The cost of an evaluation, and the API server's estimate for any. */
export interface EvaluationCost {
  readonly used: number;
  /** More cancels the evaluation. */
  readonly limit: number;
  /**
   * Before there is input, as the API server estimates; 2^64 - 1 is without bound. As text, since numbers may be beyond 2^53.
   * The maximum bounds every evaluation, unless there is something that the API server does not count in full.
   */
  readonly estimate: { readonly min: string; readonly max: string; readonly leftOut?: readonly string[] };
  /** The cause of the maximum: a place in the input whose size is not known. */
  readonly driver?: string;
  /** The size of everything in the input up to which the maximum stays within the limit. */
  readonly sizeWithinLimit?: number;
  /** Of a rule of a custom resource definition, which is estimated before the definition is accepted. */
  readonly rule?: RuleCost;
  /** Outer expressions before those in them; only when asked for. */
  readonly trace?: readonly TracedPart[];
}

/** The highest cost of a rule for one request, as text where numbers may be beyond 2^53. */
export interface RuleCost {
  readonly max: string;
  /** The API server refuses definitions with rules that may cost more. */
  readonly limit: number;
  /** Values in a request that the rule is evaluated for. */
  readonly cardinality: string;
  /** The bound in the schema that would bring the rule under the limit, where it is above. */
  readonly advice?: RuleAdvice;
}

/** A bound that a schema lacks, see `BoundAdvice`; the path is `self.spec.ports`. */
export type RuleAdvice = Omit<BoundAdvice, "path"> & { readonly path: string };

/** The result of an expression. */
export type Evaluated = Result<Evaluation, EvaluationFault>;

/** The value of an expression. */
export interface Evaluation {
  readonly cost: EvaluationCost;
  /** As JSON has it. */
  readonly value: unknown;
  /** The type that is known before any input. */
  readonly type: string;
  /** Of this value. */
  readonly valueType: string;
}

/** `run` faults come of the input, `compile` faults come before any. */
export type EvaluationFault =
  | { readonly stage: "compile"; readonly faults: readonly ExpressionFault[] }
  | { readonly stage: "run"; readonly faults: readonly ExpressionFault[]; readonly cost: EvaluationCost };

/** Which expressions can be tried, and for which cluster. */
export interface EvaluateOptions extends PlaceOptions {
  /** The release, `1.37`. */
  readonly target: string;
  /** Default: what the release has, 1,000,000. */
  readonly costLimit?: number;
  /** Charge what the documentation says instead of what the release does; default false. */
  readonly documentedCosts?: boolean;
  /** Tell what every sub-expression came to; default false. */
  readonly traces?: boolean;
}

/** @param input - from `readExpressionInput`; without it reading a variable is a fault */
export function evaluateExpression(
  text: string,
  input: ExpressionInput | undefined,
  options: EvaluateOptions,
): Evaluated {
  const { target, costLimit = perCallCostLimit, documentedCosts = false, traces = false } = options;
  const environment = environmentOf(options, target, input?.policyVariables);
  if (environment === undefined) return failure({ stage: "compile", faults: [{ message: unseenSchema }] });
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
    ...(traces ? { trace: trace.written(expression.checked.ast).map(tracedPart) } : {}),
  };
  if (!result.ok) {
    const { message, span } = result.error;
    return failure({ stage: "run", cost, faults: [{ message, ...(span ? { span } : {}) }] });
  }
  const { value } = result;
  const mismatch = options.place === "mutation" ? patchTypeFault(value) : undefined;
  if (mismatch !== undefined) return failure({ stage: "run", cost, faults: [{ message: mismatch }] });
  const json = orUnfit(() => toJson(value));
  if (json instanceof CelError) return failure({ stage: "run", cost, faults: [{ message: json.message }] });
  const type = formatType(expression.checked.outputType);
  return success({ value: json, type, valueType: typeNameOf(value), cost });
}

const noVariables: Activation = new Map();

const unseenSchema =
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
  const value = result instanceof CelError ? result : orUnfit(() => toJson(result));
  return value instanceof CelError ? { fault: value.message } : { value };
}
