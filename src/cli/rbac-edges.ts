/**
 * Lists role bindings as edges from a subject to a role, for `clustervet graph`.
 *
 * @module
 */
import { describeRule, subjectName } from "../access/grant-changes.ts";
import type { PolicyRule, RoleRef, Subject } from "../api/types/rbac-v1.ts";
import { count } from "../report/reporter.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { FoundRbac } from "./rbac-manifests.ts";

/** A subject that a binding binds to a role. */
export interface Edge {
  readonly subject: string;
  /** Namespace of the binding. */
  readonly namespace: string;
  readonly binding: ProjectDocument;
  readonly role: string;
  /** Undefined if the manifests do not contain the role. */
  readonly rules: readonly PolicyRule[] | undefined;
}

export const isClusterWide = ({ binding }: Edge): boolean => binding.kind === "ClusterRoleBinding";

/** Describes where the role is bound. Manifests may omit the namespace and leave it to the client that applies them. */
export function placeOf(edge: Edge): string {
  return isClusterWide(edge) ? "cluster-wide" : edge.namespace || "its namespace";
}

/** Maximum number of rules to show for a role; JSON lists all. */
const maxRules = 8;

/** Sorted by subject; the cluster-wide bindings of a subject come first. */
export function edgesOf({ objects, policy }: FoundRbac): readonly Edge[] {
  const edges = objects.flatMap((binding): Edge[] => {
    if (binding.kind !== "RoleBinding" && binding.kind !== "ClusterRoleBinding") return [];
    const { namespace, object } = binding;
    const { subjects = [], roleRef = {} } = object as {
      readonly subjects?: readonly Subject[];
      readonly roleRef?: RoleRef;
    };
    const { kind = "", name = "" } = roleRef;
    const role = kind === "Role" ? `Role ${namespace}/${name}` : `${kind} ${name}`;
    const rules = policy.rulesOfRole(roleRef, namespace);
    return subjects.map((subject) => ({ subject: subjectName(subject, namespace), namespace, binding, role, rules }));
  });
  const key = ({ subject, namespace, role }: Edge) => `${subject}\0${namespace}\0${role}`;
  return edges.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function ruleTexts(rules: readonly PolicyRule[] | undefined): readonly string[] {
  if (rules === undefined) return ["the manifests do not have this role"];
  const rest = rules.length - maxRules;
  return [...rules.slice(0, maxRules).map(describeRule), ...(rest > 0 ? [`and ${count(rest, "rule")} more`] : [])];
}
