/**
 * Describes privilege escalation: the permissions that a user tries to grant without holding them.
 *
 * @module
 */

import { uncoveredRules } from "../../access/rule-coverage.ts";
import type { UserInfo } from "../../access/user.ts";
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { compareUtf8 } from "../../text/utf8.ts";

/** Rules that allow everything. A user needs them to write an aggregated role, which may collect any rules. */
export const fullAuthority: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** Returns kube-apiserver's message about the missing permissions; undefined if `held` covers `wanted`. */
export function escalationFault(
  user: UserInfo,
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): string | undefined {
  const missing = uncoveredRules(held, wanted);
  if (missing.length === 0) return undefined;
  const descriptions = new Set(compactRules(missing).map(describeRule));
  const list = [...descriptions].sort(compareUtf8).join("\n");
  const who = `user ${quoteGo(user.username)} (groups=${quoteList(user.groups)})`;
  return `${who} is attempting to grant RBAC permissions not currently held:\n${list}`;
}

/** Merges rules that differ only in their verbs. */
function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const compact = new Map<string, PolicyRule & { verbs: string[] }>();
  for (const { verbs, ...rest } of rules) {
    // Rules for non-resource URLs are not merged.
    const key = JSON.stringify(rest.nonResourceURLs ? [rest, verbs] : rest);
    const rule = compact.get(key) ?? { ...rest, verbs: [] };
    for (const verb of verbs ?? []) rule.verbs.push(verb);
    compact.set(key, rule);
  }
  return [...compact.values()];
}

const fieldNames = [
  ["APIGroups", "apiGroups"],
  ["Resources", "resources"],
  ["NonResourceURLs", "nonResourceURLs"],
  ["ResourceNames", "resourceNames"],
  ["Verbs", "verbs"],
] as const;

/** Returns text such as `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. */
function describeRule(rule: PolicyRule): string {
  const parts = fieldNames.flatMap(([shown, field]) => {
    const values = rule[field] ?? [];
    return values.length > 0 ? [`${shown}:${quoteList(values)}`] : [];
  });
  return `{${parts.join(", ")}}`;
}

const quoteList = (values: readonly string[]): string => `[${values.map(quoteGo).join(" ")}]`;
