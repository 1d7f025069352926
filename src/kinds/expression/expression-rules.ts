/**
 * Rules about expressions that compile and yet hardly do what they are meant to, for every kind that has expressions.
 *
 * @module
 */
import {
  type CheckedAst,
  costProfile,
  costRules,
  type Environment,
  type ExpressionFinding,
  type ExpressionLint,
  type LintPlace,
  lintExpression,
  type TrackingRules,
} from "../../cel/index.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Rule, RuleContext } from "../../rule/rule.ts";

/** An expression that compiles, and what is known beside it. */
export interface LintedExpression extends Omit<LintPlace, "environment" | "costRules"> {
  readonly path: FieldPath;
  readonly checked: CheckedAst;
  readonly environment: Environment;
  /** True where a stricter rule bounds the cost already. Default: false. */
  readonly isBounded?: boolean;
}

/** The rules `cel/...` for the expressions of an object. */
export function expressionRules<T extends object>(
  expressionsOf: (object: T, context: RuleContext) => readonly LintedExpression[],
): readonly Rule<T>[] {
  const known = new WeakMap<T, { readonly context: RuleContext; readonly found: readonly PlacedFinding[] }>();
  const findingsIn = (object: T, context: RuleContext): readonly PlacedFinding[] => {
    const last = known.get(object);
    if (last?.context === context) return last.found;
    const found = expressionsOf(object, context).flatMap((expression) => lint(expression, context.target));
    known.set(object, { context, found });
    return found;
  };
  return (Object.keys(summaries) as ExpressionLint[]).map((name) => ({
    id: `cel/${name}`,
    severity: "warning",
    summary: summaries[name],
    check(object, context, report) {
      for (const { path, finding } of findingsIn(object, context)) {
        if (finding.lint !== name) continue;
        const { start, end, message, help } = finding;
        report({ path, span: { start, end }, message, ...(help === undefined ? {} : { help }) });
      }
    },
  }));
}

const summaries: Readonly<Record<ExpressionLint, string>> = {
  "always-fails": "no part of an expression may fail whatever the input",
  "never-true": "a comparison should be true for some input",
  "has-guard": "a field that may be absent is asked for before it is read",
  cost: "an expression should not run out of its cost on a large input",
};

interface PlacedFinding {
  readonly path: FieldPath;
  readonly finding: ExpressionFinding;
}

function lint(expression: LintedExpression, target: string): readonly PlacedFinding[] {
  const { path, checked, isBounded = false, ...place } = expression;
  const rules = isBounded ? {} : { costRules: costRulesOf(place.environment, target) };
  return lintExpression(checked, { ...place, ...rules }).map((finding) => ({ path, finding }));
}

const rulesByEnvironment = new WeakMap<Environment, { readonly target: string; readonly rules: TrackingRules }>();

/** The same ones for all expressions of an environment. */
function costRulesOf(environment: Environment, target: string): TrackingRules {
  const known = rulesByEnvironment.get(environment);
  if (known?.target === target) return known.rules;
  const rules = costRules(environment, costProfile(target));
  rulesByEnvironment.set(environment, { target, rules });
  return rules;
}
