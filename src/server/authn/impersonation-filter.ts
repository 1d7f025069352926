/**
 * Acting as someone else: who may, and who they are then.
 *
 * @module
 */
import type { ResourceAttributes } from "../../access/request.ts";
import { impersonatedUser, parseServiceAccountName, type UserInfo } from "../../access/user.ts";
import { assertAllowed } from "../authz/authorization-filter.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { type Exchange, type Filter, headerValues } from "../http/exchange.ts";
import { badRequest } from "../request/failures.ts";

const userHeader = "impersonate-user";
const groupHeader = "impersonate-group";
const uidHeader = "impersonate-uid";
const extraHeaderPrefix = "impersonate-extra-";
const authenticationGroup = "authentication.k8s.io";

/** Each thing that a request wants to be needs a permission of its own; then the request is the other's. */
export function impersonationFilter(authorizer: Authorizer): Filter {
  return async (exchange, next) => {
    const wanted = readWanted(exchange);
    if (!wanted) return next();
    for (const attributes of permissionsFor(wanted)) {
      await assertAllowed(authorizer, { user: exchange.user, attributes });
    }
    exchange.user = become(wanted);
    await next();
  };
}

/** What a request wants to be. */
interface Wanted {
  readonly username: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Undefined for a request of its own user; throws the StatusError for one that says only half. */
function readWanted(exchange: Exchange): Wanted | undefined {
  const [username = ""] = headerValues(exchange, userHeader);
  const groups = headerValues(exchange, groupHeader);
  const [uid = ""] = headerValues(exchange, uidHeader);
  const extra = readExtra(exchange);
  const wanted = { username, groups, uid, extra };
  if (username !== "") return wanted;
  if (groups.length === 0 && uid === "" && Object.keys(extra).length === 0) return undefined;
  throw badRequest(`requested ${describe(wanted)} without impersonating a user`);
}

function readExtra(exchange: Exchange): Wanted["extra"] {
  const names = Object.keys(exchange.headers).filter((name) => name.startsWith(extraHeaderPrefix));
  return Object.fromEntries(
    names.map((name) => [unescapeKey(name.slice(extraHeaderPrefix.length)), headerValues(exchange, name)]),
  );
}

/** Keys may hold characters that header names cannot. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Upstream prints the objects that it would ask the permissions for. */
function describe({ groups, uid, extra }: Wanted): string {
  const version = `${authenticationGroup}/v1`;
  const references = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => `{UserExtra  ${value}  ${version}  ${key}}`),
    ),
    ...(uid === "" ? [] : [`{UID  ${uid}  ${version}  }`]),
  ];
  return `[${references.join(" ")}]`;
}

function permissionsFor({ username, groups, uid, extra }: Wanted): readonly ResourceAttributes[] {
  const account = parseServiceAccountName(username);
  return [
    account ? permission("serviceaccounts", account) : permission("users", { name: username }),
    ...groups.map((name) => permission("groups", { name })),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map((name) => permission("userextras", { name, subresource, ...authentication })),
    ),
    ...(uid === "" ? [] : [permission("uids", { name: uid, ...authentication })]),
  ];
}

const authentication = { group: authenticationGroup, version: "v1" };

function permission(
  resource: string,
  rest: Partial<ResourceAttributes> & { readonly name: string },
): ResourceAttributes {
  return {
    kind: "resource",
    verb: "impersonate",
    group: "",
    version: "",
    resource,
    subresource: "",
    namespace: "",
    ...rest,
  };
}

function become({ username, groups, uid, extra }: Wanted): UserInfo {
  return { ...impersonatedUser(username, groups), uid, extra };
}
