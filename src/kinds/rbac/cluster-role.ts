/**
 * rbac.authorization.k8s.io/v1 ClusterRole: what may be done in all of the cluster, or in the namespaces it is bound in.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { validatePathSegmentName } from "../../lexical/names.ts";
import { rule } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";
import { labelSelector, labelSelectorFindings } from "../meta/label-selector.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { roleColumns } from "./columns.ts";
import { policyRuleRules, policyRules } from "./policy-rule.ts";
import { clusterRulePower, policyRulePower } from "./policy-rule-power.ts";
import { policyRuleReach } from "./policy-rule-reach.ts";
import { isBuiltInName, rbacGroup } from "./rbac-group.ts";

const aggregationRule = struct(
  {
    clusterRoleSelectors: list(labelSelector, {
      "x-proto": 1,
      "x-list-type": "atomic",
      description: "ClusterRoles that match any of these give their rules.",
    }),
  },
  {
    "x-proto": 3,
    "x-pointer": true,
    description: "Other ClusterRoles to take the rules from; a controller then writes `rules`.",
  },
);

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: objectMeta, rules: policyRules, aggregationRule },
  { $id: "ClusterRole" },
);
type ClusterRole = Static<typeof schema>;

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
      for (const finding of labelSelectorFindings(selector, [...path, index])) place.pass([finding]);
    });
  },
);

/** An object that was read from a cluster holds the rules that the controller put there. */
const rulesAreOverwritten = rule<ClusterRole>(
  {
    id: "cluster-role/aggregated-rules",
    severity: "warning",
    summary: "an aggregated ClusterRole has no rules of its own",
  },
  ({ metadata, aggregationRule, rules = [] }, place) => {
    if (!aggregationRule || rules.length === 0 || metadata?.uid || isBuiltInName(metadata?.name ?? "")) return;
    place.at("rules").say("have no effect: the aggregation controller overwrites them", {
      atKey: true,
      help: "move them to a ClusterRole with the labels that are selected",
      see: place.at("aggregationRule").note("makes the role an aggregated one"),
    });
  },
);

export const clusterRole: Kind<ClusterRole> = {
  kind: "ClusterRole",
  group: rbacGroup,
  versions: [{ name: "v1", schema }],
  description:
    "What may be done on any resource or URL. A ClusterRoleBinding grants it everywhere, a RoleBinding in its namespace.",
  rules: [
    ...objectMetaRules({ scope: "Cluster", nameRule: validatePathSegmentName, prefixOfUpdate: "any" }),
    ...policyRuleRules,
    aggregationSelectors,
    rulesAreOverwritten,
    ...policyRuleReach,
    ...policyRulePower,
    ...clusterRulePower,
  ],
  resource: {
    plural: "clusterroles",
    singular: "clusterrole",
    scope: "Cluster",
    columns: roleColumns,
    createOnUpdate: true,
  },
};
