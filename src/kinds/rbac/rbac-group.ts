/**
 * The API group of roles and bindings, and the roles that every cluster has from the start.
 *
 * @module
 */
import { domainPlaceholder, groupIn } from "../../kind/kind.ts";
import { byText } from "../../text/by-text.ts";

export const rbacGroup = `rbac.authorization.${domainPlaceholder}`;

export const rbacGroupIn = byText((groupDomain) => groupIn(groupDomain, rbacGroup));

export const rbacKinds: ReadonlySet<string> = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

/** Whether an object grants access. Other groups have kinds of these names, too: the roles of clouds. */
export const isRbac = (
  { group, kind }: { readonly group: string; readonly kind: string },
  groupDomain: string,
): boolean => rbacKinds.has(kind) && group === rbacGroupIn(groupDomain);

/** The API server lets extension API servers read its authentication settings through this Role of `kube-system`. */
const extensionReader = "extension-apiserver-authentication-reader";

const userFacingRoles: ReadonlySet<string> = new Set(["cluster-admin", "admin", "edit", "view"]);

/** True for the names of roles and bindings that the API server itself creates and keeps. */
export function isBuiltInName(name: string): boolean {
  return userFacingRoles.has(name) || name.startsWith("system:");
}

/** True for a reference to a role that every cluster has. */
export function isBuiltInRole(kind: string, name: string): boolean {
  if (kind === "ClusterRole") return isBuiltInName(name);
  return name === extensionReader || name.startsWith("system:");
}
