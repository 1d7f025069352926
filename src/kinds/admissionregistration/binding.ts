/**
 * The fields that bindings of validating and of mutating policies share: the policy, its parameters, and a narrower
 * match.
 *
 * @module
 */
import type { ParamRef, ValidatingAdmissionPolicyBindingSpec } from "../../api/types/admissionregistration-v1.ts";
import type { Conversion } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { applyMatchResourcesDefaults, matchResourcesRules } from "./match-resources.ts";
import { paramRefRule } from "./param.ts";

/** The fields of a binding's spec that both kinds have. */
export type BindingSpec = Omit<ValidatingAdmissionPolicyBindingSpec, "validationActions">;

export function applyBindingDefaults(
  { paramRef: ref, matchResources: match }: BindingSpec,
  context: RuleContext,
): void {
  applyMatchResourcesDefaults(match);
  if (ref && context.version === "v1alpha1") defaultNotFoundAction(ref);
}

function defaultNotFoundAction(ref: ParamRef): void {
  ref.parameterNotFoundAction ??= "Deny";
}

/** Fills in the default for a missing parameter (deny), which only v1alpha1 has. */
export const v1alpha1Binding: Conversion = {
  toStored(object) {
    const { spec } = object as { readonly spec?: BindingSpec };
    if (!spec?.paramRef) return object;
    const paramRef = { ...spec.paramRef };
    defaultNotFoundAction(paramRef);
    return { ...object, spec: { ...spec, paramRef } };
  },
  fromStored: (object) => object,
};

const policyName = rule<BindingSpec>(
  { id: "admission/policy-name", severity: "error", summary: "a binding has a valid `policyName`" },
  ({ policyName: name = "" }, place) => {
    const at = place.at("policyName");
    if (name === "") return at.required("`policyName` must be set");
    for (const fault of validateDns1123Subdomain(name)) at.say(`${fault}; got "${name}"`, { value: name });
  },
);

/** Rules about the faults in the shared fields of bindings that the API server rejects. */
export const bindingSpecRules: readonly Rule<BindingSpec>[] = [
  policyName,
  ...within([paramRefRule], ({ paramRef }: BindingSpec, place, visit) => visit.maybe(paramRef, place.at("paramRef"))),
  ...within(matchResourcesRules, matchOf),
];

export function matchOf({ matchResources }: BindingSpec, place: Place<BindingSpec>, visit: Visit<BindingSpec>) {
  return visit.maybe(matchResources, place.at("matchResources"));
}
