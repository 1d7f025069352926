/**
 * Faults in the container statuses of a pod, which the kubelet writes, that kube-apiserver rejects.
 *
 * @module
 */
import type {
  Container,
  ContainerStatus,
  Pod,
  PodExtendedResourceClaimStatus,
  PodSpec,
  PodStatus,
  ResourceHealth,
  ResourceStatus,
} from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMostBytes, each, inRange, required, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { parseQuantity, quantitySign } from "../../text/quantity.ts";

type List = "containerStatuses" | "initContainerStatuses" | "ephemeralContainerStatuses";

const lists: readonly List[] = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

/** @param spec - the stored spec of the pod, whose containers count */
export function checkContainerStatuses({ status = {} }: Pod, spec: PodSpec, place: Place<PodStatus>): void {
  for (const list of lists) each(status[list], place.at(list), (item, at) => checkUser(item, spec, at));
  const extended = status.extendedResourceClaimStatus;
  for (const list of lists)
    each(status[list], place.at(list), (item, at) => checkResources(item, { list, spec, extended }, at));
}

/**
 * Reports terminated containers that run again although their restart policy forbids it.
 *
 * @param before - the stored pod
 */
export function checkRestarts(pod: Pod, before: Pod, place: Place<PodStatus>, context: RuleContext): void {
  const { spec = {} } = before;
  for (const list of lists) {
    const now = pod.status?.[list] ?? [];
    for (const [index, { name = "", state }] of (before.status?.[list] ?? []).entries()) {
      if (!state?.terminated) continue;
      const isAgain = now.some((status) => status.name === name && !status.state?.terminated);
      if (!isAgain || mayRestart({ list, spec, context }, name, state.terminated.exitCode ?? 0)) continue;
      place
        .at(list, index, "state")
        .forbidden("a container that has ended must not run again under its restart policy", {
          serverText: "may not be transitioned to non-terminated state",
        });
    }
  }
}

interface Restart {
  readonly list: List;
  readonly spec: PodSpec;
  readonly context: RuleContext;
}

function mayRestart({ list, spec, context }: Restart, name: string, exitCode: number): boolean {
  if (list === "ephemeralContainerStatuses") return false;
  const { initContainers = [] } = spec;
  const containers = spec.containers ?? [];
  if (
    context.isEnabled("RestartAllContainersOnContainerExits") &&
    [...initContainers, ...containers].some(hasRestartAllRule)
  ) {
    return true;
  }
  const container = (list === "containerStatuses" ? containers : initContainers).find((each) => each.name === name);
  return container !== undefined && restartsAfterExit(container, spec, exitCode);
}

const hasRestartAllRule = ({ restartPolicyRules = [] }: Container): boolean =>
  restartPolicyRules.some(({ action }) => action === "RestartAllContainers");

function restartsAfterExit(
  { restartPolicy, restartPolicyRules = [] }: Container,
  spec: PodSpec,
  exitCode: number,
): boolean {
  if (restartPolicy !== undefined) {
    const matching = restartPolicyRules.find(({ exitCodes }) => {
      const { operator, values = [] } = exitCodes ?? {};
      return operator === "In" ? values.includes(exitCode) : operator === "NotIn" && !values.includes(exitCode);
    });
    if (matching?.action === "Restart") return true;
  }
  switch (restartPolicy ?? spec.restartPolicy) {
    case "Never":
      return false;
    case "OnFailure":
      return exitCode !== 0;
    default:
      return true;
  }
}

const maxUserId = 2 ** 32 - 1;
const maxGroupId = 2 ** 31 - 1;

function checkUser({ user }: ContainerStatus, { os }: PodSpec, place: Place<ContainerStatus>): void {
  const linux = user?.linux;
  if (!linux) return;
  const at = place.at("user", "linux");
  if (os?.name === "windows") {
    at.forbidden("`linux` must be absent in a Windows pod");
    return;
  }
  inRange(0, maxUserId)(linux.uid ?? 0, at.at("uid"));
  inRange(0, maxGroupId)(linux.gid ?? 0, at.at("gid"));
  each(linux.supplementalGroups, at.at("supplementalGroups"), inRange(0, maxGroupId));
}

interface Claimed {
  readonly list: List;
  readonly spec: PodSpec;
  readonly extended: PodExtendedResourceClaimStatus | undefined;
}

/** Reports allocated resources that the container does not request. */
function checkResources(status: ContainerStatus, claimed: Claimed, place: Place<ContainerStatus>): void {
  const { name, allocatedResourcesStatus: resources } = status;
  const at = place.at("allocatedResourcesStatus");
  const { list, spec, extended } = claimed;
  if (list === "ephemeralContainerStatuses") {
    if ((resources ?? []).length > 0) {
      const serverText = "must not be specified in container status";
      at.forbidden("must be absent for ephemeral containers", { serverText });
    }
    return;
  }
  const containers = (list === "containerStatuses" ? spec.containers : spec.initContainers) ?? [];
  const container = containers.find((each) => each.name === name);
  each(resources, at, (resource, item) => {
    if (container) checkResourceName(resource, container, extended, item);
    checkHealth(resource.resources ?? [], item.at("resources"));
  });
}

const claimPrefix = "claim:";
const unknownClaim =
  "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty";

function checkResourceName(
  { name = "" }: ResourceStatus,
  container: Container,
  extended: PodExtendedResourceClaimStatus | undefined,
  place: Place<ResourceStatus>,
): void {
  const { claims = [], requests } = container.resources ?? {};
  if (!name.startsWith(claimPrefix)) {
    if (memberOf(requests, name) === undefined) {
      const serverText = `${showGoValue(name)}: must match one of the container's resource requests`;
      place.at("name").invalid("must be a resource that the container requests", name, { serverText });
    }
    return;
  }
  const names = claims.map((claim) => `${claimPrefix}${[claim.name ?? "", claim.request].filter(Boolean).join("/")}`);
  if (names.includes(name) || extendedNames(extended, container).includes(name)) return;
  const message = "must name a claim of the container, as `claim:NAME` or `claim:NAME/REQUEST`";
  place.at("name").invalid(message, name, { serverText: `${showGoValue(name)}: ${unknownClaim}` });
}

/** Returns the names of the claim requests that were made for the container's extended resources. */
function extendedNames(extended: PodExtendedResourceClaimStatus | undefined, { name, resources }: Container): string[] {
  const { resourceClaimName, requestMappings } = extended ?? {};
  if (!resourceClaimName) return [];
  return (requestMappings ?? [])
    .filter(({ containerName, resourceName = "" }) => {
      const amount = parseQuantity(memberOf(resources?.requests, resourceName) ?? "0");
      return containerName === name && amount.ok && quantitySign(amount.value) !== 0;
    })
    .map(({ requestName = "" }) => `${claimPrefix}${resourceClaimName}/${requestName}`);
}

const healthStates = ["Healthy", "Unhealthy", "Unknown"];
const maxHealthMessageBytes = 1024;

function checkHealth(resources: readonly ResourceHealth[], place: Place<readonly ResourceHealth[]>): void {
  each(resources, place, ({ health = "", message }, at) => {
    if (!healthStates.includes(health)) at.at("health").unsupported(healthStates, health);
    whenSet(message, at.at("message"), (value, item) => required(value, item, atMostBytes(maxHealthMessageBytes)));
  });
  for (const { index, first, text } of findRepeats(resources.map(({ resourceID = "" }) => resourceID))) {
    place
      .at(index, "resourceID")
      .duplicate(`must be unique; got ${JSON.stringify(text)} again`, place.at(first, "resourceID"));
  }
}
