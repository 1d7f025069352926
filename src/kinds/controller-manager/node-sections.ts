/**
 * Sections of the controllers of nodes and their devices.
 *
 * @module
 */
import { parseDuration } from "../../lexical/duration.ts";
import { isIpv4, parseIpPrefix } from "../../lexical/ip.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { duration, float64, int32, type Static, struct, text } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

const ipamFields = {
  ServiceCIDR: text({ description: "Range of service addresses; two with a comma for both IP families." }),
  SecondaryServiceCIDR: text({ description: "Range of service addresses of the other IP family." }),
  NodeCIDRMaskSize: int32({ description: "Prefix length of a node's range in a cluster of one family; 0: 24 or 64." }),
  NodeCIDRMaskSizeIPv4: int32({ description: "Prefix length of a node's IPv4 range in a cluster of both; 0: 24." }),
  NodeCIDRMaskSizeIPv6: int32({ description: "Prefix length of a node's IPv6 range in a cluster of both; 0: 64." }),
};
const ipamShape = struct(ipamFields);
type NodeIpam = Static<typeof ipamShape>;

const serviceRanges = rule<NodeIpam>(
  { id: "controller-manager/service-ranges", severity: "error", summary: "there are at most two service ranges" },
  ({ ServiceCIDR: ranges = "" }, place) => {
    const count = ranges.split(",").length;
    if (count <= 2) return;
    place.at("ServiceCIDR").say(`must be at most two ranges; got ${count}`, { value: ranges });
  },
);

const rangeFamilies = rule<NodeIpam>(
  {
    id: "controller-manager/range-families",
    severity: "warning",
    summary: "two service ranges are of different IP families",
  },
  ({ ServiceCIDR: ranges = "", SecondaryServiceCIDR: secondary = "" }, place) => {
    const [first = "", second = ""] = ranges.split(",");
    for (const [name, range] of [
      ["ServiceCIDR", first],
      ["ServiceCIDR", second],
      ["SecondaryServiceCIDR", secondary],
    ] as const) {
      if (range === "" || familyOf(range) !== undefined) continue;
      const help = 'write an address and a prefix length, such as "10.96.0.0/12"';
      place.at(name).say(`must be a range of addresses; got "${range}"`, { help, value: range });
    }
    const other = second === "" ? secondary : second;
    const family = familyOf(first);
    if (family === undefined || family !== familyOf(other)) return;
    const message = `must be of another IP family than "${first}"; both are IPv${family}`;
    place.at(second === "" ? "SecondaryServiceCIDR" : "ServiceCIDR").say(message, { value: other });
  },
);

export const nodeIPAMController = section({
  name: "NodeIPAMController",
  description: "Hands out ranges of pod addresses to nodes.",
  fields: ipamFields,
  rules: [serviceRanges, rangeFamilies],
});

const lifecycleFields = {
  NodeEvictionRate: float64({ description: "Nodes a second that are cleared in a healthy zone." }),
  SecondaryNodeEvictionRate: float64({ description: "Nodes a second that are cleared in an unhealthy zone." }),
  NodeStartupGracePeriod: duration({ description: "How long a starting node may be silent." }),
  NodeMonitorGracePeriod: duration({ description: "How long a running node may be silent." }),
  PodEvictionTimeout: duration({ description: "How long pods stay on a failed node; of no effect today." }),
  LargeClusterSizeThreshold: int32({ description: "Up to so many nodes the secondary rate is 0." }),
  UnhealthyZoneThreshold: float64({ description: "Share of nodes that makes a zone unhealthy, of at least 3." }),
  NodeMonitorPeriod: duration({ description: "Time between two looks at the nodes.", "x-since": "1.37" }),
};
const lifecycleShape = struct(lifecycleFields);

/** A connection that died is noticed after a read was idle for 30 s and a ping unanswered for 15 s. */
const deadConnectionSeconds = 45n;

/** The default before 1.32 was below that bound; nobody is told of a default. */
const graceDefault = (context: RuleContext) => (context.reaches("1.32") ? "50s" : "40s");

const monitorGracePeriod = rule<Static<typeof lifecycleShape>>(
  {
    id: "controller-manager/monitor-grace-period",
    severity: "warning",
    summary: "`nodeMonitorGracePeriod` is longer than it takes to notice a dead HTTP/2 connection",
  },
  ({ NodeMonitorGracePeriod: period = "" }, place, visit) => {
    const parsed = parseDuration(period);
    if (!parsed.ok || parsed.value > deadConnectionSeconds * 1_000_000_000n) return;
    if (period === graceDefault(visit)) return;
    place
      .at("NodeMonitorGracePeriod")
      .say(
        `must be longer than ${deadConnectionSeconds}s, or nodes fail while a connection recovers; got "${period}"`,
        { help: "the default is 50s since 1.32", value: period },
      );
  },
);

export const nodeLifecycleController = section({
  name: "NodeLifecycleController",
  description: "Taints nodes that fail and clears them of pods.",
  fields: lifecycleFields,
  defaults: (context) => ({
    NodeEvictionRate: 0.1,
    SecondaryNodeEvictionRate: 0.01,
    NodeStartupGracePeriod: "1m0s",
    NodeMonitorGracePeriod: graceDefault(context),
    PodEvictionTimeout: "5m0s",
    LargeClusterSizeThreshold: 50,
    UnhealthyZoneThreshold: 0.55,
    ...(context.reaches("1.37") ? { NodeMonitorPeriod: "5s" } : {}),
  }),
  rules: [monitorGracePeriod],
});

export const deviceTaintEvictionController = section({
  name: "DeviceTaintEvictionController",
  description: "Evicts pods whose devices are tainted.",
  since: "1.35",
  fields: { ConcurrentSyncs: count("pods") },
  defaults: { ConcurrentSyncs: 8 },
  bounds: { ConcurrentSyncs: { min: 1 } },
});

export const resourceClaimController = section({
  name: "ResourceClaimController",
  description: "The controller of resource claims.",
  since: "1.36",
  fields: { ConcurrentSyncs: count("resource claims") },
  defaults: { ConcurrentSyncs: 50 },
  bounds: { ConcurrentSyncs: { min: 1 } },
});

function familyOf(range: string): 4 | 6 | undefined {
  const parsed = parseIpPrefix(range.trim());
  if (!parsed.ok) return undefined;
  return isIpv4(parsed.value.address) ? 4 : 6;
}
