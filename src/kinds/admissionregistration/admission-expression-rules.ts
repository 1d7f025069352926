/**
 * The rules about the expressions of an object: that they compile, and what can be said against those that do.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding, Rule, RuleContext } from "../../rule/rule.ts";
import { expressionRules } from "../expression/expression-rules.ts";
import type { CompiledExpression } from "./admission-expression.ts";
import { conditionsOf, lintedExpression } from "./expression-lint.ts";
import type { MatchedOperations } from "./match-resources.ts";

/** Compiles all expressions of an object, in order. */
type CompileAll<T> = (
  object: T,
  context: RuleContext,
  report: (finding: Finding) => void,
) => readonly CompiledExpression[];

/** The rules about the expressions of an object, which compiles them once for all. */
export function admissionExpressionRules<T extends object>(
  compileAll: CompileAll<T>,
  constraintsOf: (object: T, path: FieldPath) => readonly MatchedOperations[],
): readonly Rule<T>[] {
  const last = new WeakMap<T, { context: RuleContext; findings: Finding[]; compiled: readonly CompiledExpression[] }>();
  const compileOnce = (object: T, context: RuleContext) => {
    const known = last.get(object);
    if (known?.context === context) return known;
    const findings: Finding[] = [];
    const compiled = compileAll(object, context, (finding) => findings.push(finding));
    const result = { context, findings, compiled };
    last.set(object, result);
    return result;
  };
  const compiles: Rule<T> = {
    id: "admission/expression",
    severity: "error",
    summary: "the expressions of a policy or webhook compile, and yield what is asked of them",
    check(object, context, report) {
      for (const finding of compileOnce(object, context).findings) report(finding);
    },
  };
  const advice = expressionRules<T>((object, context) => {
    const { compiled } = compileOnce(object, context);
    const conditions = conditionsOf(compiled);
    return compiled.map((each) => lintedExpression(each, conditions, constraintsOf(object, each.path)));
  });
  return [compiles, ...advice];
}
