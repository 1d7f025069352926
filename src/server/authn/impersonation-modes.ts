/**
 * The ways in which a user may be permitted to impersonate another. Since 1.36 there are constrained modes for nodes,
 * service accounts and other users, each for single verbs on single resources; the old permission, which covers all
 * requests, is still checked.
 *
 * @module
 */
import type { AccessAttributes, ResourceAttributes } from "../../access/request.ts";
import {
  impersonatedUser,
  mastersGroup,
  nodesGroup,
  parseServiceAccountName,
  type UserInfo,
} from "../../access/user.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { assertAllowed, refusal } from "../authz/authorization-filter.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { errorIfForbidden } from "../request/status.ts";

/** The requesting user, the request to send as another user, and the authorizer that decides. */
export interface ImpersonationRequest {
  readonly requestor: UserInfo;
  /** The attributes of the request that is sent as the impersonated user. */
  readonly attributes: AccessAttributes;
  readonly authorizer: Authorizer;
}

export interface Impersonated {
  /** The user that the request gets. */
  readonly user: UserInfo;
  /** The verb of the constrained mode that allowed the impersonation. */
  readonly constraint?: string;
}

/**
 * Checks an impersonation.
 *
 * @throws {StatusError} Forbidden
 */
export type Impersonate = (wanted: UserInfo, request: ImpersonationRequest) => Promise<Impersonated>;

/**
 * The old way: the user name, and each group, extra value and UID, needs the permission `impersonate`, whatever the
 * request does.
 */
export const impersonateFully: Impersonate = async (wanted, { requestor, authorizer }) => {
  const verb = "impersonate";
  const core = { group: "", version: "v1" };
  for (const attributes of [
    nameAttributes(wanted, { verb, ...core }),
    ...wanted.groups.map((name) => attributesOf("groups", name, { verb, ...core })),
    ...extraAttributes(wanted, verb),
    ...uidAttributes(wanted, verb),
  ]) {
    await assertAllowed(authorizer, { user: requestor, attributes });
  }
  return { user: { ...impersonatedUser(wanted.username, wanted.groups), uid: wanted.uid, extra: wanted.extra } };
};

/**
 * Tries the constrained modes first, then the old way. If all of them fail, the client gets the error of the first
 * applicable one.
 */
export const impersonateNarrowly: Impersonate = async (wanted, request) => {
  const applicable = modes.filter((mode) => mode.applies(wanted, request.requestor));
  const candidates: readonly Impersonate[] = [...applicable.map(impersonateIn), impersonateFully];
  let first: Error | undefined;
  for (const impersonate of candidates) {
    const result = await errorIfForbidden(impersonate(wanted, request));
    if (!(result instanceof Error)) return result;
    first ??= result;
  }
  throw first;
};

interface Mode {
  /** Part of the verbs that the mode requires. */
  readonly name: string;
  applies(wanted: UserInfo, requestor: UserInfo): boolean;
  /** Returns the user whose permissions are checked; absent: the requesting user. */
  readonly checkedUser?: (requestor: UserInfo) => UserInfo;
  /** Whether the permission applies to all names at once. */
  readonly isForAllNames?: true;
}

const isNameOnly = ({ uid, groups, extra }: UserInfo): boolean =>
  uid === "" && groups.length === 0 && Object.keys(extra).length === 0;

const nodePrefix = "system:node:";

/** Returns the name of the node that a user name represents; undefined for other users. */
function nodeOf(username: string): string | undefined {
  const name = username.startsWith(nodePrefix) ? username.slice(nodePrefix.length) : "";
  return validateDns1123Subdomain(name).length === 0 ? name : undefined;
}

const tokenKeyPrefix = "authentication.kubernetes.io/";

/** Whether the user is a service account whose token says that it runs on the node. */
function runsOn(requestor: UserInfo, node: string | undefined): boolean {
  const [name, ...more] = requestor.extra[`${tokenKeyPrefix}node-name`] ?? [];
  const isAccount = parseServiceAccountName(requestor.username) !== undefined;
  return isAccount && node !== undefined && name === node && more.length === 0;
}

/** In the order in which they are tried. */
const modes: readonly Mode[] = [
  {
    name: "associated-node",
    applies: (wanted, requestor) => isNameOnly(wanted) && runsOn(requestor, nodeOf(wanted.username)),
    // The authorizer gets only the keys of the extra values: the token's claims have been verified already.
    checkedUser: (requestor) => ({
      ...requestor,
      extra: { [`${tokenKeyPrefix}associated-node-keys`]: Object.keys(requestor.extra).sort() },
    }),
    isForAllNames: true,
  },
  {
    name: "arbitrary-node",
    applies: (wanted) => isNameOnly(wanted) && nodeOf(wanted.username) !== undefined,
  },
  {
    name: "serviceaccount",
    applies: (wanted) => isNameOnly(wanted) && parseServiceAccountName(wanted.username) !== undefined,
  },
  {
    name: "user-info",
    applies: ({ username }) => nodeOf(username) === undefined && parseServiceAccountName(username) === undefined,
  },
];

/**
 * Returns the check of one mode. It requires `impersonate-on:MODE:VERB` for the request, and `impersonate:MODE` for the
 * user name and for each group, extra value and UID.
 */
function impersonateIn(mode: Mode): Impersonate {
  return async (wanted, { requestor, attributes, authorizer }) => {
    const user = mode.checkedUser?.(requestor) ?? requestor;
    const check = (asked: AccessAttributes) => assertAllowed(authorizer, { user, attributes: asked });
    await check({ ...attributes, verb: `impersonate-on:${mode.name}:${attributes.verb}` });
    const verb = `impersonate:${mode.name}`;
    const named = nameAttributes(wanted, { verb, ...authentication });
    await check(mode.isForAllNames ? { ...named, name: "*" } : named);
    for (const asked of uidAttributes(wanted, verb)) await check(asked);
    const refuse = (asked: ResourceAttributes, why: string) => refusal({ user, attributes: asked }, why);
    const groups = wanted.groups.map((name) => attributesOf("groups", name, { verb, ...authentication }));
    for (const asked of groups) {
      const fault = groupFault(asked.name);
      if (fault !== undefined) throw refuse(asked, fault);
    }
    await checkMany(groups, { name: "*" }, check);
    const extra = extraAttributes(wanted, verb);
    const fault = extraFault(wanted.extra);
    if (fault !== undefined) throw refuse(attributesOf("userextras", "", { verb, ...authentication }), fault);
    await checkMany(extra, { name: "*", subresource: "*" }, check);
    const known = nodeOf(wanted.username) === undefined ? wanted.groups : [nodesGroup];
    const { uid, extra: wantedExtra } = wanted;
    return { user: { ...impersonatedUser(wanted.username, known), uid, extra: wantedExtra }, constraint: verb };
  };
}

/** From this number of permissions on, a permission for all names is checked first. */
const manyPermissions = 4;

async function checkMany(
  asked: readonly ResourceAttributes[],
  all: Partial<ResourceAttributes>,
  check: (attributes: ResourceAttributes) => Promise<void>,
): Promise<void> {
  const [first] = asked;
  if (first && asked.length >= manyPermissions) {
    const result = await errorIfForbidden(check({ ...first, ...all }));
    if (!(result instanceof Error)) return;
  }
  for (const attributes of asked) await check(attributes);
}

function groupFault(name: string): string | undefined {
  if (name === "") return "impersonating the empty string group is not allowed";
  return name === mastersGroup ? `impersonating the ${mastersGroup} group is not allowed` : undefined;
}

const keyPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

function extraFault(extra: UserInfo["extra"]): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    const slash = key.indexOf("/");
    const isPrefixed = slash > 0 && validateDns1123Subdomain(key.slice(0, slash)).length === 0;
    if (!isPrefixed || !keyPath.test(key.slice(slash + 1))) {
      return `impersonating an invalid key in extra is not allowed: ${JSON.stringify(key)} must be a domain and a path`;
    }
    if (key !== key.toLowerCase()) {
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
    }
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}

const authentication = { group: "authentication.k8s.io", version: "v1" };

type PermissionBase = Pick<ResourceAttributes, "verb" | "group" | "version">;

/** Returns the permission for the user name. In the old way, nodes are users. */
function nameAttributes({ username }: UserInfo, asked: PermissionBase): ResourceAttributes {
  const account = parseServiceAccountName(username);
  if (account) return { ...attributesOf("serviceaccounts", account.name, asked), namespace: account.namespace };
  const node = asked.group === "" ? undefined : nodeOf(username);
  return node === undefined ? attributesOf("users", username, asked) : attributesOf("nodes", node, asked);
}

function uidAttributes({ uid }: UserInfo, verb: string): readonly ResourceAttributes[] {
  return uid === "" ? [] : [attributesOf("uids", uid, { verb, ...authentication })];
}

function extraAttributes({ extra }: UserInfo, verb: string): readonly ResourceAttributes[] {
  return Object.entries(extra).flatMap(([subresource, values]) =>
    values.map((name) => ({ ...attributesOf("userextras", name, { verb, ...authentication }), subresource })),
  );
}

const attributesOf = (resource: string, name: string, asked: PermissionBase): ResourceAttributes => ({
  kind: "resource",
  ...asked,
  resource,
  subresource: "",
  name,
  namespace: "",
});
