/**
 * Faults in the resource claim statuses of a pod that kube-apiserver rejects.
 *
 * @module
 */
import type {
  ContainerExtendedResourceRequest,
  PodExtendedResourceClaimStatus,
  PodResourceClaimStatus,
  PodSpec,
} from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import { each, required, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";

const claimName = text(validateDns1123Subdomain);
const requestName = text(validateDns1123Label);

/** Requires that each status belongs to a claim in the pod's spec. */
export function checkClaimStatuses(
  statuses: readonly PodResourceClaimStatus[],
  { resourceClaims = [] }: PodSpec,
  place: Place<readonly PodResourceClaimStatus[]>,
): void {
  const names = new Set(resourceClaims.map(({ name = "" }) => name));
  each(statuses, place, ({ name = "", resourceClaimName }, at) => {
    if (!names.has(name)) {
      const serverText = `${quoteGo(name)}: must match the name of an entry in \`spec.resourceClaims\``;
      at.at("name").invalid("must be the name of an entry in `spec.resourceClaims`", name, { serverText });
    }
    whenSet(resourceClaimName, at.at("resourceClaimName"), claimName);
  });
  for (const { index, first, text: name } of findRepeats(statuses.map((status) => status.name ?? ""))) {
    place.at(index, "name").duplicate(`must be unique; got ${JSON.stringify(name)} again`, place.at(first, "name"));
  }
}

/** Requires that each request mapping is for an extended resource that a container of the pod requests. */
export function checkExtendedClaim(
  { requestMappings, resourceClaimName }: PodExtendedResourceClaimStatus,
  spec: PodSpec,
  place: Place<PodExtendedResourceClaimStatus>,
): void {
  const mappings = place.at("requestMappings");
  if (!requestMappings?.length) mappings.required("at least one request mapping is required");
  each(requestMappings, mappings, (mapping, at) => {
    checkMapping(mapping, spec, at);
    // kube-apiserver's error does not name the mapping.
    requestName(
      mapping.requestName ?? "",
      at.at("requestName").changing((finding) => ({ ...finding, field: place.at("requestName" as never).path })),
    );
  });
  for (const { index, first } of findRepeats((requestMappings ?? []).map(mappingKey))) {
    for (const name of mappingFields) mappings.at(index, name).duplicate("must be unique", mappings.at(first, name));
  }
  required(resourceClaimName, place.at("resourceClaimName"), claimName);
}

const mappingFields = ["containerName", "resourceName", "requestName"] as const;

const mappingKey = (mapping: ContainerExtendedResourceRequest): string =>
  JSON.stringify(mappingFields.map((name) => mapping[name] ?? ""));

function checkMapping(
  { containerName = "", resourceName = "" }: ContainerExtendedResourceRequest,
  { initContainers = [], containers }: PodSpec,
  at: Place<ContainerExtendedResourceRequest>,
): void {
  const container = [...initContainers, ...(containers ?? [])].findLast(({ name }) => name === containerName);
  const refuse = (name: "containerName" | "resourceName", message: string, given: string, wanted: string) =>
    at.at(name).invalid(message, given, { serverText: `${quoteGo(given)}: must match the ${wanted}` });
  if (!container) {
    const wanted = "name of an entry in spec.initContainers.name or spec.containers.name";
    refuse("containerName", "must be the name of a container", containerName, wanted);
  } else if (memberOf(container.resources?.requests, resourceName) === undefined) {
    const wanted =
      "extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
    refuse("resourceName", "must be a resource that the container requests", resourceName, wanted);
  }
}
