/**
 * Warnings about policy rules that grant more than they seem to: full access, or a way to obtain it. Skips the roles
 * that kube-apiserver itself creates.
 *
 * @module
 */
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { groupIn } from "../../kind/kind.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Parts, within } from "../../rule/within.ts";
import { eachPolicyRule, type HasRules } from "./policy-rule.ts";
import { isBuiltInName, rbacGroup } from "./rbac-group.ts";

/** Returns the rules of a role, unless kube-apiserver itself creates the role. */
const eachOwnRule: Parts<HasRules, PolicyRule> = ({ metadata }, _place, visit) =>
  isBuiltInName(metadata?.name ?? "") ? [] : visit.once(eachPolicyRule);

const fullAccess = rule<PolicyRule>(
  { id: "rbac/full-access", severity: "warning", summary: "a role does not grant all verbs on all resources" },
  (rule, place) => {
    const { verbs, apiGroups = [], resources = [] } = rule;
    if (!verbs?.includes("*") || !apiGroups.includes("*") || !resources.includes("*")) return;
    place
      .at("verbs", verbs.indexOf("*"))
      .say("allows every verb on every resource of every group, including secrets and roles", {
        help: "name the groups, resources and verbs that are needed",
      });
  },
);

/** Access that allows its holder to obtain more access. */
interface Escalation {
  /** The API group, with the placeholder of the group domain. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** The access that the holder can obtain; completes the sentence "a holder can". */
  readonly consequence: string;
  /** Whether `resourceNames` limit the access to an intended purpose. */
  readonly boundedByNames: boolean;
}

const escalations: readonly Escalation[] = [
  {
    group: rbacGroup,
    resources: ["roles", "clusterroles"],
    verbs: ["bind", "escalate"],
    consequence: "grant permissions that they do not have, also to themselves",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["users", "groups", "serviceaccounts"],
    verbs: ["impersonate"],
    consequence: "act as any other user",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["pods/exec", "pods/attach"],
    verbs: ["create"],
    consequence: "run commands in every pod and use its service account",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["serviceaccounts/token"],
    verbs: ["create"],
    consequence: "get a token of every service account",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["nodes/proxy"],
    verbs: ["create", "get"],
    consequence: "run commands in every pod through the kubelets, without admission and audit",
    boundedByNames: false,
  },
];

const escalatingResources: ReadonlySet<string> = new Set(escalations.flatMap(({ resources }) => resources));

const escalation = rule<PolicyRule>(
  {
    id: "rbac/escalation",
    severity: "warning",
    summary: "a role grants no way to gain more permissions than it lists",
  },
  (rule, place, visit) => {
    if (!rule.resources?.some((name) => escalatingResources.has(name))) return;
    for (const row of escalations) {
      const group = groupIn(visit.groupDomain, row.group);
      if (!includesOrWildcard(rule.apiGroups, group) || (row.boundedByNames && rule.resourceNames?.length)) continue;
      const resource = rule.resources?.find((name) => row.resources.includes(name));
      const verbIndex = (rule.verbs ?? []).findIndex((verb) => verb === "*" || row.verbs.includes(verb));
      const verb = rule.verbs?.[verbIndex];
      if (resource === undefined || verb === undefined) continue;
      const included = verb === "*" ? `, which includes ${row.verbs.map((name) => `"${name}"`).join(" and ")},` : "";
      place.at("verbs", verbIndex).say(`anyone with "${verb}"${included} on ${resource} can ${row.consequence}`, {
        help: verb === "*" ? "name the verbs that are needed" : "bind it to administrators only",
      });
    }
  },
);

function includesOrWildcard(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes(value) || values.includes("*"));
}

/** Rules about permissions, in roles of either scope, that grant more than they show at first sight. */
export const policyRulePower: readonly Rule<HasRules>[] = within([fullAccess, escalation], eachOwnRule);

/** Verbs whose responses contain the data of secrets. */
const secretVerbs = ["*", "get", "list", "watch"];

/** Warns about reading all secrets, which include the tokens and keys of every workload. */
const everySecret = rule<PolicyRule>(
  { id: "cluster-role/every-secret", severity: "warning", summary: "a ClusterRole does not allow reading all secrets" },
  (rule, place) => {
    const verb = rule.verbs?.find((item) => secretVerbs.includes(item));
    if (verb === undefined || !reachesEverySecret(rule)) return;
    const what = verb === "*" ? "every verb" : `the verb "${verb}"`;
    place
      .at("verbs", rule.verbs?.indexOf(verb) ?? 0)
      .say(`allows ${what} on secrets, so subjects of a ClusterRoleBinding can read the secrets of every namespace`, {
        help: "name the secrets in `resourceNames`, or grant it with RoleBindings in the namespaces that need it",
      });
  },
);

/** Whether a rule covers every secret. Excludes rules about all resources, which another warning covers. */
function reachesEverySecret({ verbs, apiGroups, resources, resourceNames }: PolicyRule): boolean {
  const isAll = resources?.includes("*") && verbs?.includes("*") && apiGroups?.includes("*");
  return (
    !isAll && !resourceNames?.length && includesOrWildcard(resources, "secrets") && includesOrWildcard(apiGroups, "")
  );
}

/** Further rules about a ClusterRole, which may apply to every namespace. */
export const clusterRulePower: readonly Rule<HasRules>[] = within([everySecret], eachOwnRule);
