/**
 * Lint rules about expressions that compile but probably do not do what they should, for every kind with expressions.
 *
 * @module
 */

import type { Environment } from "../../cel/environment.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import { costProfile } from "../../cel-kubernetes/cost/profile.ts";
import { costRules } from "../../cel-kubernetes/cost/rules.ts";
import type { ExpressionFinding, ExpressionLint, LintPlace } from "../../cel-kubernetes/lint/finding.ts";
import { lintExpression } from "../../cel-kubernetes/lint/lint.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";

/** An expression that compiles, with facts about its inputs. */
export interface LintedExpression extends Omit<LintPlace, "environment" | "costRules"> {
  readonly path: FieldPath;
  readonly checked: CheckedAst;
  readonly environment: Environment;
  /** Whether a stricter rule already limits the cost. Default: false. */
  readonly isBounded?: boolean;
}

/** Returns the rules `cel/...` for the expressions of an object. */
export function expressionRules<T extends object>(
  expressionsOf: (object: T, visit: Visit<T>) => readonly LintedExpression[],
): readonly Rule<T>[] {
  const findings = (object: T, _place: Place<T>, visit: Visit<T>) =>
    expressionsToLint(expressionsOf(object, visit), visit).flatMap((expression) => lint(expression, visit.target));
  return (Object.keys(summaries) as ExpressionLint[]).map((name) =>
    rule<T>({ id: `cel/${name}`, severity: "warning", summary: summaries[name] }, (_object, place, visit) => {
      for (const { path, finding } of visit.once(findings)) {
        if (finding.lint !== name) continue;
        const { start, end, message, help } = finding;
        place.along(path).say(message, { span: { start, end }, ...(help === undefined ? {} : { help }) });
      }
    }),
  );
}

/** Returns the expressions of an object to lint; empty if they are too many, or too long in total. */
export function expressionsToLint<E extends Pick<LintedExpression, "checked">>(
  expressions: readonly E[],
  { maxAdvised }: RuleContext,
): readonly E[] {
  if (!maxAdvised) return expressions;
  const length = expressions.reduce((sum, { checked }) => sum + checked.ast.text.length, 0);
  return expressions.length > maxAdvised.expressions || length > maxAdvised.length ? [] : expressions;
}

const summaries: Readonly<Record<ExpressionLint, string>> = {
  "always-fails": "no part of an expression fails for every input",
  "never-true": "a comparison can be true for some input",
  "has-guard": "a field that may be absent is tested with `has()` before it is read",
  cost: "an expression stays within its cost limit for large inputs",
};

interface PlacedFinding {
  readonly path: FieldPath;
  readonly finding: ExpressionFinding;
}

function lint(expression: LintedExpression, target: string): readonly PlacedFinding[] {
  return lintCached(expression, target).map((finding) => ({ path: expression.path, finding }));
}

interface LintResult {
  readonly lintInputs: string;
  readonly findings: readonly ExpressionFinding[];
}

/**
 * The last result for each compiled expression, with the facts that it depends on: many objects contain the same
 * expression.
 */
const lastResultByExpression = new WeakMap<CheckedAst, LintResult>();

function lintCached(expression: LintedExpression, target: string): readonly ExpressionFinding[] {
  const { path: _, checked, isBounded = false, ...place } = expression;
  const { environment, given = [], alternatives = [], ...settings } = place;
  const rules = isBounded ? {} : { costRules: costRules(environment, costProfile(target)) };
  // `isGiven` is a function and cannot be compared. Only definitions set it, and one definition does not repeat its
  // expressions.
  if (place.isGiven) return lintExpression(checked, { ...place, ...rules });
  const lintInputs = JSON.stringify([target, isBounded, given.map(({ ast }) => ast.text), [...alternatives], settings]);
  const last = lastResultByExpression.get(checked);
  if (last?.lintInputs === lintInputs) return last.findings;
  const findings = lintExpression(checked, { ...place, ...rules });
  lastResultByExpression.set(checked, { lintInputs, findings });
  return findings;
}
