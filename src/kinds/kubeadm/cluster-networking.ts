/**
 * The IP ranges of a cluster, and its DNS domain.
 *
 * @module
 */
import type { ClusterConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { bitLength, formatIpPrefix, type IpPrefix, isIpv4 } from "../../text/ip.ts";
import { legacyPrefix } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { lastArgument } from "./extra-arguments.ts";

/** The minimum number of addresses in a range. */
const minServiceAddresses = 10;
const minPodAddresses = 14;
/** The maximum number of host bits in a service range. */
const maxServiceBits = 20;
/** The maximum difference between the mask of a node's range and that of the pod range, in bits. */
const maxNodeBits = 16;
const nodeMaskIpv4 = 24;
const nodeMaskIpv6 = 64;

export const dnsDomain = rule<ClusterConfiguration>(
  { id: "kubeadm/dns-domain", severity: "error", summary: "`networking.dnsDomain` is a DNS name" },
  ({ networking }, place) => {
    const domain = networking?.dnsDomain || "cluster.local";
    for (const fault of validateDns1123Subdomain(domain)) place.at("networking", "dnsDomain").invalid(fault, domain);
  },
);

export const subnets = rule<ClusterConfiguration>(
  {
    id: "kubeadm/subnets",
    severity: "error",
    summary: "`serviceSubnet` and `podSubnet` are one range, or one range per IP family, of a valid size",
  },
  (config, place) => {
    const { serviceSubnet = "", podSubnet = "" } = config.networking ?? {};
    const atServices = place.at("networking", "serviceSubnet");
    for (const range of rangesIn(serviceSubnet, atServices, minServiceAddresses)) {
      const least = bitLength(range.address) - maxServiceBits;
      if (range.bits < least) atServices.invalid(`must have a mask of /${least} or longer`, formatIpPrefix(range));
    }
    const atPods = place.at("networking", "podSubnet");
    const ranges = rangesIn(podSubnet, atPods, minPodAddresses);
    const { extraArgs } = config.controllerManager ?? {};
    if (lastArgument(extraArgs, "allocate-node-cidrs")?.value === "false") return;
    for (const range of ranges) fitsNodes(range, extraArgs, atPods);
  },
);

function rangesIn(text: string, place: Place, minAddresses: number): readonly IpPrefix[] {
  if (text === "") return [];
  const ranges = text
    .split(",")
    .map(legacyPrefix)
    .filter((range) => range !== undefined);
  const count = text.split(",").length;
  const families = new Set(ranges.map(({ address }) => bitLength(address)));
  if (ranges.length < count) {
    place.invalid("must be CIDR ranges, separated by commas without spaces", text);
    return [];
  }
  if (count > 2 || families.size < count) place.invalid("must be one range, or one of IPv4 and one of IPv6", text);
  for (const range of ranges) {
    const size = sizeOf(range);
    if (size < minAddresses) {
      place.invalid(`must have at least ${minAddresses} addresses in each range`, formatIpPrefix(range));
    }
  }
  return ranges;
}

/** Returns the number of addresses in a range as kubeadm computes it: 0 for all of IPv4, or half of it. */
function sizeOf({ address, bits }: IpPrefix): number {
  const free = bitLength(address) - bits;
  return free >= bitLength(address) - 1 ? 0 : 2 ** free;
}

/** Reports a pod range that cannot be divided into ranges for the nodes. */
function fitsNodes(range: IpPrefix, extraArgs: unknown, place: Place): void {
  const flag = isIpv4(range.address) ? "node-cidr-mask-size-ipv4" : "node-cidr-mask-size-ipv6";
  const given = lastArgument(extraArgs, flag)?.value || String(isIpv4(range.address) ? nodeMaskIpv4 : nodeMaskIpv6);
  if (!/^[+-]?\d+$/.test(given)) {
    place.say(
      `cannot be judged: --${flag} of kube-controller-manager must be an integer; got ${JSON.stringify(given)}`,
    );
    return;
  }
  const nodeMask = Number(given);
  const text = formatIpPrefix(range);
  if (range.bits > nodeMask) place.invalid(`must have a mask of /${nodeMask} or shorter, that of each node`, text);
  else if (nodeMask - range.bits > maxNodeBits) {
    place.invalid(`must have a mask of /${nodeMask - maxNodeBits} or longer: each node gets a /${nodeMask}`, text);
  }
}
