/**
 * Rules that a project defines itself: CEL expressions that objects of some kinds must satisfy, without a policy in a
 * cluster.
 *
 * @part policies
 * @module
 */

import { compile } from "../cel/compile.ts";
import { formatType } from "../cel/types/format-type.ts";
import { admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import type { Severity } from "../diagnostic/diagnostic.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { runSteps } from "./steps.ts";
import { type Decision, planValidatingPolicy } from "./validating-policy.ts";

/** One rule. Without kinds, it applies to all objects. */
export interface PolicyRule {
  readonly name?: string;
  /** `KIND` or `KIND.group`. */
  readonly kinds?: readonly string[];
  /** Must evaluate to true. It can read the same variables as the expressions of a ValidatingAdmissionPolicy. */
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  /** Default `error`. */
  readonly severity?: Severity;
}

/** The failure of an object to satisfy a rule. */
export interface RuleDecision extends Decision {
  readonly rule: PolicyRule;
}

/** Planned rules, reusable for any number of objects. */
export interface PlannedRules {
  /** @param namespace - the namespace of the object; undefined for cluster-scoped objects */
  evaluate(request: AdmissionRequest, namespace: unknown): readonly RuleDecision[];
}

/** Plans rules without faults, see `policyRuleFaults`. */
export function planPolicyRules(rules: readonly PolicyRule[], target: string): PlannedRules {
  const planned = rules.map((rule) => {
    const { expression = "", message = "", messageExpression = "" } = rule;
    const planning = planValidatingPolicy({ validations: [{ expression, message, messageExpression }] }, target);
    return { rule, plan: runSteps(planning) };
  });
  return {
    evaluate: (request, namespace) =>
      planned
        .filter(({ rule }) => appliesTo(rule, request))
        .flatMap(({ rule, plan }) =>
          runSteps(plan.evaluate({ request, matched: request, params: undefined, namespace })).decisions.map(
            (decision) => ({
              ...decision,
              rule,
            }),
          ),
        ),
  };
}

function appliesTo({ kinds = [] }: PolicyRule, { kind: { group, kind } }: AdmissionRequest): boolean {
  return kinds.length === 0 || kinds.includes(kind) || kinds.includes(`${kind}.${group}`);
}

/** Returns the faults of rules, each in the form `policyRules[0].expression: ...`. */
export function policyRuleFaults(rules: readonly PolicyRule[], target: string): readonly string[] {
  return rules.flatMap((rule, index) => {
    const at = `policyRules[${index}]`;
    const { name = "", expression = "", messageExpression = "" } = rule;
    return [
      ...(name === "" ? [`${at}.name: must be set`] : []),
      ...(expression.trim() === "" ? [`${at}.expression: must be set`] : []),
      ...expressionFaults(`${at}.expression`, expression, "bool", target),
      ...expressionFaults(`${at}.messageExpression`, messageExpression, "string", target),
    ];
  });
}

function expressionFaults(at: string, text: string, wanted: string, target: string): string[] {
  if (text.trim() === "") return [];
  const { issues, outputType } = compile(admissionEnvironment(target, { reach: "known" }), text);
  if (outputType === undefined) return issues.map(({ message }) => `${at}: ${message}`);
  const found = formatType(outputType);
  return found === wanted ? [] : [`${at}: must evaluate to ${wanted}; got ${found}`];
}
