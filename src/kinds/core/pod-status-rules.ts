/**
 * Faults that the API server refuses in the status that a kubelet writes of a pod.
 *
 * @module
 */
import type { Pod } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { parseLegacyIp } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import { checkContainerStatuses } from "./container-status-rules.ts";
import { checkClaimStatuses, checkExtendedClaim } from "./pod-claim-status-rules.ts";

const conditionsOfSystem: ReadonlySet<string> = new Set(["PodScheduled", "Ready", "Initialized"]);

const familyOf = (address: string): string => (address.includes(":") ? "IPv6" : "IPv4");

/** The single address is the first of the several ones. */
function checkAddresses(addresses: readonly string[], first: string, place: Place, isStrict: boolean): void {
  for (const [index, address] of addresses.entries()) {
    const { path: field } = place.at(index);
    for (const fault of parseLegacyIp(address, isStrict)) place.at(index, "ip").invalid(fault, address, { field });
  }
  if (addresses.length > 1 && (addresses.length > 2 || new Set(addresses.map(familyOf)).size < 2)) {
    place.say("must have at most one address of each family");
  }
  const [plural = ""] = addresses;
  if (plural !== first) place.at(0, "ip").invalid(`must be ${JSON.stringify(first)}, as \`podIP\``, plural);
}

export const podStatusFollows = rule<Pod>(
  {
    id: "pod/status",
    severity: "error",
    summary: "pod status has valid addresses, conditions and containers, and the QoS class does not change",
  },
  (pod, place, visit) => {
    const { status = {} } = pod;
    const { oldObject, subresource, isEnabled } = visit;
    if (subresource !== "status") return;
    const { spec: stored = {}, status: before = {} }: Pod = oldObject ?? {};
    const at = place.at("status");
    if ((status.observedGeneration ?? 0) < 0) {
      at.at("observedGeneration").invalid("must be 0 or above", status.observedGeneration ?? 0);
    }
    const { qosClass = "" } = before;
    const given = status.qosClass ?? "";
    if (given !== qosClass) {
      const serverText = `${showGoValue(given)}: field is immutable`;
      at.at("qosClass").invalid(`must stay ${qosClass}`, given, { serverText });
    }
    for (const [index, { type = "", observedGeneration = 0 }] of (status.conditions ?? []).entries()) {
      const item = at.at("conditions", index);
      if (observedGeneration < 0) item.at("observedGeneration").invalid("must be 0 or above", observedGeneration);
      if (conditionsOfSystem.has(type)) continue;
      for (const fault of validateQualifiedName(type)) item.at("type").invalid(fault, type);
    }
    const isStrict = isEnabled("StrictIPCIDRValidation");
    const ips = (status.podIPs ?? []).map(({ ip = "" }) => ip);
    checkAddresses(ips, status.podIP ?? "", at.at("podIPs"), isStrict);
    const hostIps = (status.hostIPs ?? []).map(({ ip = "" }) => ip);
    if (hostIps.length > 0) checkAddresses(hostIps, status.hostIP ?? "", at.at("hostIPs"), isStrict);
    checkClaimStatuses(status.resourceClaimStatuses ?? [], stored, at.at("resourceClaimStatuses"));
    const { extendedResourceClaimStatus: extended } = status;
    if (extended) checkExtendedClaim(extended, stored, at.at("extendedResourceClaimStatus"));
    checkContainerStatuses(pod, oldObject ?? {}, at, visit);
    const nominated = status.nominatedNodeName ?? "";
    if (nominated === "" || nominated === before.nominatedNodeName) return;
    const node = at.at("nominatedNodeName");
    for (const fault of validateDns1123Subdomain(nominated)) node.invalid(fault, nominated);
    if (stored.nodeName && isEnabled("ClearingNominatedNodeNameAfterBinding")) {
      node.forbidden("must be absent when the pod is bound to a node");
    }
  },
);
