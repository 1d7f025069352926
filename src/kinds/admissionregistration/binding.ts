/**
 * What bindings of validating and of mutating policies have in common: the policy, its parameters, and a narrower match.
 *
 * @module
 */
import { validateDns1123Subdomain } from "../../lexical/names.ts";
import type { Rule, RuleContext } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { field, text } from "../../schema/fields.ts";
import {
  applyMatchResourcesDefaults,
  type MatchResources,
  matchResources,
  matchResourcesRules,
} from "./match-resources.ts";
import { type ParamRef, paramRef, paramRefRule } from "./param.ts";

export const bindingFields = {
  policyName: text({ "x-proto": 1, "x-required": true, "x-always": false, description: "Name of the policy." }),
  paramRef,
  matchResources: field(matchResources, {
    "x-proto": 3,
    "x-pointer": true,
    description: "Narrows what the policy is about; as the policy says when absent.",
  }),
};

/** The part of a binding's spec that both kinds have. */
export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
}

export function applyBindingDefaults(
  { paramRef: ref, matchResources: match }: BindingSpec,
  context: RuleContext,
): void {
  applyMatchResourcesDefaults(match);
  if (ref && context.version === "v1alpha1") ref.parameterNotFoundAction ??= "Deny";
}

const policyName: Rule<BindingSpec> = {
  id: "admission/policy-name",
  severity: "error",
  summary: "a binding names a policy",
  check({ policyName: name = "" }, _context, report) {
    const path = ["policyName"];
    if (name === "") return report({ path, cause: "required", message: "`policyName` must be set" });
    for (const fault of validateDns1123Subdomain(name))
      report({ path, message: `${fault}; got "${name}"`, value: name });
  },
};

/** What the API server refuses in what both kinds of binding have. */
export const bindingSpecRules: readonly Rule<BindingSpec>[] = [
  policyName,
  ...within([paramRefRule], ({ paramRef: ref }: BindingSpec) => (ref ? [{ path: ["paramRef"], value: ref }] : [])),
  ...within(matchResourcesRules, matchOf),
];

export function matchOf({ matchResources: match }: BindingSpec) {
  return match ? [{ path: ["matchResources"], value: match }] : [];
}
