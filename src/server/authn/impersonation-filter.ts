/**
 * Acting as someone else: what the headers of a request want to be.
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

/** @param impersonate - decides, and says who the request is then */
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

/** Undefined for a request of its own user; throws the StatusError for one that says only half. */
function readWanted(exchange: Exchange): UserInfo | undefined {
  const wanted = readIdentity(exchange, headers);
  const { username, groups, uid, extra } = wanted;
  if (username !== "") return wanted;
  if (groups.length === 0 && uid === "" && Object.keys(extra).length === 0) return undefined;
  throw badRequest(`requested ${describe(wanted)} without impersonating a user`);
}

/** Upstream prints the objects that it would ask the permissions for. */
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
