/**
 * Warnings for policy rules that grant more than they seem to: all there is, or a way to all there is. Roles that the
 * API server itself creates are left alone.
 *
 * @module
 */
import { groupIn } from "../../kind/kind.ts";
import type { Rule, RuleInfo } from "../../rule/rule.ts";
import { type CheckPolicyRule, type HasRules, isAboutUrls, type PolicyRule } from "./policy-rule.ts";
import { isBuiltInName, rbacGroup } from "./rbac-group.ts";

function forEachOwnRule(info: RuleInfo, check: CheckPolicyRule): Rule<HasRules> {
  return {
    ...info,
    check({ metadata, rules = [] }, context, report) {
      if (isBuiltInName(metadata?.name ?? "")) return;
      for (const [index, rule] of rules.entries()) check(rule, ["rules", index], report, context);
    },
  };
}

const fullAccess = forEachOwnRule(
  { id: "rbac/full-access", severity: "warning", summary: "a role does not allow everything" },
  (rule, path, report) => {
    const { verbs = [], apiGroups = [], resources = [] } = rule;
    if (!verbs.includes("*") || !apiGroups.includes("*") || !resources.includes("*")) return;
    report({
      path: [...path, "verbs", verbs.indexOf("*")],
      message: "allows every verb on every resource of every group, secrets and roles with them",
      help: "name the groups, resources and verbs that are needed",
    });
  },
);

/** Access from which its holder can take more. */
interface Escalation {
  /** With the placeholder of the group domain. */
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** What the holder can do with it; completes "whoever holds it can". */
  readonly consequence: string;
  /** With names the access is bounded, and what it is given for. */
  readonly boundedByNames: boolean;
}

const escalations: readonly Escalation[] = [
  {
    group: rbacGroup,
    resources: ["roles", "clusterroles"],
    verbs: ["escalate"],
    consequence: "write roles that allow more than the holder may do",
    boundedByNames: true,
  },
  {
    group: rbacGroup,
    resources: ["roles", "clusterroles"],
    verbs: ["bind"],
    consequence: "grant any role, to themselves too",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["users", "groups", "serviceaccounts"],
    verbs: ["impersonate"],
    consequence: "act as any other",
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
    consequence: "take a token of every service account",
    boundedByNames: true,
  },
  {
    group: "",
    resources: ["nodes/proxy"],
    verbs: ["create", "get"],
    consequence: "run commands in every pod through the node agents, unseen by admission and audit",
    boundedByNames: false,
  },
];

const escalation = forEachOwnRule(
  { id: "rbac/escalation", severity: "warning", summary: "a role is no way to more than it says" },
  (rule, path, report, context) => {
    for (const row of escalations) {
      const group = groupIn(context.groupDomain, row.group);
      if (!includesOrAll(rule.apiGroups, group) || (row.boundedByNames && rule.resourceNames?.length)) continue;
      const resource = rule.resources?.find((name) => row.resources.includes(name));
      const verbIndex = (rule.verbs ?? []).findIndex((verb) => verb === "*" || row.verbs.includes(verb));
      const verb = rule.verbs?.[verbIndex];
      if (resource === undefined || verb === undefined) continue;
      const included = verb === "*" ? `, which includes "${row.verbs[0]}",` : "";
      report({
        path: [...path, "verbs", verbIndex],
        message: `whoever holds "${verb}"${included} on ${resource} can ${row.consequence}`,
        help: verb === "*" ? "name the verbs that are needed" : "bind it to administrators only",
      });
    }
  },
);

function includesOrAll(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes(value) || values.includes("*"));
}

/** What a policy rule of either scope grants beyond what meets the eye. */
export const policyRulePower: readonly Rule<HasRules>[] = [fullAccess, escalation];

/** Every secret of the cluster includes the tokens and keys of every other workload. */
export const everySecret = forEachOwnRule(
  {
    id: "cluster-role/every-secret",
    severity: "warning",
    summary: "a ClusterRole does not allow every verb on all secrets",
  },
  (rule, path, report) => {
    if (isAboutUrls(rule) || !namesEverySecret(rule)) return;
    report({
      path: [...path, "verbs", rule.verbs?.indexOf("*") ?? 0],
      message: "allows every verb on secrets; bound by a ClusterRoleBinding, on those of every namespace",
      help: "name the verbs, and grant them in the namespaces that need them with RoleBindings",
    });
  },
);

function namesEverySecret({ verbs, apiGroups, resources, resourceNames }: PolicyRule): boolean {
  const named = resources?.includes("secrets") && !resourceNames?.length;
  return Boolean(named && verbs?.includes("*") && includesOrAll(apiGroups, ""));
}
