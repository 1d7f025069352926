/**
 * Builds the default RBAC roles and bindings that every cluster starts with.
 *
 * @module
 */

import type { LabelSelector, ObjectMeta } from "../../api/types/meta-v1.ts";
import type { PolicyRule, RoleRef, Subject } from "../../api/types/rbac-v1.ts";
import { setMember } from "../../json/member.ts";
import { domainPlaceholder } from "../../kind/kind.ts";
import { bootstrapBlocks } from "./data/bootstrap-policy.ts";

/** A role without its `apiVersion` and `kind`. */
export interface RoleObject {
  metadata: ObjectMeta;
  rules?: PolicyRule[];
  aggregationRule?: { clusterRoleSelectors?: LabelSelector[] };
}

/** A binding without its `apiVersion` and `kind`. */
export interface BindingObject {
  metadata: ObjectMeta;
  subjects?: Subject[];
  roleRef: RoleRef;
}

/** A role or binding that the server creates or restores at start. */
export type BootstrapObject =
  | { readonly kind: "ClusterRole" | "Role"; readonly object: RoleObject }
  | { readonly kind: "ClusterRoleBinding" | "RoleBinding"; readonly object: BindingObject };

/** Annotation that specifies whether the server restores an object at start; `false` prevents that. */
export const autoUpdateAnnotation = "rbac.authorization.kubernetes.io/autoupdate";
const bootstrapLabel = { "kubernetes.io/bootstrapping": "rbac-defaults" };
const aggregateLabel = (role: string): string => `rbac.authorization.k8s.io/aggregate-to-${role}`;

/** Returns the roles and bindings, with roles before bindings. */
export function bootstrapPolicy(groupDomain: string): readonly BootstrapObject[] {
  return bootstrapBlocks
    .trim()
    .split("\n\n")
    .map((block) => parseBlock(block.split("\n"), groupDomain));
}

function parseBlock([head = "", ...lines]: readonly string[], groupDomain: string): BootstrapObject {
  const [kind, name = ""] = head.split(" ");
  const metadata = metadataOf(name);
  switch (kind) {
    case "ClusterRole":
    case "Role":
      return { kind, object: roleOf(metadata, lines, groupDomain) };
    case "ClusterRoleBinding":
    case "RoleBinding":
      return { kind, object: bindingOf(metadata, lines, groupDomain) };
    default:
      throw new Error(`the table has no such kind: ${head}`);
  }
}

/**
 * Returns the metadata of an object.
 *
 * @param path - the name, with `NAMESPACE/` before it for namespaced objects
 */
function metadataOf(path: string): ObjectMeta {
  const slash = path.indexOf("/");
  return {
    name: path.slice(slash + 1),
    ...(slash < 0 ? {} : { namespace: path.slice(0, slash) }),
    labels: { ...bootstrapLabel },
    annotations: { [autoUpdateAnnotation]: "true" },
  };
}

function roleOf(metadata: ObjectMeta, lines: readonly string[], groupDomain: string): RoleObject {
  const role: RoleObject = { metadata };
  for (const line of lines) {
    if (line.startsWith("+")) setMember(metadata.labels ?? {}, aggregateLabel(line.slice(1)), "true");
    else if (line.startsWith("=")) {
      role.aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [aggregateLabel(line.slice(1))]: "true" } }] };
    } else {
      role.rules ??= [];
      role.rules.push(ruleOf(line, groupDomain));
    }
  }
  return role;
}

function ruleOf(line: string, groupDomain: string): PolicyRule {
  const [verbs = [], second = [], resources, resourceNames] = line.split(" ").map((part) => part.split(","));
  if (!resources) return { verbs, nonResourceURLs: second };
  const apiGroups = second.map((group) => (group === "-" ? "" : group.replace(domainPlaceholder, groupDomain)));
  return { verbs, apiGroups, resources, ...(resourceNames ? { resourceNames } : {}) };
}

function bindingOf(
  metadata: ObjectMeta,
  [reference = "", ...lines]: readonly string[],
  groupDomain: string,
): BindingObject {
  const [kind = "", name = ""] = reference.slice(1).split(" ");
  const apiGroup = `rbac.authorization.${groupDomain}`;
  const subjects = lines.map((line) => subjectOf(line, apiGroup));
  return { metadata, ...(subjects.length > 0 ? { subjects } : {}), roleRef: { apiGroup, kind, name } };
}

function subjectOf(line: string, apiGroup: string): Subject {
  const space = line.indexOf(" ");
  const [kind, name] = [line.slice(0, space), line.slice(space + 1)];
  if (kind !== "ServiceAccount") return { kind, apiGroup, name };
  const [namespace = "", account = ""] = name.split(":");
  return { kind, name: account, namespace };
}
