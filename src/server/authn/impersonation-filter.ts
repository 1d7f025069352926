/**
 * Acting as someone else: what the headers of a request want to be.
 *
 * @module
 */

import type { UserInfo } from "../../access/user.ts";
import { accessAttributes } from "../authz/access-attributes.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { type Exchange, type Filter, headerValues } from "../http/exchange.ts";
import { badRequest } from "../request/failures.ts";
import type { Impersonate } from "./impersonation-modes.ts";

const userHeader = "impersonate-user";
const groupHeader = "impersonate-group";
const uidHeader = "impersonate-uid";
const extraHeaderPrefix = "impersonate-extra-";
const authenticationGroup = "authentication.k8s.io";

/** @param impersonate - decides, and says who the request is then */
export function impersonationFilter(authorizer: Authorizer, impersonate: Impersonate): Filter {
  return async (exchange, next) => {
    const wanted = readWanted(exchange);
    if (!wanted) return next();
    const attributes = accessAttributes(exchange.info);
    const { user, constraint } = await impersonate(wanted, { requestor: exchange.user, attributes, authorizer });
    exchange.user = user;
    exchange.audit?.noteImpersonation(user, constraint);
    await next();
  };
}

/** Undefined for a request of its own user; throws the StatusError for one that says only half. */
function readWanted(exchange: Exchange): UserInfo | undefined {
  const [username = ""] = headerValues(exchange, userHeader);
  const groups = headerValues(exchange, groupHeader);
  const [uid = ""] = headerValues(exchange, uidHeader);
  const extra = readExtra(exchange);
  const wanted = { username, groups, uid, extra };
  if (username !== "") return wanted;
  if (groups.length === 0 && uid === "" && Object.keys(extra).length === 0) return undefined;
  throw badRequest(`requested ${describe(wanted)} without impersonating a user`);
}

function readExtra(exchange: Exchange): UserInfo["extra"] {
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
