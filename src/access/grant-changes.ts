/**
 * Compares two sets of roles and bindings: for each subject of a binding, the verbs that it gains and loses,
 * cluster-wide and in each namespace.
 *
 * @module
 */
import type { PolicyRule, Subject } from "../api/types/rbac-v1.ts";
import { type RbacObject, RoleIndex } from "./role-index.ts";
import { uncoveredRules } from "./rule-coverage.ts";
import { everything } from "./rule-match.ts";

/** The changes for a subject in one scope. Rules with the same verbs or the same resources are merged. */
export interface GrantChange {
  /** `ServiceAccount shop/robot`, `Group dev`. */
  readonly subject: string;
  /** Empty for cluster-wide changes. */
  readonly namespace: string;
  readonly gained: readonly PolicyRule[];
  readonly lost: readonly PolicyRule[];
}

/**
 * By subject and namespace, the rules that the subject holds there. The empty namespace contains the cluster-wide
 * rules.
 */
type RulesBySubject = ReadonlyMap<string, ReadonlyMap<string, readonly PolicyRule[]>>;

/** @returns sorted by subject, then namespace; without subjects whose rules are unchanged */
export function grantChanges(before: readonly RbacObject[], after: readonly RbacObject[]): readonly GrantChange[] {
  const oldRules = rulesBySubject(before);
  const newRules = rulesBySubject(after);
  const subjects = [...new Set([...oldRules.keys(), ...newRules.keys()])].sort();
  return subjects.flatMap((subject) => {
    const scopes = new Set([...(oldRules.get(subject)?.keys() ?? []), ...(newRules.get(subject)?.keys() ?? [])]);
    return [...scopes].sort().flatMap((namespace) => {
      const gained = addedRules(oldRules, newRules, subject, namespace);
      const lost = addedRules(newRules, oldRules, subject, namespace);
      return gained.length > 0 || lost.length > 0 ? [{ subject, namespace, gained, lost }] : [];
    });
  });
}

/** Returns the rules that `to` has in a scope and that `from` has neither there nor cluster-wide. */
function addedRules(
  from: RulesBySubject,
  to: RulesBySubject,
  subject: string,
  namespace: string,
): readonly PolicyRule[] {
  const rulesIn = (held: RulesBySubject, scope: string) => held.get(subject)?.get(scope) ?? [];
  const held = namespace === "" ? rulesIn(from, "") : [...rulesIn(from, ""), ...rulesIn(from, namespace)];
  const missing = uncoveredRules(held, rulesIn(to, namespace));
  return mergeRules(namespace === "" ? missing : uncoveredRules(rulesIn(to, ""), missing));
}

function rulesBySubject(objects: readonly RbacObject[]): RulesBySubject {
  const roles = new RoleIndex(objects);
  const held = new Map<string, Map<string, PolicyRule[]>>();
  for (const { kind, namespace, object } of objects) {
    if (kind !== "RoleBinding" && kind !== "ClusterRoleBinding") continue;
    const { subjects = [], roleRef = {} } = object as {
      readonly subjects?: readonly Subject[];
      readonly roleRef?: { readonly kind?: string; readonly name?: string };
    };
    const rules = (roles.resolve(roleRef, namespace) ?? []).map(({ rule }) => rule);
    for (const subject of new Set(subjects.map((each) => subjectName(each, namespace)))) {
      const scopes = held.get(subject) ?? new Map<string, PolicyRule[]>();
      held.set(subject, scopes.set(namespace, [...(scopes.get(namespace) ?? []), ...rules]));
    }
  }
  return held;
}

/** @param namespace - of the binding; the default for a service account without a namespace */
export function subjectName({ kind = "", name = "", namespace: own = "" }: Subject, namespace: string): string {
  return kind === "ServiceAccount" ? `${kind} ${own || namespace}/${name}` : `${kind} ${name}`;
}

/**
 * Merges rules for a single verb on a single resource: first the verbs of the same resource, then the resources with
 * the same verbs.
 */
function mergeRules(atoms: readonly PolicyRule[]): readonly PolicyRule[] {
  const byTarget = mergeBy(atoms, ({ verbs: _, ...target }) => target, "verbs");
  return mergeBy(
    mergeBy(byTarget, ({ resources: _, ...rest }) => rest, "resources"),
    ({ nonResourceURLs: _, ...keyFieldsOf }) => keyFieldsOf,
    "nonResourceURLs",
  );
}

function mergeBy(
  rules: readonly PolicyRule[],
  rest: (rule: PolicyRule) => object,
  field: "verbs" | "resources" | "nonResourceURLs",
): readonly PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify([rest(rule), rule[field] === undefined]);
    const known = merged.get(key);
    const values = [...new Set([...(known?.[field] ?? []), ...(rule[field] ?? [])])];
    merged.set(key, { ...rule, ...(rule[field] === undefined ? {} : { [field]: values }) });
  }
  return [...merged.values()];
}

/** Describes a rule: `get, list on secrets and pods.example.com "a"`, `every verb on /metrics`. */
export function describeRule({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): string {
  const allowed = verbs ?? [];
  const what = allowed.includes(everything) ? "every verb" : allowed.join(", ");
  if (nonResourceURLs.length > 0) return `${what} on ${nonResourceURLs.join(", ")}`;
  const [group = ""] = apiGroups;
  const place = group === everything ? " of every group" : group === "" ? "" : ` (${group})`;
  const named =
    resourceNames.length > 0 ? ` named ${resourceNames.map((name) => JSON.stringify(name)).join(", ")}` : "";
  return `${what} on ${resources.includes(everything) ? "every resource" : resources.join(", ")}${place}${named}`;
}
