/**
 * Who asks: the user that authentication yields and authorization is about.
 *
 * @module
 */
import { validateDns1123Label, validateDns1123Subdomain } from "../text/names.ts";

/** As the API server passes it on; everything but the name may be empty. */
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

/** The user name of a service account. */
export function serviceAccountName(namespace: string, name: string): string {
  return `${serviceAccountPrefix}${namespace}:${name}`;
}

/** The name of the node that the user is, which may be empty; undefined for other users. */
export function nodeNameOf({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(nodePrefix) && groups.includes(nodesGroup) ? username.slice(nodePrefix.length) : undefined;
}

/**
 * A user as the API server completes it when a client asks to act as another: a service account without groups gets
 * those of service accounts, and everyone the group of all users who are, or are not, authenticated.
 */
export function impersonatedUser(username: string, groups: readonly string[]): UserInfo {
  const given = groups.length > 0 ? groups : serviceAccountGroups(username);
  const known = username === anonymousName ? anonymousGroups(given) : authenticatedGroups(username, given);
  return { username, uid: "", groups: known, extra: {} };
}

const anonymousGroups = (groups: readonly string[]): readonly string[] =>
  groups.includes(unauthenticatedGroup) ? groups : [...groups, unauthenticatedGroup];

/** The groups of a user whose credentials count: the one of all such users is added, but not to what says who is anonymous. */
export function authenticatedGroups(username: string, groups: readonly string[]): readonly string[] {
  const isDecided = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return isDecided || username === anonymousName ? groups : [...groups, authenticatedGroup];
}

function serviceAccountGroups(username: string): readonly string[] {
  const account = parseServiceAccountName(username);
  return account ? [serviceAccountsGroup, `${serviceAccountsGroup}:${account.namespace}`] : [];
}

/** The service account that a user name means; undefined for other users, also those whose parts can't be names of one. */
export function parseServiceAccountName(
  username: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!username.startsWith(serviceAccountPrefix)) return undefined;
  const [namespace = "", name = "", ...rest] = username.slice(serviceAccountPrefix.length).split(":");
  const faults = [...rest, ...validateDns1123Label(namespace), ...validateDns1123Subdomain(name)];
  return faults.length === 0 ? { namespace, name } : undefined;
}
