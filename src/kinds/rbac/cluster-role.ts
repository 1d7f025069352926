/**
 * rbac.authorization.k8s.io/v1 ClusterRole: permissions for the whole cluster, or for the namespaces in which it is
 * bound.
 *
 * @module
 */
import type { ClusterRole } from "../../api/types/rbac-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { policyRuleRules } from "./policy-rule.ts";
import { clusterRulePower, policyRulePower } from "./policy-rule-power.ts";
import { policyRuleReach } from "./policy-rule-reach.ts";
import { isBuiltInName } from "./rbac-group.ts";

const aggregationSelectors = rule<ClusterRole>(
  {
    id: "cluster-role/aggregation-selectors",
    severity: "error",
    summary: "an aggregation rule has well-formed selectors",
  },
  ({ aggregationRule }, place) => {
    if (!aggregationRule) return;
    const path = ["aggregationRule", "clusterRoleSelectors"];
    const selectors = aggregationRule.clusterRoleSelectors ?? [];
    if (selectors.length === 0) {
      place.along(path).required("`clusterRoleSelectors` must have at least one selector");
    }
    selectors.forEach((selector, index) => {
      const also = [
        { field: [...path, index], cause: "invalid" as const, serverText: "null: invalid label selector." },
      ];
      for (const finding of labelSelectorFindings(selector, [...path, index])) place.pass([{ ...finding, also }]);
    });
  },
);

/** Skips objects that were read from a cluster (with a uid), since the controller wrote their rules. */
const rulesAreOverwritten = rule<ClusterRole>(
  {
    id: "cluster-role/aggregated-rules",
    severity: "warning",
    summary: "an aggregated ClusterRole has no rules of its own",
  },
  ({ metadata, aggregationRule, rules }, place) => {
    if (!aggregationRule || !rules?.length || metadata?.uid || isBuiltInName(metadata?.name ?? "")) return;
    place.at("rules").say("have no effect: the aggregation controller overwrites them", {
      atKey: true,
      help: "move them to a ClusterRole with labels that `aggregationRule` selects",
      see: place.at("aggregationRule").note("makes this an aggregated ClusterRole"),
    });
  },
);

export const clusterRole = kind("rbac/v1.ClusterRole", {
  rules: [
    ...policyRuleRules,
    aggregationSelectors,
    rulesAreOverwritten,
    ...policyRuleReach,
    ...policyRulePower,
    ...clusterRulePower,
  ],
  resource: { createOnUpdate: true },
});
