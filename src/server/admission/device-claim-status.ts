/**
 * Extra permissions for writing the status of a ResourceClaim: a user who changes its allocation or its consumers needs
 * `resourceclaims/binding`, and a user who reports the devices of a driver needs `resourceclaims/driver`.
 *
 * @module
 */
import type { ResourceAttributes } from "../../access/request.ts";
import type { ResourceClaim } from "../../api/types/resource-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { refusal } from "../authz/authorization-filter.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { invalid } from "../request/failures.ts";
import type { StatusCause } from "../request/status.ts";
import { type AdmissionPlugin, isForResource, type PluginParts } from "./plugin.ts";

type Parts = Pick<PluginParts, "authorizer" | "isEnabled">;
type ClaimStatus = NonNullable<ResourceClaim["status"]>;

export const deviceClaimStatus = (parts: Parts): AdmissionPlugin => ({
  async approve(attempt) {
    if (!isForResource(attempt, "resource.<domain>", "resourceclaims") || attempt.subresource !== "status") return;
    if (!parts.isEnabled("DRAResourceClaimGranularStatusAuthorization") || !attempt.object) return;
    const { status: before = {} } = (attempt.oldObject ?? {}) as ResourceClaim;
    const { status: after = {} } = attempt.object as ResourceClaim;
    const causes = [
      ...(await bindingFaults(attempt, before, after, parts)),
      ...(await driverFaults(attempt, before, after, parts)),
    ];
    const { resource, target } = attempt;
    if (causes.length > 0) throw invalid({ group: resource.group, kind: resource.kind, name: target.name }, causes);
  },
});

async function bindingFaults(attempt: AdmissionAttributes, before: ClaimStatus, after: ClaimStatus, parts: Parts) {
  const isSame =
    semanticEqual(before.allocation, after.allocation) && semanticEqual(before.reservedFor, after.reservedFor);
  if (isSame) return [];
  const verb = verbOf(attempt);
  const why = await denialMessageOf(attempt, { verb, subresource: "binding", namespace: "", name: "" }, parts);
  const what = "changing status.allocation or status.reservedFor";
  return why === undefined
    ? []
    : [forbidden("status.allocation", what, `"resourceclaims/binding", verb="${verb}"`, why)];
}

/** Skips claims whose allocation is removed: their devices are dropped anyway. */
async function driverFaults(attempt: AdmissionAttributes, before: ClaimStatus, after: ClaimStatus, parts: Parts) {
  if (!after.allocation || !parts.isEnabled("DRAResourceClaimDeviceStatus")) return [];
  const { namespace } = attempt.target;
  const places = isAtNode(attempt, after) ? ["associated-node", "arbitrary-node"] : ["arbitrary-node"];
  const verbs = places.map((place) => `${place}:${verbOf(attempt)}`);
  const causes: StatusCause[] = [];
  for (const name of changedDrivers(before, after)) {
    let first: string | undefined;
    let isAllowed = false;
    for (const verb of verbs) {
      const why = await denialMessageOf(attempt, { verb, subresource: "driver", namespace, name }, parts);
      first ??= why;
      isAllowed ||= why === undefined;
    }
    if (isAllowed || first === undefined) continue;
    const permission = `"resourceclaims/driver", verb="[${verbs.join(" ")}]"`;
    causes.push(forbidden("status.devices", "changing status.devices", permission, first));
  }
  return causes;
}

const verbOf = ({ verb = "update" }: AdmissionAttributes): string => verb;

function forbidden(field: string, what: string, permission: string, why: string): StatusCause {
  const message = `Forbidden: ${what} requires resource=${permission} permission: ${why}`;
  return { reason: "FieldValueForbidden", message, field };
}

type PermissionAttributes = Pick<ResourceAttributes, "verb" | "subresource" | "namespace" | "name">;

/** Returns the message of the denial; undefined if the user has the permission. */
async function denialMessageOf(
  { user, resource, caller }: AdmissionAttributes,
  permissionAttributes: PermissionAttributes,
  { authorizer }: Parts,
) {
  const { group, version } = resource;
  const attributes = {
    kind: "resource",
    group,
    version,
    resource: resource.resource,
    ...permissionAttributes,
  } as const;
  const { opinion, reason, error = "" } = await authorizer().authorize({ user, attributes }, caller);
  if (opinion === "allow") return undefined;
  return refusal({ user, attributes }, [error, reason].filter(Boolean).join(": ")).message;
}

/** Returns the names of the drivers whose devices were added, removed or changed, sorted. */
function changedDrivers(
  { devices: before = [] }: ClaimStatus,
  { devices: after = [] }: ClaimStatus,
): readonly string[] {
  const keyOf = ({ driver, pool, device, shareID = "" }: (typeof before)[number]) =>
    JSON.stringify([driver, pool, device, shareID]);
  const [old, now] = [before, after].map((devices) => new Map(devices.map((device) => [keyOf(device), device])));
  const changed = [...(old ?? []), ...(now ?? [])].filter(
    ([key]) => !old?.has(key) || !now?.has(key) || !semanticEqual(old.get(key), now.get(key)),
  );
  return [...new Set(changed.map(([, { driver = "" }]) => driver))].sort();
}

const serviceAccountName = /^system:serviceaccount:[^:]+:[^:]+$/;

/** Whether the user is a service account whose token is bound to the only node that the claim is allocated for. */
function isAtNode({ user }: AdmissionAttributes, { allocation }: ClaimStatus): boolean {
  const [term, ...otherTerms] = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  const { matchExpressions = [], matchFields: [field, ...otherFields] = [] } = term ?? {};
  const isOneNode = otherTerms.length + matchExpressions.length + otherFields.length === 0;
  if (!isOneNode || field?.key !== "metadata.name" || field.operator !== "In" || field.values?.length !== 1)
    return false;
  const nodes = new Map(Object.entries(user.extra)).get("authentication.kubernetes.io/node-name") ?? [];
  return serviceAccountName.test(user.username) && nodes.length === 1 && nodes[0] === field.values[0];
}
