import { RbacPolicy } from "../../src/access/rbac.ts";
import type { AccessAttributes } from "../../src/access/request.ts";
import type { RbacObject } from "../../src/access/role-index.ts";
import type { UserInfo } from "../../src/access/user.ts";

/** Returns an RBAC object with the given fields, as it would be stored. */
function rbacObject(kind: string, fields: object): RbacObject {
  const { metadata = {} } = fields as { metadata?: { name?: string; namespace?: string } };
  return { kind, name: metadata.name ?? "", namespace: metadata.namespace ?? "", object: fields };
}

/** Objects of the four RBAC kinds, by the names of their lists in upstream's tables. */
export interface RbacLists {
  readonly roles?: readonly object[];
  readonly clusterRoles?: readonly object[];
  readonly roleBindings?: readonly object[];
  readonly clusterRoleBindings?: readonly object[];
}

export function policyOf(lists: RbacLists): RbacPolicy<RbacObject> {
  const objectsOf = (kind: string, objects: readonly object[] = []) =>
    objects.map((fields) => rbacObject(kind, fields));
  return new RbacPolicy([
    ...objectsOf("Role", lists.roles),
    ...objectsOf("ClusterRole", lists.clusterRoles),
    ...objectsOf("RoleBinding", lists.roleBindings),
    ...objectsOf("ClusterRoleBinding", lists.clusterRoleBindings),
  ]);
}

export function user(username: string, ...groups: readonly string[]): UserInfo {
  return { username, uid: "", groups, extra: {} };
}

/**
 * Parses a request to a resource: `get pods`, `get pods/log web in prod`, `get deployments.apps`; or to a path: `get
 * /healthz`.
 */
export function attributes(text: string): AccessAttributes {
  const [verb = "", what = "", ...rest] = text.split(" ");
  if (what.startsWith("/")) return { kind: "url", verb, path: what };
  const [plural = "", subresource = ""] = what.split("/");
  const [resource = "", ...group] = plural.split(".");
  const at = rest.indexOf("in");
  const name = at === 0 ? "" : (rest[0] ?? "");
  const namespace = at < 0 ? "" : (rest[at + 1] ?? "");
  return { kind: "resource", verb, group: group.join("."), version: "", resource, subresource, name, namespace };
}
