/**
 * rbac.authorization.k8s.io/v1 Role: permissions in one namespace.
 *
 * @module
 */
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { builtInResources } from "./built-in-resources.ts";
import { eachPolicyRule, isAboutUrls, pluralOf, policyRuleRules } from "./policy-rule.ts";
import { policyRulePower } from "./policy-rule-power.ts";
import { policyRuleReach } from "./policy-rule-reach.ts";

/** Reports URLs in a Role: a request to a URL has no namespace, so no Role can allow it. */
const noUrls = rule<PolicyRule>(
  { id: "role/no-urls", severity: "error", summary: "a Role has no non-resource URLs" },
  (rule, place) => {
    if (!isAboutUrls(rule)) return;
    place.at("nonResourceURLs").say("`nonResourceURLs` must be absent in a Role: URLs have no namespace", {
      atKey: true,
      help: "write a ClusterRole and a ClusterRoleBinding",
    });
  },
);

/**
 * A cluster-wide resource that a Role may contain: kube-apiserver authorizes a request for a namespace as one in this
 * namespace.
 */
const namespacesResource = "namespaces";

const clusterScopedResource = rule<PolicyRule>(
  { id: "role/cluster-scoped", severity: "warning", summary: "a Role has only namespaced resources" },
  (rule, place, visit) => {
    const { apiGroups = [], resources = [] } = rule;
    const known = builtInResources(visit.groupDomain);
    if (isAboutUrls(rule) || !apiGroups.every(known.hasGroup)) return;
    resources.forEach((resource, index) => {
      const plural = pluralOf(resource);
      const homes = known.findByPlural(plural).filter(({ group }) => apiGroups.includes(group));
      if (homes.length === 0 || plural === namespacesResource || homes.some(({ isNamespaced }) => isNamespaced)) return;
      place.at("resources", index).say(`${JSON.stringify(resource)} is cluster-scoped; a Role grants nothing on it`, {
        help: "write a ClusterRole and a ClusterRoleBinding",
        value: resource,
      });
    });
  },
);

export const role = kind("rbac/v1.Role", {
  rules: [
    ...within([noUrls], eachPolicyRule),
    ...policyRuleRules,
    ...policyRuleReach,
    ...within([clusterScopedResource], eachPolicyRule),
    ...policyRulePower,
  ],
  resource: { createOnUpdate: true },
});
