/**
 * The filter for impersonation: replaces the user of a request by the user in its `Impersonate-` headers.
 *
 * @module
 */

import type { UserInfo } from "../../access/user.ts";
import { accessAttributes } from "../authz/access-attributes.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import { badRequest } from "../request/failures.ts";
import { type IdentityHeaders, readIdentity } from "./identity-headers.ts";
import type { Impersonate } from "./impersonation-modes.ts";

const headers: IdentityHeaders = {
  username: ["impersonate-user"],
  uid: ["impersonate-uid"],
  groups: ["impersonate-group"],
  extraPrefixes: ["impersonate-extra-"],
};
const authenticationGroup = "authentication.k8s.io";

/**
 * Returns the filter.
 *
 * @param impersonate - checks the permission, and returns the user that the request gets
 */
export function impersonationFilter(authorizer: Authorizer, impersonate: Impersonate): Filter {
  return async (exchange, next) => {
    const wanted = hasAny(exchange.headers) ? readWanted(exchange) : undefined;
    if (!wanted) return next();
    const attributes = accessAttributes(exchange.info);
    const { user, constraint } = await impersonate(wanted, { requestor: exchange.user, attributes, authorizer });
    exchange.user = user;
    exchange.audit?.noteImpersonation(user, constraint);
    await next();
  };
}

function hasAny(given: Exchange["headers"]): boolean {
  for (const name in given) if (name.startsWith("impersonate-")) return true;
  return false;
}

/**
 * Returns the user to impersonate; undefined if the request does not impersonate anyone.
 *
 * @throws {StatusError} if the headers name groups, a UID or extra values without a user
 */
function readWanted(exchange: Exchange): UserInfo | undefined {
  const wanted = readIdentity(exchange, headers);
  const { username, groups, uid, extra } = wanted;
  if (username !== "") return wanted;
  if (groups.length === 0 && uid === "" && Object.keys(extra).length === 0) return undefined;
  throw badRequest(`requested ${describe(wanted)} without impersonating a user`);
}

/** Lists the object references whose permissions would be checked, as kube-apiserver prints them. */
function describe({ groups, uid, extra }: UserInfo): string {
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
