/**
 * The fields that validating and mutating policies share: variables, match conditions, the parameter kind, and the
 * requests that they match.
 *
 * @module
 */
import type { ValidatingAdmissionPolicySpec } from "../../api/types/admissionregistration-v1.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { isCelIdentifier } from "../../text/cel-name.ts";
import { matchConditionRules } from "./match-condition.ts";
import { type MatchedOperations, matchResourcesRules } from "./match-resources.ts";
import { paramKindRule } from "./param.ts";

/** The fields of a policy's spec that both kinds have. */
export type PolicySpec = Pick<
  ValidatingAdmissionPolicySpec,
  "paramKind" | "matchConstraints" | "matchConditions" | "variables"
>;

const constraintsRequired = rule<PolicySpec>(
  {
    id: "admission/match-constraints",
    severity: "error",
    cause: "required",
    summary: "a policy has `matchConstraints` that select requests",
  },
  ({ matchConstraints }, place) => {
    const message = (name: string) => `\`${name}\` must be set`;
    if (!matchConstraints) return place.at("matchConstraints").say(message("matchConstraints"));
    if (matchConstraints.resourceRules?.length) return;
    place.at("matchConstraints", "resourceRules").say("`resourceRules` must have at least one item", {
      help: "a rule lists operations, apiGroups, apiVersions and resources",
    });
  },
);

const variables = rule<PolicySpec>(
  {
    id: "admission/variable",
    severity: "error",
    summary: "a variable has a CEL identifier as its name, and an expression",
  },
  ({ variables: items = [] }, place) => {
    for (const [index, { name = "", expression = "" }] of items.entries()) {
      const at = place.at("variables", index);
      if (name.trim() === "") at.at("name").required();
      else if (!isCelIdentifier(name)) {
        const message = `must be an identifier (letters, digits and underscores) and not a reserved word; got "${name}"`;
        at.at("name").say(message, { value: name });
      }
      if (expression.trim() === "") {
        at.at("expression").required();
      }
    }
  },
);

/**
 * Rules about the faults in the shared fields of policies that the API server rejects, except those of the expressions.
 */
export const policySpecRules: readonly Rule<PolicySpec>[] = [
  constraintsRequired,
  variables,
  ...matchConditionRules,
  ...within([paramKindRule], ({ paramKind }: PolicySpec, place, visit) =>
    visit.maybe(paramKind, place.at("paramKind")),
  ),
  ...within(matchResourcesRules, constraintsOf),
];

/**
 * Whether an update keeps the match conditions and the parameter kind, so that kube-apiserver does not validate the
 * conditions again.
 */
export function keepsMatchConditions(policy: PolicySpec, stored: PolicySpec): boolean {
  const seen = ({ paramKind: kind, matchConditions: conditions = [] }: PolicySpec) =>
    JSON.stringify([kind, conditions]);
  return seen(policy) === seen(stored);
}

export function constraintsOf({ matchConstraints }: PolicySpec, place: Place<PolicySpec>, visit: Visit<PolicySpec>) {
  return visit.maybe(matchConstraints, place.at("matchConstraints"));
}

/** Returns the resource rules that a policy matches. */
export function matchedRulesOf({ matchConstraints }: PolicySpec): readonly MatchedOperations[] {
  return matchConstraints?.resourceRules ?? [];
}
