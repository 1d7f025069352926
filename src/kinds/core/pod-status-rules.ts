/**
 * Faults in the status of a pod, which the kubelet writes, that kube-apiserver rejects.
 *
 * @module
 */
import type { Pod, PodSpec, PodStatus, PodVolumeHealth } from "../../api/types/core-v1.ts";
import { formatGoJson, showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { required, whenSet } from "../../rule/demand.ts";
import { distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { checkContainerStatuses, checkRestarts } from "./container-status-rules.ts";
import { checkClaimStatuses, checkExtendedClaim } from "./pod-claim-status-rules.ts";
import { checkVolumeHealth } from "./volume-health.ts";

function checkHealth(
  list: readonly PodVolumeHealth[],
  place: Place<readonly PodVolumeHealth[]>,
  { volumes = [] }: PodSpec,
): void {
  const names = new Set(volumes.map(({ name }) => name));
  for (const [index, { name, healthConditions: conditions }] of list.entries()) {
    const at = place.at(index);
    required(name, at.at("name"), (given, own) => {
      if (names.has(given)) return;
      own.say(`must be a volume of the pod; got ${JSON.stringify(given)}`, { cause: "not-found", value: given });
    });
    whenSet(conditions, at.at("healthConditions"), checkVolumeHealth);
  }
  distinct(list, place, ({ name = "" }) => name);
}

const conditionsOfSystem: ReadonlySet<string> = new Set(["PodScheduled", "Ready", "Initialized"]);

const familyOf = (address: string): string => (address.includes(":") ? "IPv6" : "IPv4");

interface Addresses {
  readonly all: readonly string[];
  /** The single address, which must be the first of all. */
  readonly first: string;
  /** The addresses of the stored pod, which may stay regardless of their form. */
  readonly before: readonly string[];
}

function checkForms({ all, before }: Addresses, place: Place, isStrict: boolean): void {
  for (const [index, address] of all.entries()) {
    const { path: field } = place.at(index);
    if (before.includes(address)) continue;
    for (const fault of legacyIpFaults(address, isStrict)) place.at(index, "ip").invalid(fault, address, { field });
  }
}

/** Formats the addresses as Go shows them in errors. */
const shownAddresses = (all: readonly string[]): string =>
  formatGoJson(all.length === 0 ? null : all.map((address) => ({ IP: address })));

function checkFamilies({ all }: Addresses, place: Place): void {
  if (all.length < 2) return;
  const unread = all.findIndex((address) => legacyIpFaults(address, false).length > 0);
  if (unread >= 0) {
    const serverText = `failed to check for dual stack with error:invalid IP[${unread}]: ${all[unread]}`;
    place.say("must be addresses", { cause: "internal", serverText });
  }
  if (unread < 0 && all.length === 2 && new Set(all.map(familyOf)).size === 2) return;
  const serverText = `${shownAddresses(all)}: may specify no more than one IP for each IP family`;
  place.say("must have at most one address of each family", { cause: "invalid", serverText });
}

function checkPodAddresses(addresses: Addresses, place: Place, isStrict: boolean): void {
  checkForms(addresses, place, isStrict);
  checkFamilies(addresses, place);
  const { all, first } = addresses;
  if ((first === "") !== (all.length === 0)) {
    const serverText = `${shownAddresses(all)}: podIP and podIPs must either both be set or both be unset`;
    place.say("must be set together with `podIP`", { cause: "invalid", serverText });
  } else checkFirstAddress(addresses, "podIP", place);
}

function checkHostAddresses(addresses: Addresses, place: Place, isStrict: boolean): void {
  if (addresses.all.length === 0) return;
  checkFirstAddress(addresses, "hostIP", place);
  checkForms(addresses, place, isStrict);
  checkFamilies(addresses, place);
}

function checkFirstAddress({ all: [plural = ""], first }: Addresses, single: string, place: Place): void {
  if (plural === first) return;
  const serverText = `${showGoValue(plural)}: must be equal to \`${single}\``;
  place.at(0, "ip").invalid(`must be ${JSON.stringify(first)}, as \`${single}\``, plural, { serverText });
}

const notNegative = "must be a non-negative integer";

function checkConditions({ conditions = [] }: PodStatus, place: Place<PodStatus>): void {
  for (const [index, { type = "", observedGeneration = 0 }] of conditions.entries()) {
    const at = place.at("conditions", index);
    if (observedGeneration < 0) checkGeneration(observedGeneration, at.at("observedGeneration"));
    if (conditionsOfSystem.has(type)) continue;
    for (const fault of validateQualifiedName(type)) at.at("type").invalid(fault, type);
  }
}

const checkGeneration = (generation: number | bigint, place: Place): void => {
  if (generation < 0) place.invalid("must be 0 or above", generation, { serverText: `${generation}: ${notNegative}` });
};

function checkNominated(
  status: PodStatus,
  { spec = {}, status: before = {} }: Pod,
  place: Place,
  context: RuleContext,
): void {
  const nominated = status.nominatedNodeName ?? "";
  if (nominated === "" || nominated === before.nominatedNodeName) return;
  for (const fault of validateDns1123Subdomain(nominated)) place.invalid(fault, nominated);
  if (!spec.nodeName || !context.isEnabled("ClearingNominatedNodeNameAfterBinding")) return;
  const serverText = "may not be set on pods that are already bound to a node";
  place.forbidden("must be absent when the pod is bound to a node", { serverText });
}

export const podStatusRule = rule<Pod>(
  {
    id: "pod/status",
    severity: "error",
    summary: "pod status has valid addresses, conditions and containers, and the QoS class does not change",
  },
  (pod, place, visit) => {
    const { status = {} } = pod;
    const { oldObject = {}, subresource, isEnabled } = visit;
    if (subresource !== "status") return;
    const { spec: stored = {}, status: before = {} }: Pod = oldObject;
    // Keeps the faults in the order of kube-apiserver's checks, regardless of their fields.
    const at = place.at("status").changing((finding) => ({ ...finding, after: ["status"] }));
    checkConditions(status, at);
    checkNominated(status, oldObject, at.at("nominatedNodeName"), visit);
    checkGeneration(status.observedGeneration ?? 0, at.at("observedGeneration"));
    const { qosClass = "" } = before;
    const given = status.qosClass ?? "";
    if (given !== qosClass) {
      const serverText = `${showGoValue(given)}: field is immutable`;
      at.at("qosClass").invalid(`must stay ${qosClass}`, given, { serverText });
    }
    checkRestarts(pod, oldObject, at, visit);
    whenSet(status.volumeHealth, at.at("volumeHealth"), (list, own) => checkHealth(list, own, stored));
    checkClaimStatuses(status.resourceClaimStatuses ?? [], stored, at.at("resourceClaimStatuses"));
    const { extendedResourceClaimStatus: extended } = status;
    if (extended) checkExtendedClaim(extended, stored, at.at("extendedResourceClaimStatus"));
    const isStrict = isEnabled("StrictIPCIDRValidation");
    const listed = (list: readonly { readonly ip?: string }[] = []) => list.map(({ ip = "" }) => ip);
    const ofPod = { all: listed(status.podIPs), first: status.podIP ?? "", before: listed(before.podIPs) };
    checkPodAddresses(ofPod, at.at("podIPs"), isStrict);
    const ofHost = { all: listed(status.hostIPs), first: status.hostIP ?? "", before: listed(before.hostIPs) };
    checkHostAddresses(ofHost, at.at("hostIPs"), isStrict);
    checkContainerStatuses(pod, stored, at);
  },
);
