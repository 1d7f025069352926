/**
 * Prevents privilege escalation: rejects roles and bindings that grant permissions which their writer does not hold.
 *
 * @module
 */

import type { ResourceAttributes } from "../../access/request.ts";
import { mastersGroup } from "../../access/user.ts";
import type { PolicyRule, RoleRef } from "../../api/types/rbac-v1.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import { escalationFault, fullAuthority } from "../authz/escalation.ts";
import type { RbacSource } from "../authz/rbac-source.ts";
import { assertName } from "../registry/keys.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, forbidden, notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, isCleanUpOnly } from "./plugin.ts";

export interface EscalationParts {
  /** Returns the source of RBAC rules, for the permissions that users hold. */
  source(): RbacSource;
  /** Returns the authorizer, which knows the users that may `escalate` and `bind` nevertheless. */
  authorizer(): Authorizer;
}

/**
 * Creates the plugin.
 *
 * @param parts - functions, since the parts may not exist yet; called for each request
 */
export function rbacEscalation(groupDomain: string, parts: EscalationParts): AdmissionPlugin {
  const group = `rbac.authorization.${groupDomain}`;
  return {
    async mutate(attempt) {
      const { resource, object, user } = attempt;
      if (resource.group !== group || !object || user.groups.includes(mastersGroup)) return;
      if (isCleanUpOnly(object, attempt.oldObject)) return;
      if (resource.resource.endsWith("roles")) await checkRole(attempt, object, { ...parts, group });
      else await checkBinding(attempt, object, { ...parts, group });
    },
  };
}

interface Parts extends EscalationParts {
  readonly group: string;
}

async function checkRole(attempt: AdmissionAttributes, object: ApiObject, parts: Parts): Promise<void> {
  const { resource, target, operation, nameInPath = "" } = attempt;
  const name = operation === "CREATE" ? nameInPath : target.name;
  if (await isAllowed(attempt, parts, { verb: "escalate", resource: resource.resource, name })) return;
  assertHoldsRules(attempt, parts, rulesOf(object));
  if (!isAggregated(object) && !isAggregated(attempt.oldObject)) return;
  if (missingPermissionsFault(attempt, parts, fullAuthority) !== undefined) {
    throw refusal(attempt, "must have cluster-admin privileges to use the aggregationRule");
  }
}

async function checkBinding(attempt: AdmissionAttributes, object: ApiObject, parts: Parts): Promise<void> {
  const roleRef = (object["roleRef"] ?? {}) as RoleRef;
  const { apiGroup: group = parts.group, kind, name = "" } = roleRef;
  const resource = kind === "ClusterRole" ? "clusterroles" : "roles";
  if (kind !== "ClusterRole" && kind !== "Role") throw unknownKind(kind);
  if (await isAllowed(attempt, parts, { verb: "bind", group, resource, name })) return;
  if (kind === "Role" && attempt.target.namespace === "") throw badRequest("Namespace parameter required.");
  assertName(name);
  const rules = parts.source().policy.rulesOfRole(roleRef, attempt.target.namespace);
  // As in kube-apiserver, the error names the resource of the request, not that of the role.
  if (!rules) throw notFound(attempt.resource, name);
  assertHoldsRules(attempt, parts, rules);
}

/**
 * kube-apiserver looks up the rules of the role before it validates the binding, and reports a failed lookup as an
 * internal error.
 */
const unknownKind = (kind = ""): StatusError =>
  new StatusError(500, "", `unsupported role reference kind: ${JSON.stringify(kind)}`);

/** The permission to check; its API group defaults to that of roles. */
type PermissionAttributes = Pick<ResourceAttributes, "verb" | "resource" | "name"> &
  Partial<Pick<ResourceAttributes, "group">>;

async function isAllowed(
  { user, target }: AdmissionAttributes,
  { group, authorizer }: Parts,
  permissionAttributes: PermissionAttributes,
): Promise<boolean> {
  const attributes = {
    kind: "resource",
    group,
    version: "*",
    subresource: "",
    namespace: target.namespace,
    ...permissionAttributes,
  } as const;
  return (await authorizer().authorize({ user, attributes })).opinion === "allow";
}

function assertHoldsRules(attempt: AdmissionAttributes, parts: Parts, wanted: readonly PolicyRule[]): void {
  const fault = missingPermissionsFault(attempt, parts, wanted);
  if (fault !== undefined) throw refusal(attempt, fault);
}

const missingPermissionsFault = (
  { user, target }: AdmissionAttributes,
  { source }: Parts,
  wanted: readonly PolicyRule[],
) => escalationFault(user, source().policy.rulesFor(user, target.namespace), wanted);

const refusal = ({ resource, target }: AdmissionAttributes, why: string) =>
  forbidden({ ...resource, name: target.name }, why);

const rulesOf = (object: ApiObject): readonly PolicyRule[] => (object["rules"] ?? []) as readonly PolicyRule[];

function isAggregated(object: ApiObject | undefined): boolean {
  const rule = object?.["aggregationRule"] as { clusterRoleSelectors?: readonly unknown[] } | undefined;
  return (rule?.clusterRoleSelectors?.length ?? 0) > 0;
}
