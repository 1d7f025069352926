/**
 * The policy rules of a Role or ClusterRole: their shape, and the faults that kube-apiserver rejects.
 *
 * @module
 */
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Parts, within } from "../../rule/within.ts";

export interface HasRules {
  readonly metadata?: { readonly name?: string };
  readonly rules?: readonly PolicyRule[] | null;
}

/** Returns the policy rules of a role, for rules that check each one separately. */
export const eachPolicyRule: Parts<HasRules, PolicyRule> = ({ rules }, place, visit) =>
  visit.each(rules, place.at("rules"));

/** Whether a policy rule is about URLs. kube-apiserver does not validate its other fields then. */
export function isAboutUrls({ nonResourceURLs }: PolicyRule): boolean {
  return nonResourceURLs !== undefined && nonResourceURLs.length > 0;
}

/** Returns the plural of a resource without its subresource. */
export function pluralOf(resource: string): string {
  const slash = resource.indexOf("/");
  return slash < 0 ? resource : resource.slice(0, slash);
}

const verbsRequired = rule<PolicyRule>(
  { id: "rbac/verbs-required", severity: "error", cause: "required", summary: "a policy rule has verbs" },
  ({ verbs }, place) => {
    if (!verbs?.length) {
      place.at("verbs").say("`verbs` must have at least one value", {
        help: 'for example `verbs: ["get", "list", "watch"]`',
      });
    }
  },
);

const apiGroupsRequired = rule<PolicyRule>(
  {
    id: "rbac/api-groups-required",
    severity: "error",
    cause: "required",
    summary: "a rule for resources has API groups",
  },
  (rule, place) => {
    if (!isAboutUrls(rule) && !rule.apiGroups?.length) {
      place.at("apiGroups").say("`apiGroups` must have at least one value in a rule for resources", {
        help: 'write `apiGroups: [""]` for the core group',
        serverText: "resource rules must supply at least one api group",
      });
    }
  },
);

const resourcesRequired = rule<PolicyRule>(
  {
    id: "rbac/resources-required",
    severity: "error",
    cause: "required",
    summary: "a rule has resources or non-resource URLs",
  },
  (rule, place) => {
    if (!isAboutUrls(rule) && !rule.resources?.length) {
      place.at("resources").say("`resources` must have at least one value in a rule without `nonResourceURLs`", {
        help: 'for example `resources: ["pods"]`',
        serverText: "resource rules must supply at least one resource",
      });
    }
  },
);

const resourcesOrUrls = rule<PolicyRule>(
  { id: "rbac/resources-or-urls", severity: "error", summary: "a rule has either resources or non-resource URLs" },
  (rule, place) => {
    if (!isAboutUrls(rule)) return;
    const field = (["apiGroups", "resources", "resourceNames"] as const).find((name) => rule[name]?.length);
    if (field) {
      place.at("nonResourceURLs").say(`a rule with \`nonResourceURLs\` must not have \`${field}\``, {
        atKey: true,
        help: "write two rules",
        see: place.at(field).note("makes this a rule for resources"),
      });
    }
  },
);

/** Rules about the faults in policy rules, of roles of either scope, that kube-apiserver rejects. */
export const policyRuleRules: readonly Rule<HasRules>[] = within(
  [verbsRequired, apiGroupsRequired, resourcesRequired, resourcesOrUrls],
  eachPolicyRule,
);
