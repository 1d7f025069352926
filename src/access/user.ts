/**
 * The user that authentication returns and authorization decides about, with the built-in user and group names.
 *
 * @module
 */
import { validateDns1123Label, validateDns1123Subdomain } from "../text/names.ts";

/** A user as kube-apiserver passes it on. Every field except the name may be empty. */
export interface UserInfo {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export const mastersGroup = "system:masters";
export const authenticatedGroup = "system:authenticated";
export const unauthenticatedGroup = "system:unauthenticated";
export const nodesGroup = "system:nodes";
const nodePrefix = "system:node:";
const anonymousName = "system:anonymous";
const serviceAccountPrefix = "system:serviceaccount:";
const serviceAccountsGroup = "system:serviceaccounts";

/** Returns the user name of a service account. */
export function serviceAccountName(namespace: string, name: string): string {
  return `${serviceAccountPrefix}${namespace}:${name}`;
}

/** Returns the name of the node that the user represents, which may be empty; undefined for other users. */
export function nodeNameOf({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(nodePrefix) && groups.includes(nodesGroup) ? username.slice(nodePrefix.length) : undefined;
}

/**
 * Returns the user whom kube-apiserver derives from an impersonation request. A service account without groups gets the
 * groups of service accounts; every user gets the group of authenticated or of unauthenticated users.
 */
export function impersonatedUser(username: string, groups: readonly string[]): UserInfo {
  const initialGroups = groups.length > 0 ? groups : serviceAccountGroups(username);
  const effectiveGroups =
    username === anonymousName
      ? withUnauthenticatedGroup(initialGroups)
      : withAuthenticatedGroup(username, initialGroups);
  return { username, uid: "", groups: effectiveGroups, extra: {} };
}

const withUnauthenticatedGroup = (groups: readonly string[]): readonly string[] =>
  groups.includes(unauthenticatedGroup) ? groups : [...groups, unauthenticatedGroup];

/**
 * Adds the group of all authenticated users, unless the user is anonymous or already has that group or the group of
 * unauthenticated users.
 */
export function withAuthenticatedGroup(username: string, groups: readonly string[]): readonly string[] {
  const isDecided = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return isDecided || username === anonymousName ? groups : [...groups, authenticatedGroup];
}

function serviceAccountGroups(username: string): readonly string[] {
  const account = parseServiceAccountName(username);
  return account ? [serviceAccountsGroup, `${serviceAccountsGroup}:${account.namespace}`] : [];
}

/**
 * Returns the service account that a user name denotes; undefined for other users and for invalid namespaces or names.
 */
export function parseServiceAccountName(
  username: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!username.startsWith(serviceAccountPrefix)) return undefined;
  const [namespace = "", name = "", ...rest] = username.slice(serviceAccountPrefix.length).split(":");
  const faults = [...rest, ...validateDns1123Label(namespace), ...validateDns1123Subdomain(name)];
  return faults.length === 0 ? { namespace, name } : undefined;
}
