/**
 * One expression on one input, for people who try it out: the value and its type, or every fault with its place.
 *
 * @module
 */
import {
  type Activation,
  CelError,
  type CostEstimate,
  estimate,
  formatSizePath,
  formatType,
  largestSizeWithin,
  perCallCostLimit,
  type SizeBounds,
  Trace,
  type TracedNode,
  toJson,
  typeNameOf,
} from "../cel/index.ts";
import type { Span } from "../rule/rule.ts";
import { type PlannedExpression, planExpression } from "./expression.ts";
import { boundsOf, type ExpressionInput, environmentOf, type PlaceOptions } from "./expression-place.ts";

/** A fault of an expression. */
export interface ExpressionFault {
  readonly message: string;
  /** In UTF-16 code units; absent when it is about the whole. */
  readonly span?: Span;
  readonly help?: string;
}

/** What a sub-expression came to. */
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

/** What an evaluation cost, and what any evaluation of the expression may cost. */
export interface EvaluationCost {
  readonly used: number;
  /** More cancels the evaluation. */
  readonly limit: number;
  /** Before there is input; 2^64 - 1 is without bound. As text, since numbers may be beyond 2^53. */
  readonly estimate: { readonly min: string; readonly max: string };
  /** What makes the maximum: a place in the input whose size is not known. */
  readonly driver?: string;
  /** The size of everything in the input up to which the maximum stays within the limit. */
  readonly sizeWithinLimit?: number;
  /** Outer expressions before those in them; only when asked for. */
  readonly trace?: readonly TracedPart[];
}

/** What an expression yields; `run` faults come of the input, `compile` faults come before any. */
export type Evaluated =
  | {
      readonly ok: true;
      readonly cost: EvaluationCost;
      /** As JSON has it. */
      readonly value: unknown;
      /** What is known before any input. */
      readonly type: string;
      /** Of this value. */
      readonly valueType: string;
    }
  | { readonly ok: false; readonly stage: "compile"; readonly faults: readonly ExpressionFault[] }
  | {
      readonly ok: false;
      readonly stage: "run";
      readonly faults: readonly ExpressionFault[];
      readonly cost: EvaluationCost;
    };

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
  if (environment === undefined) return { ok: false, stage: "compile", faults: [{ message: unseenSchema }] };
  const trace = new Trace();
  const planning = planExpression(text, { environment, target, documentedCosts, ...(traces ? { trace } : {}) });
  if (!planning.ok) {
    const faults = planning.issues.map(({ message, start, end, help }) => ({
      message,
      span: { start, end },
      ...(help === undefined ? {} : { help }),
    }));
    return { ok: false, stage: "compile", faults };
  }
  const { expression } = planning;
  const result = expression.evaluate(input?.variables ?? noVariables, costLimit);
  const cost: EvaluationCost = {
    used: result.cost,
    limit: costLimit,
    ...estimateOf(expression, costLimit, boundsOf(options, target)),
    ...(traces ? { trace: trace.written(expression.checked.ast).map(tracedPart) } : {}),
  };
  if (!result.ok) {
    const { message, span } = result;
    return { ok: false, stage: "run", cost, faults: [{ message, ...(span ? { span } : {}) }] };
  }
  const { value } = result;
  const type = formatType(expression.checked.outputType);
  return { ok: true, value: toJson(value), type, valueType: typeNameOf(value), cost };
}

const noVariables: Activation = new Map();

const unseenSchema =
  "expressions can't see values of this schema: it says neither a type nor x-kubernetes-int-or-string";

function estimateOf({ checked, costRules }: PlannedExpression, limit: number, sizes: SizeBounds | undefined) {
  const options = sizes === undefined ? {} : { sizes };
  const { min, max, driver }: CostEstimate = estimate(checked, costRules, options);
  const size = driver && max > BigInt(limit) ? largestSizeWithin(checked, costRules, limit, options) : undefined;
  return {
    estimate: { min: String(min), max: String(max) },
    ...(driver ? { driver: formatSizePath(driver.path) } : {}),
    ...(size === undefined ? {} : { sizeWithinLimit: size }),
  };
}

function tracedPart({ expr, results, cost, count }: TracedNode): TracedPart {
  return {
    start: expr.start,
    end: expr.end,
    count,
    cost,
    results: results.map((result) =>
      result instanceof CelError ? { fault: result.message } : { value: toJson(result) },
    ),
  };
}
