/**
 * Admin access to devices that are in use: claims may request it only in a namespace with the label that permits it.
 *
 * @module
 */
import type { ResourceClaim, ResourceClaimTemplate } from "../../api/types/resource-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { invalid } from "../request/failures.ts";
import { type AdmissionPlugin, isForResource, lookUp, type PluginParts } from "./plugin.ts";

const group = "resource.<domain>";
const label = "resource.kubernetes.io/admin-access";
const detail = `admin access to devices requires the \`${label}: true\` label on the containing namespace`;

export const deviceAdminAccess = ({ store }: Pick<PluginParts, "store">): AdmissionPlugin => ({
  async approve(attempt) {
    const field = isForResource(attempt, group, "resourceclaims")
      ? fieldOfClaim(attempt)
      : isForResource(attempt, group, "resourceclaimtemplates")
        ? fieldOfTemplate(attempt)
        : undefined;
    if (field === undefined) return;
    const { namespace, name } = attempt.target;
    const found = (await lookUp(store("", "namespaces"), namespace)) as ApiObject | undefined;
    if (memberOf(found?.metadata.labels, label) === "true") return;
    const { resource, object } = attempt;
    const subject = { group: resource.group, kind: resource.kind, name: object?.metadata.name ?? name };
    throw invalid(subject, [{ reason: "FieldValueForbidden", message: `Forbidden: ${detail}`, field }]);
  },
});

type Spec = NonNullable<ResourceClaim["spec"]>;
type Results = readonly { readonly adminAccess?: boolean }[];

/**
 * Returns the path of the field that requests admin access; undefined if no field does. The spec is checked only on
 * creation, since it is immutable.
 */
function fieldOfClaim({ operation, subresource, object, oldObject }: AdmissionAttributes): string | undefined {
  const { spec, status } = (object ?? {}) as ResourceClaim;
  if (subresource === "" && operation === "CREATE") return fieldOfRequests(spec);
  if (subresource !== "status") return undefined;
  const resultsOf = (claim: ResourceClaim["status"]): Results => claim?.allocation?.devices?.results ?? [];
  if (adminAccessIndex(resultsOf((oldObject as ResourceClaim | undefined)?.status)) >= 0) return undefined;
  const index = adminAccessIndex(resultsOf(status));
  return index < 0 ? undefined : `status.allocation.devices.results[${index}].adminAccess`;
}

function fieldOfTemplate({ operation, object }: AdmissionAttributes): string | undefined {
  const { spec } = (object ?? {}) as ResourceClaimTemplate;
  return operation === "CREATE" ? fieldOfRequests(spec?.spec) : undefined;
}

/** For a template, too, kube-apiserver reports the path as if the spec were that of a claim. */
function fieldOfRequests(spec: Spec | undefined): string | undefined {
  const index = adminAccessIndex((spec?.devices?.requests ?? []).map(({ exactly = {} }) => exactly));
  return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`;
}

const adminAccessIndex = (items: Results): number => items.findIndex(({ adminAccess }) => adminAccess === true);
