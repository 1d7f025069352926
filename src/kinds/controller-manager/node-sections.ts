/**
 * Sections of the controllers for nodes and their devices.
 *
 * @module
 */
import type {
  NodeIPAMControllerConfiguration,
  NodeLifecycleControllerConfiguration,
} from "../../api/types/kubecontrollermanager-v1alpha1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { parseDuration } from "../../text/duration.ts";
import { isIpv4, parseIpPrefix } from "../../text/ip.ts";
import { section } from "./section.ts";

const serviceRanges = rule<NodeIPAMControllerConfiguration>(
  { id: "controller-manager/service-ranges", severity: "error", summary: "there are at most two service ranges" },
  ({ ServiceCIDR: ranges = "" }, place) => {
    const count = ranges.split(",").length;
    if (count <= 2) return;
    place.at("ServiceCIDR").say(`must be at most two ranges; got ${count}`, { value: ranges });
  },
);

const rangeFamilies = rule<NodeIPAMControllerConfiguration>(
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
      place.at(name).say(`must be a CIDR range; got "${range}"`, { help, value: range });
    }
    const other = second === "" ? secondary : second;
    const family = familyOf(first);
    if (family === undefined || family !== familyOf(other)) return;
    const message = `must be of a different IP family than "${first}"; both are IPv${family}`;
    place.at(second === "" ? "SecondaryServiceCIDR" : "ServiceCIDR").say(message, { value: other });
  },
);

export const nodeIPAMController = section("NodeIPAMController", {
  rules: [serviceRanges, rangeFamilies],
});

/**
 * The time until a client notices a dead HTTP/2 connection: 30 s without reads, then 15 s without a response to a ping.
 */
const deadConnectionSeconds = 45n;

/** The default. Before 1.32 it was shorter than `deadConnectionSeconds`; the rule does not report it. */
const defaultGracePeriod = (context: RuleContext) => (context.reaches("1.32") ? "50s" : "40s");

const monitorGracePeriod = rule<NodeLifecycleControllerConfiguration>(
  {
    id: "controller-manager/monitor-grace-period",
    severity: "warning",
    summary: "`nodeMonitorGracePeriod` is longer than it takes to notice a dead HTTP/2 connection",
  },
  ({ NodeMonitorGracePeriod: period = "" }, place, visit) => {
    const parsed = parseDuration(period);
    if (!parsed.ok || parsed.value > deadConnectionSeconds * 1_000_000_000n) return;
    if (period === defaultGracePeriod(visit)) return;
    place
      .at("NodeMonitorGracePeriod")
      .say(
        `must be longer than ${deadConnectionSeconds}s, or nodes become NotReady while a connection recovers; got "${period}"`,
        { help: "the default is 50s since 1.32", value: period },
      );
  },
);

export const nodeLifecycleController = section("NodeLifecycleController", {
  defaults: (context) => ({
    NodeEvictionRate: 0.1,
    SecondaryNodeEvictionRate: 0.01,
    NodeStartupGracePeriod: "1m0s",
    NodeMonitorGracePeriod: defaultGracePeriod(context),
    PodEvictionTimeout: "5m0s",
    LargeClusterSizeThreshold: 50,
    UnhealthyZoneThreshold: 0.55,
    ...(context.reaches("1.37") ? { NodeMonitorPeriod: "5s" } : {}),
  }),
  rules: [monitorGracePeriod],
});

export const deviceTaintEvictionController = section("DeviceTaintEvictionController", {
  since: "1.35",
  defaults: { ConcurrentSyncs: 8 },
  bounds: { ConcurrentSyncs: { min: 1 } },
});

export const resourceClaimController = section("ResourceClaimController", {
  since: "1.36",
  defaults: { ConcurrentSyncs: 50 },
  bounds: { ConcurrentSyncs: { min: 1 } },
});

function familyOf(range: string): 4 | 6 | undefined {
  const parsed = parseIpPrefix(range.trim());
  if (!parsed.ok) return undefined;
  return isIpv4(parsed.value.address) ? 4 : 6;
}
