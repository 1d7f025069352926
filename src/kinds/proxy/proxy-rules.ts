/**
 * Rules of kube-proxy about its configuration. kube-proxy validates only the settings of the selected mode.
 *
 * @module
 */
import type { KubeProxyConfiguration } from "../../api/types/kubeproxy-v1alpha1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { alternatives } from "../../text/alternatives.ts";
import { closest } from "../../text/closest.ts";
import { nanosOf } from "../../text/duration.ts";
import { isPortRange } from "../../text/port-range.ts";
import { featureGateRules } from "../kubelet/feature-gates.ts";
import { isAddress, isAddressRange, isIpv6Text, splitHostPort } from "./host-port.ts";

type ProxyRule = Rule<KubeProxyConfiguration>;

/** Returns the field with the settings of the selected mode; iptables by default. */
const modeFieldOf = ({ mode }: KubeProxyConfiguration) => (mode === "ipvs" || mode === "nftables" ? mode : "iptables");

/** Modes on Linux, with the feature gate that each needs in releases that have the gate. */
const gateByMode: Readonly<Record<string, string | undefined>> = {
  iptables: undefined,
  ipvs: "KubeProxyIPVS",
  nftables: "NFTablesProxyMode",
};

const isGateOff = (gate: string | undefined, { gateState, isEnabled }: RuleContext): boolean =>
  gate !== undefined && gateState(gate) !== undefined && !isEnabled(gate);

const mode = rule<KubeProxyConfiguration>(
  {
    id: "proxy/mode",
    severity: "error",
    cause: "unsupported",
    summary: "the operating system and the release support the `mode`",
  },
  ({ mode: found = "", windowsRunAsService }, place, visit) => {
    if (found === "" || (found === "kernelspace" && windowsRunAsService)) return;
    const accepted = Object.keys(gateByMode).filter((name) => !isGateOff(gateByMode[name], visit));
    if (accepted.includes(found)) return;
    const message = `must be one of ${accepted.map((name) => `"${name}"`).join(", ")} or empty; got ${JSON.stringify(found)}`;
    const meant = closest(found, accepted);
    const at = place.at("mode");
    if (found === "kernelspace") {
      at.say("is supported only on Windows; on Linux kube-proxy does not start", { severity: "warning", value: found });
    } else at.say(message, { value: found, ...(meant ? { help: `did you mean \`${meant}\`?` } : {}) });
  },
);

interface NumberBound {
  readonly path: FieldPath;
  readonly getValue: (config: KubeProxyConfiguration) => number | undefined;
  readonly min: number;
  readonly max?: number;
}

const numbers: readonly NumberBound[] = [
  { path: ["iptables", "masqueradeBit"], getValue: ({ iptables }) => iptables?.masqueradeBit, min: 0, max: 31 },
  {
    path: ["nftables", "masqueradeBit"],
    getValue: ({ mode: chosen, nftables }) => (chosen === "nftables" ? nftables?.masqueradeBit : undefined),
    min: 0,
    max: 31,
  },
  { path: ["oomScoreAdj"], getValue: ({ oomScoreAdj }) => oomScoreAdj, min: -1000, max: 1000 },
  { path: ["conntrack", "maxPerCore"], getValue: ({ conntrack }) => conntrack?.maxPerCore, min: 0 },
  { path: ["conntrack", "min"], getValue: ({ conntrack }) => conntrack?.min, min: 0 },
];

const numberRange = rule<KubeProxyConfiguration>(
  { id: "proxy/number-range", severity: "error", summary: "numbers are within kube-proxy's bounds" },
  (config, place) => {
    for (const { path, getValue, min, max } of numbers) {
      const value = getValue(config);
      if (value === undefined || (value >= min && value <= (max ?? value))) continue;
      const bounds = max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
      place.along(path).say(`must be ${bounds}; got ${value}`, { value });
    }
  },
);

const conntrackTimes = ["tcpEstablishedTimeout", "tcpCloseWaitTimeout", "udpTimeout", "udpStreamTimeout"] as const;
const ipvsTimes = ["tcpTimeout", "tcpFinTimeout", "udpTimeout"] as const;

const timeouts = rule<KubeProxyConfiguration>(
  { id: "proxy/timeouts", severity: "error", summary: "conntrack timeouts are not negative" },
  (config, place) => {
    const { conntrack = {}, ipvs = {} } = config;
    const found = [
      ...conntrackTimes.map((name) => ({ path: ["conntrack", name], text: conntrack[name] })),
      ...(config.mode === "ipvs" ? ipvsTimes.map((name) => ({ path: ["ipvs", name], text: ipvs[name] })) : []),
    ];
    for (const { path, text } of found) {
      if ((nanosOf(text) ?? 0n) < 0n) place.along(path).say(`must not be negative; got "${text}"`);
    }
  },
);

const syncPeriods = rule<KubeProxyConfiguration>(
  {
    id: "proxy/sync-periods",
    severity: "error",
    summary: "sync periods are above 0, and `minSyncPeriod` is at most `syncPeriod`",
  },
  (config, place) => {
    const name = modeFieldOf(config);
    const { syncPeriod, minSyncPeriod } = config[name] ?? {};
    const longest = nanosOf(syncPeriod) ?? 0n;
    const shortest = nanosOf(minSyncPeriod) ?? 0n;
    if ((nanosOf(config.configSyncPeriod) ?? 0n) <= 0n) {
      place.at("configSyncPeriod").say(`must be above 0; got "${config.configSyncPeriod}"`);
    }
    if (longest <= 0n) place.at(name, "syncPeriod").say(`must be above 0; got "${syncPeriod}"`);
    if (shortest < 0n) {
      place.at(name, "minSyncPeriod").say(`must not be negative; got "${minSyncPeriod}"`);
    }
    if (shortest > longest) {
      const message = `must not be shorter than \`minSyncPeriod\` (${minSyncPeriod}); got "${syncPeriod}"`;
      place.at(name, "syncPeriod").say(message, { see: place.at(name, "minSyncPeriod").note("the shortest period") });
    }
  },
);

const maxPort = 65_535;

const addresses = rule<KubeProxyConfiguration>(
  {
    id: "proxy/addresses",
    severity: "error",
    summary: "bind addresses are IP addresses, and listen addresses have an IP address and a port",
  },
  (config, place) => {
    const { bindAddress = "" } = config;
    if (!isAddress(bindAddress)) {
      place.at("bindAddress").invalid("must be an IP address", bindAddress);
    }
    for (const name of ["healthzBindAddress", "metricsBindAddress"] as const) {
      const text = config[name] ?? "";
      const fault = hostPortFault(text);
      if (fault) place.at(name).invalid(`must be an IP address with a port; ${fault}`, text);
    }
  },
);

function hostPortFault(text: string): string | undefined {
  const split = splitHostPort(text);
  if (!split) return "an IPv6 address needs brackets";
  if (!isAddress(split.host)) return "a host name is not an IP address";
  const isPort = /^[-+]?\d{1,9}$/.test(split.port) && Number(split.port) >= 1 && Number(split.port) <= maxPort;
  return isPort ? undefined : `the port is from 1 to ${maxPort}`;
}

/** Returns the keywords that represent addresses of the node. */
function keywordsOf({ reaches }: RuleContext): readonly string[] {
  if (reaches("1.37")) return ["primary", "localhost", "all"];
  return reaches("1.31") ? ["primary"] : [];
}

const nodePortAddresses = rule<KubeProxyConfiguration>(
  {
    id: "proxy/node-port-addresses",
    severity: "error",
    summary: "`nodePortAddresses` are CIDR ranges, or keywords that the release supports, such as `primary`",
  },
  ({ nodePortAddresses: found = [] }, place, visit) => {
    const keywords = keywordsOf(visit);
    const mayMix = visit.reaches("1.37");
    for (const [index, text] of found.entries()) {
      const at = place.at("nodePortAddresses", index);
      if (!keywords.includes(text)) {
        if (!isAddressRange(text)) at.say(`${rangeMessage(keywords)}; got ${JSON.stringify(text)}`, { value: text });
      } else if (!mayMix && found.length > 1) {
        // kube-proxy only reads the first item.
        return at.say(`"${text}" must be the only item before 1.37`, { value: text });
      } else if (found.indexOf(text) < index) {
        at.say(`"${text}" is listed already`, { cause: "duplicate", value: text });
      }
    }
  },
);

function rangeMessage(keywords: readonly string[]): string {
  const words = alternatives(keywords.map((word) => `"${word}"`));
  return `must be a range such as 10.0.0.0/8${words === "" ? "" : `, or ${words}`}`;
}

const portRange = rule<KubeProxyConfiguration>(
  { id: "proxy/port-range", severity: "error", summary: "before 1.31, `portRange` is a range of ports" },
  ({ portRange: found = "" }, place, { reaches }) => {
    if (reaches("1.31") || isPortRange(found)) return;
    place.at("portRange").invalid("must be ports such as 300-2000", found, {
      help: "remove it: kube-proxy does not use it",
    });
  },
);

const excludedRanges = rule<KubeProxyConfiguration>(
  { id: "proxy/excluded-ranges", severity: "error", summary: "`excludeCIDRs` of IPVS are CIDR ranges" },
  ({ mode: chosen, ipvs }, place) => {
    if (chosen !== "ipvs") return;
    for (const [index, text] of (ipvs?.excludeCIDRs ?? []).entries()) {
      if (isAddressRange(text)) continue;
      const message = `must be a range such as 10.0.0.0/8; got ${JSON.stringify(text)}`;
      place.at("ipvs", "excludeCIDRs", index).say(message, { value: text });
    }
  },
);

const localModes: readonly string[] = ["ClusterCIDR", "NodeCIDR", "BridgeInterface", "InterfaceNamePrefix"];

const detectLocal = rule<KubeProxyConfiguration>(
  {
    id: "proxy/detect-local",
    severity: "error",
    summary: "`detectLocalMode` is a known mode, and the setting that the mode needs is present",
  },
  ({ detectLocalMode: found = "", detectLocal: settings = {}, clusterCIDR = "" }, place, { reaches }) => {
    if (found !== "" && !localModes.includes(found)) {
      const message = `must be one of ${localModes.map((name) => `"${name}"`).join(", ")}; got ${JSON.stringify(found)}`;
      const meant = closest(found, localModes);
      const help = meant ? { help: `did you mean \`${meant}\`?` } : {};
      place.at("detectLocalMode").say(message, { cause: "unsupported", value: found, ...help });
    }
    const needed =
      found === "BridgeInterface"
        ? "bridgeInterface"
        : found === "InterfaceNamePrefix"
          ? "interfaceNamePrefix"
          : undefined;
    if (needed && !settings[needed]) {
      place.at("detectLocal", needed).required(`\`${needed}\` must be set for ${found}`);
    }
    const isRead = found === "ClusterCIDR" || !reaches("1.31");
    const fault = isRead && clusterCIDR !== "" ? rangesFault(clusterCIDR.split(",")) : undefined;
    if (fault) place.at("clusterCIDR").invalid(fault, clusterCIDR);
  },
);

function rangesFault(texts: readonly string[]): string | undefined {
  if (texts.length > 2) return "must be one or two ranges";
  if (!texts.every(isAddressRange)) return "must be ranges such as 10.0.0.0/8";
  const families = new Set(texts.map(isIpv6Text));
  return texts.length === 2 && families.size === 1 ? "two ranges must be of different IP families" : undefined;
}

const hiddenMetrics = rule<KubeProxyConfiguration>(
  {
    id: "proxy/hidden-metrics",
    severity: "error",
    summary: "kube-proxy: `showHiddenMetricsForVersion` is the previous minor release",
  },
  ({ showHiddenMetricsForVersion: found = "" }, place, { target }) => {
    const previous = `1.${Number(target.split(".")[1]) - 1}`;
    if (found === "" || found === previous) return;
    const message = `must be "${previous}", the release before ${target}; got ${JSON.stringify(found)}`;
    place.at("showHiddenMetricsForVersion").say(message, { value: found });
  },
);

const gates = featureGateRules.map((rule) => ({
  ...rule,
  id: rule.id.replace("kubelet/", "proxy/"),
  summary: `kube-proxy: ${rule.summary}`,
}));

export const proxyRules: readonly ProxyRule[] = [
  ...gates,
  mode,
  numberRange,
  timeouts,
  syncPeriods,
  addresses,
  nodePortAddresses,
  portRange,
  excludedRanges,
  detectLocal,
  hiddenMetrics,
];
