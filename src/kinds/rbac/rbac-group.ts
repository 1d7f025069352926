/**
 * The API group of roles and bindings, and the roles that every cluster has initially.
 *
 * @module
 */
import { domainPlaceholder, groupIn } from "../../kind/kind.ts";
import { memoizeByText } from "../../text/memoize-by-text.ts";

export const rbacGroup = `rbac.authorization.${domainPlaceholder}`;

export const rbacGroupIn = memoizeByText((groupDomain) => groupIn(groupDomain, rbacGroup));

export const rbacKinds: ReadonlySet<string> = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

/**
 * Whether an object grants access. Other groups also have kinds with these names, such as the roles of cloud providers.
 */
export const isRbac = (
  { group, kind }: { readonly group: string; readonly kind: string },
  groupDomain: string,
): boolean => rbacKinds.has(kind) && group === rbacGroupIn(groupDomain);

/**
 * The Role in `kube-system` that allows extension API servers to read the authentication settings of kube-apiserver.
 */
const extensionReader = "extension-apiserver-authentication-reader";

const userFacingRoles: ReadonlySet<string> = new Set(["cluster-admin", "admin", "edit", "view"]);

/** Whether a name belongs to a role or binding that kube-apiserver itself creates and maintains. */
export function isBuiltInName(name: string): boolean {
  return userFacingRoles.has(name) || name.startsWith("system:");
}

/** Whether a reference is to a role that every cluster has. */
export function isBuiltInRole(kind: string, name: string): boolean {
  if (kind === "ClusterRole") return isBuiltInName(name);
  return name === extensionReader || name.startsWith("system:");
}
