/**
 * The rules about the CEL expressions of an object: that they compile, and lint findings about those that do.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { expressionRules } from "../expression/expression-rules.ts";
import type { CompiledExpression } from "./admission-expression.ts";
import { conditionsOf, lintedExpression } from "./expression-lint.ts";
import type { MatchedOperations } from "./match-resources.ts";

/** Compiles all expressions of an object, in order. */
type CompileAll<T> = (object: T, place: Place<T>, visit: Visit<T>) => readonly CompiledExpression[];

/** Returns the rules about the expressions of an object. They share one compilation of each object. */
export function admissionExpressionRules<T extends object>(
  compileAll: CompileAll<T>,
  constraintsOf: (object: T, path: FieldPath) => readonly MatchedOperations[],
): readonly Rule<T>[] {
  const compilation = (object: T, _place: Place<T>, visit: Visit<T>) => {
    const findings: Finding[] = [];
    const compiled = compileAll(
      object,
      Place.root<T>((finding) => findings.push(finding)),
      visit,
    );
    return { findings, compiled };
  };
  const compiles = rule<T>(
    {
      id: "admission/expression",
      severity: "error",
      summary: "an expression of a policy or webhook compiles and has the type that its field needs",
    },
    (_object, place, visit) => place.pass(visit.once(compilation).findings),
  );
  const advice = expressionRules<T>((object, visit) => {
    const { compiled } = visit.once(compilation);
    const conditions = conditionsOf(compiled);
    return compiled.map((each) => lintedExpression(each, conditions, constraintsOf(object, each.path)));
  });
  return [compiles, ...advice];
}
