/**
 * Answers checks of the CEL variable `authorizer` with RBAC.
 *
 * @module
 */
import type { Authorize, AuthorizerCheck } from "../cel-kubernetes/library/authorizer.ts";
import type { RbacPolicy } from "./rbac.ts";
import type { AccessAttributes, AccessRequest } from "./request.ts";
import type { RbacObject } from "./role-index.ts";
import { mastersGroup } from "./user.ts";

/** Decides as kube-apiserver does with RBAC as the only authorizer: members of `system:masters` may do everything. */
export function rbacAuthorizer<D extends RbacObject>(policy: RbacPolicy<D>): Authorize {
  return (question) => {
    const accessRequest = accessRequestOf(question);
    if (accessRequest.user.groups.includes(mastersGroup)) return { decision: "allow", reason: "" };
    const { grant, reason } = policy.authorize(accessRequest);
    return { decision: grant ? "allow" : "no-opinion", reason };
  };
}

/** Converts a check in an expression to an access request. */
export function accessRequestOf(question: AuthorizerCheck): AccessRequest {
  const { name: username, ...user } = question.user;
  return { user: { username, ...user }, attributes: attributesOf(question) };
}

/** Returns the attributes of the request. Checks in expressions have no version, so it becomes `*`. */
function attributesOf(question: AuthorizerCheck): AccessAttributes {
  const { verb } = question;
  if ("path" in question) return { kind: "url", verb, path: question.path };
  const { group, resource, subresource, namespace, name } = question.resource;
  return { kind: "resource", verb, group, version: "*", resource, subresource, namespace, name };
}
