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
  return lintOnce(expression, target).map((finding) => ({ path: expression.path, finding }));
}

interface Judgement {
  readonly beside: string;
  readonly findings: readonly ExpressionFinding[];
}

/** The last one of each compiled expression, with what was known beside it: many objects say the same of the same text. */
const judgements = new WeakMap<CheckedAst, Judgement>();

function lintOnce(expression: LintedExpression, target: string): readonly ExpressionFinding[] {
  const { path: _, checked, isBounded = false, ...place } = expression;
  const { environment, given = [], alternatives = [], ...settings } = place;
  const beside = JSON.stringify([target, isBounded, given.map(({ ast }) => ast.text), [...alternatives], settings]);
  const last = judgements.get(checked);
  if (last?.beside === beside) return last.findings;
  const rules = isBounded ? {} : { costRules: costRules(environment, costProfile(target)) };
  const findings = lintExpression(checked, { ...place, ...rules });
  judgements.set(checked, { beside, findings });
  return findings;
}
