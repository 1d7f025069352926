/**
 * v1 Service: a stable address for a set of pods.
 *
 * @module
 */
import type { Service, ServicePort, ServiceSpec } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatJson } from "../../json/format-json.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { each, inRange, whenSet } from "../../rule/demand.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Extra, Place } from "../../rule/place.ts";
import { emptyRepeats, type UniqueOptions, unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { legacyCidrFaults, legacyIpFaults } from "../../text/legacy-ip.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePortName,
  validateQualifiedName,
} from "../../text/names.ts";
import { kind } from "../kind.ts";
import { labelFindings } from "../meta/labels.ts";
import { separateStatusStrategy } from "../meta/stored-part.ts";
import { addressAdviceInfo, adviseOnCidr, adviseOnIp } from "./address-advice.ts";
import { endpointAddress } from "./endpoint-address.ts";
import { loadBalancerStatus } from "./load-balancer-status.ts";
import { serviceColumns } from "./resource-columns.ts";
import { addressesOf, familyOf, isExternal, isHeadless, needsHealthCheck } from "./service-spec.ts";
import { prepareServiceCreation, prepareServiceUpdate } from "./service-strategy.ts";

const maxPort = 65535;
const portNumber = inRange(1, maxPort);
const maxAffinitySeconds = 86_400;
const defaultAffinitySeconds = 10_800;

function port(item: ServicePort, place: Place<ServicePort>, { ports = [] }: ServiceSpec): void {
  if (ports.length > 1 && !item.name)
    place.at("name").required("`name` must be set if there are several ports", { serverText: "" });
  for (const fault of item.name ? validateDns1123Label(item.name) : [])
    place.at("name").invalid(fault, item.name ?? "");
  const { port: number = 0, targetPort = 0, appProtocol } = item;
  if (targetPort !== number) portNumber(number, place.at("port"));
  else if (number < 1 || number > maxPort) {
    // The default of `targetPort` is the port, so a fault of both is one finding.
    const also = [{ field: place.at("targetPort").path }];
    place.at("port").invalid(`must be from 1 to ${maxPort}`, number, { also });
  }
  if (typeof targetPort === "string") {
    for (const fault of validatePortName(targetPort)) place.at("targetPort").invalid(fault, targetPort);
  } else if (targetPort !== number) portNumber(targetPort, place.at("targetPort"));
  for (const fault of appProtocol === undefined ? [] : validateQualifiedName(appProtocol)) {
    place.at("appProtocol").invalid(fault, appProtocol ?? "");
  }
}

const uniqueNames: UniqueOptions<ServicePort> = {
  textOf: ({ name }) => name,
  placeOf: (item) => item.at("name"),
  message: (name) => `must be unique; got ${JSON.stringify(name)} again`,
};

const uniquePorts: UniqueOptions<ServicePort> = {
  textOf: (item) => `${item.protocol ?? ""} ${item.port ?? 0}`,
  placeOf: (item) => item,
  message: (text) => `protocol and port must be unique; got ${text} again`,
};

/** Formats a port as kube-apiserver's error shows it, with only the fields that must be unique. */
const portText = (door: ServicePort | undefined): string =>
  showGoValue(
    new Map<string, unknown>([
      ["Name", ""],
      ["Protocol", door?.protocol ?? ""],
      ["AppProtocol", null],
      ["Port", door?.port ?? 0],
      ["TargetPort", 0],
      ["NodePort", 0],
    ]),
  );

const uniqueNodePorts: UniqueOptions<ServicePort> = {
  textOf: ({ protocol = "", nodePort = 0 }) => (nodePort === 0 ? undefined : `${protocol} ${nodePort}`),
  placeOf: (item) => item.at("nodePort"),
  message: (text) => `must be unique; got ${text} again`,
};

const ports = rule<Service>(
  {
    id: "service/ports",
    severity: "error",
    summary: "ports are valid and unique; if there are several, each has a name",
  },
  ({ spec = {} }, place) => {
    const at = place.at("spec", "ports");
    const list = spec.ports ?? [];
    if (list.length === 0 && !isHeadless(spec) && spec.type !== "ExternalName")
      at.required("must have at least one port");
    each(list, at, (item, own) => port(item, own, spec));
    unique(list, at, uniqueNames);
    unique(
      list,
      at.changing((finding) => {
        const index = Number(finding.path.at(-1));
        return { ...finding, serverText: portText(list[index]), after: ["spec", "repeatedPorts", index] };
      }),
      uniquePorts,
    );
    if (list.every(({ nodePort = 0 }) => nodePort === 0)) return;
    unique(
      list,
      at.changing((finding) => ({ ...finding, after: ["spec", "repeatedNodePorts", Number(finding.path.at(-2))] })),
      uniqueNodePorts,
    );
    list.forEach(({ nodePort = 0 }, index) => {
      if (spec.type === "ClusterIP" && nodePort !== 0) {
        at.at(index, "nodePort").forbidden('`nodePort` must be absent while `type` is "ClusterIP"', {
          help: "write `type: NodePort` or `type: LoadBalancer`",
          serverText: "may not be used when `type` is 'ClusterIP'",
          after: ["spec", "unfitNodePorts", index],
        });
      }
    });
  },
);

const selector = rule<Service>(
  { id: "service/selector", severity: "error", summary: "selector labels are valid" },
  ({ spec }, place) => {
    const at = place.at("spec", "selector");
    at.pass(labelFindings(spec?.selector));
  },
);

const affinitySeconds = inRange(1, maxAffinitySeconds);

const sessionAffinity = rule<Service>(
  {
    id: "service/session-affinity",
    severity: "error",
    summary: "the session affinity timeout is from 1 to 86400 seconds",
  },
  ({ spec = {} }, place) => {
    const { sessionAffinity: affinity, sessionAffinityConfig: config } = spec;
    if (affinity === "ClientIP") {
      const at = place.at("spec", "sessionAffinityConfig", "clientIP");
      const seconds = config?.clientIP?.timeoutSeconds;
      const serverText = `${seconds}: must be greater than 0 and less than ${maxAffinitySeconds}`;
      whenSet(
        seconds,
        at.at("timeoutSeconds").changing((finding) => ({ ...finding, serverText })),
        affinitySeconds,
      );
    }
  },
);

/**
 * Returns the set fields that only load balancers may have. Reads them by name: a loop took a tenth of the time of a
 * Service.
 */
function loadBalancerFields(spec: ServiceSpec): readonly (keyof ServiceSpec)[] {
  const found: (keyof ServiceSpec)[] = [];
  if (spec.loadBalancerClass !== undefined) found.push("loadBalancerClass");
  if (spec.allocateLoadBalancerNodePorts !== undefined) found.push("allocateLoadBalancerNodePorts");
  if (spec.loadBalancerSourceRanges?.length) found.push("loadBalancerSourceRanges");
  return found;
}

function fieldsForbiddenInExternalName(spec: ServiceSpec): readonly (keyof ServiceSpec)[] {
  const found: (keyof ServiceSpec)[] = [];
  if (addressesOf(spec).length > 0) found.push(spec.clusterIP ? "clusterIP" : "clusterIPs");
  if (spec.ipFamilies?.length) found.push("ipFamilies");
  if (spec.ipFamilyPolicy) found.push("ipFamilyPolicy");
  return found;
}

const typeFields = rule<Service>(
  {
    id: "service/type-fields",
    severity: "error",
    summary: "a Service has the fields that its type requires, and no others",
  },
  ({ spec = {} }, place) => {
    const at = place.at("spec");
    if (spec.type === "ExternalName") {
      if (!spec.externalName) at.at("externalName").required();
      for (const name of fieldsForbiddenInExternalName(spec)) {
        // kube-apiserver copies the address to the list first, so its error names the list.
        const { path: field } = at.at(name === "clusterIP" ? "clusterIPs" : name);
        const serverText = "may not be set for ExternalName services";
        at.at(name).forbidden(`\`${name}\` must be absent while \`type\` is "ExternalName"`, { field, serverText });
      }
      const name = (spec.externalName ?? "").replace(/\.$/, "");
      for (const fault of name === "" ? [] : validateDns1123Subdomain(name)) at.at("externalName").invalid(fault, name);
    }
    if (spec.type !== "LoadBalancer") {
      for (const name of loadBalancerFields(spec)) {
        at.at(name).forbidden(`\`${name}\` must be absent unless \`type\` is "LoadBalancer"`);
      }
    } else if (spec.loadBalancerClass !== undefined) {
      for (const fault of validateQualifiedName(spec.loadBalancerClass)) {
        at.at("loadBalancerClass").invalid(fault, spec.loadBalancerClass);
      }
    }
    if (isHeadless(spec) && (spec.type === "LoadBalancer" || spec.type === "NodePort")) {
      addressPlace(spec, at, 0).invalid(`must not be "None" while \`type\` is "${spec.type}"`, "None");
    }
    checkTraffic(spec, at);
  },
);

function checkTraffic(spec: ServiceSpec, at: Place<ServiceSpec>): void {
  if (spec.externalTrafficPolicy && !isExternal(spec)) {
    at.at("externalTrafficPolicy").invalid(
      "must be absent: the service is not reachable from outside the cluster",
      spec.externalTrafficPolicy,
      {
        help: "use `type: NodePort`, `type: LoadBalancer` or `externalIPs`",
        hides: at.at("externalTrafficPolicy").path,
      },
    );
  }
  const { healthCheckNodePort = 0 } = spec;
  if (healthCheckNodePort === 0) return;
  if (needsHealthCheck(spec)) portNumber(healthCheckNodePort, at.at("healthCheckNodePort"));
  else {
    const must = 'must be absent unless `type` is "LoadBalancer" and `externalTrafficPolicy` is "Local"';
    const demand = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    at.at("healthCheckNodePort").invalid(must, healthCheckNodePort, {
      serverText: `${healthCheckNodePort}: ${demand}`,
    });
  }
}

const distributions = ["PreferClose", "PreferSameZone", "PreferSameNode"];

const trafficDistribution = rule<Service>(
  {
    id: "service/traffic-distribution",
    severity: "error",
    summary: "`trafficDistribution` has a value that the release knows",
  },
  ({ spec }, place, visit) => {
    const known = visit.isEnabled("PreferSameTrafficDistribution") ? distributions : distributions.slice(0, 1);
    const found = spec?.trafficDistribution;
    if (found !== undefined && !known.includes(found)) {
      place.at("spec", "trafficDistribution").unsupported(known, found);
    }
  },
);

/** Returns the place of the address that the user wrote: a single one may come from `clusterIP`. */
function addressPlace({ clusterIP, clusterIPs = [] }: ServiceSpec, place: Place<ServiceSpec>, index: number): Place {
  const at = place.at("clusterIPs", index);
  if (!clusterIP || clusterIPs.length > 1) return at;
  return place.at("clusterIP").changing((finding) => ({ ...finding, field: at.path }));
}

/**
 * Makes findings hide all others: kube-apiserver validates addresses and families before it allocates missing ones, and
 * everything else after that.
 */
const hidingOthers = (place: Place<ServiceSpec>): Place<ServiceSpec> =>
  place.changing((finding) => ({ ...finding, hides: [] }));

/** Returns the default IP family policy. Only a headless service without a selector requires both families. */
const defaultPolicy = (spec: ServiceSpec): string =>
  spec.clusterIP === "None" && Object.keys(spec.selector ?? {}).length === 0 ? "RequireDualStack" : "SingleStack";

const clusterIps = rule<Service>(
  {
    id: "service/cluster-ips",
    severity: "error",
    summary: "a Service has one cluster IP, or one of each IP family",
  },
  ({ spec = {} }, place, visit) => {
    if (spec.type === "ExternalName") return;
    let isSound = true;
    const at = hidingOthers(place.at("spec")).changing((finding) => {
      const also = isSound ? [...(finding.also ?? []), ...unknownFamilies(spec)] : finding.also;
      isSound = false;
      return { ...finding, ...(also && { also }) };
    });
    checkFamilies(spec, at);
    checkAddresses(spec, at, visit);
    if (isSound) checkPolicy(spec, at);
  },
);

/**
 * Returns the errors about unknown enum values. The schema also reports them, but the faults of addresses hide those
 * findings.
 */
function unknownFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): AlsoNamed[] {
  const unknown = (field: FieldPath, value: string, accepted: readonly string[]): AlsoNamed => {
    const listed = accepted.map((each) => JSON.stringify(each)).join(", ");
    return { field, cause: "unsupported", serverText: `${showGoValue(value)}: supported values: ${listed}` };
  };
  const families = ipFamilies.flatMap((family, index) =>
    !family || knownFamilies.includes(family) ? [] : [unknown(["spec", "ipFamilies", index], family, knownFamilies)],
  );
  if (ipFamilyPolicy === undefined || knownPolicies.includes(ipFamilyPolicy)) return families;
  return [...families, unknown(["spec", "ipFamilyPolicy"], ipFamilyPolicy, knownPolicies)];
}

const knownFamilies: readonly string[] = ["IPv4", "IPv6"];
const knownPolicies: readonly string[] = ["PreferDualStack", "RequireDualStack", "SingleStack"];

function checkFamilies({ ipFamilies = [] }: ServiceSpec, place: Place<ServiceSpec>): void {
  const repeatsOf = emptyRepeats(ipFamilies);
  for (const [index, family] of ipFamilies.entries()) {
    if (!family) place.at("ipFamilies", index).unsupported(knownFamilies, family, { also: repeatsOf(index) });
  }
  unique(ipFamilies, place.at("ipFamilies"), {
    textOf: (family) => family,
    placeOf: (item) => item,
    message: (family) => `must be unique; got ${family} again`,
  });
}

function checkAddresses(spec: ServiceSpec, place: Place<ServiceSpec>, context: RuleContext): void {
  const { clusterIP = "", ipFamilies = [] } = spec;
  const addresses = addressesOf(spec);
  const at = place.at("clusterIPs");
  if (addresses.length > 0 && (clusterIP === "" || clusterIP !== addresses[0])) {
    const must =
      clusterIP === "" ? "must be empty when `clusterIP` is not specified" : "first value must match `clusterIP`";
    const serverText = `${formatJson(addresses)}: ${must}`;
    const after = ["spec", "sessionAffinityConfig"];
    at.invalid("must begin with `clusterIP`", addresses.join(", "), { serverText, after });
  }
  if (addresses.length > 2) {
    const serverText = `${formatJson(addresses)}: may only hold up to 2 values`;
    at.invalid("must have at most two addresses", addresses.join(", "), { serverText });
  }
  if (isHeadless(spec)) return;
  const isFirstNone = addresses[0] === "None";
  if (isFirstNone) {
    const serverText = `${formatJson(addresses)}: 'None' must be the first and only value`;
    const after = place.at("clusterIPs", 0).path;
    at.invalid('"None" must be the only value', addresses.join(", "), { serverText, after });
  }
  const faults = addresses.map((address, index) =>
    isFirstNone && index === 0 ? [] : legacyIpFaults(address, context.isEnabled("StrictIPCIDRValidation")),
  );
  faults.forEach((messages, index) => {
    for (const fault of messages) addressPlace(spec, place, index).invalid(fault, addresses[index] ?? "");
  });
  if (isFirstNone || faults.some((messages) => messages.length > 0)) return;
  if (addresses.length > 1 && new Set(addresses.map(familyOf)).size < 2) {
    const serverText = `${formatJson(addresses)}: may specify no more than one IP for each IP family`;
    at.invalid("must have at most one address of each family", addresses.join(", "), { serverText });
  }
  addresses.forEach((address, index) => {
    const wanted = ipFamilies[index];
    if (wanted && wanted !== familyOf(address)) {
      const must = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``;
      const serverText = `${formatJson(address)}: ${must}`;
      const extra = { serverText, after: at.path };
      addressPlace(spec, place, index).invalid(`must be of ${wanted}, as in \`ipFamilies\``, address, extra);
    }
  });
}

function checkPolicy(spec: ServiceSpec, place: Place<ServiceSpec>): void {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy: policy = defaultPolicy(spec) } = spec;
  if (policy !== "SingleStack" || (clusterIPs.length !== 2 && ipFamilies.length !== 2)) return;
  const must = 'must be "RequireDualStack" or "PreferDualStack" with two addresses or IP families';
  place.at("ipFamilyPolicy").invalid(must, policy);
}

function sourceRange(text: string, place: Place<string>, context: RuleContext, extra?: Extra): void {
  const range = text.trim();
  for (const fault of legacyCidrFaults(range, context.isEnabled("StrictIPCIDRValidation"))) {
    place.invalid(fault, range, extra);
  }
}

const sourceRangesKey = "service.beta.kubernetes.io/load-balancer-source-ranges";

/** Validates the annotation with source ranges, which counts only if the field is empty. */
function annotatedRanges({ metadata, spec = {} }: Service, place: Place<Service>, visit: Visit<Service>): void {
  const ranges = metadata?.annotations?.[sourceRangesKey];
  if (ranges === undefined || spec.loadBalancerSourceRanges?.length) return;
  const at = place.at("metadata", "annotations", sourceRangesKey);
  const upstream = {
    field: ["metadata", `annotations[${sourceRangesKey}]`],
    after: ["spec", "loadBalancerSourceRanges"],
  };
  if (spec.type !== "LoadBalancer") {
    at.forbidden('must be absent unless `type` is "LoadBalancer"', {
      ...upstream,
      serverText: "may only be used when `type` is 'LoadBalancer'",
    });
  }
  if (visit.oldObject?.metadata?.annotations?.[sourceRangesKey] === ranges || ranges.trim() === "") return;
  for (const range of ranges.split(",")) sourceRange(range, at, visit, upstream);
}

const externalAddresses = rule<Service>(
  {
    id: "service/external-addresses",
    severity: "error",
    summary: "external IPs and load balancer source ranges are valid",
  },
  (service, place, visit) => {
    const { externalIPs, loadBalancerSourceRanges } = service.spec ?? {};
    const at = place.at("spec");
    annotatedRanges(service, place, visit);
    each(externalIPs, at.at("externalIPs"), (item, own) => endpointAddress(item, own, visit));
    each(loadBalancerSourceRanges, at.at("loadBalancerSourceRanges"), (item, own) => sourceRange(item, own, visit));
  },
);

/** Protects clients that already use the address of the service. */
const fixed = rule<Service>(
  {
    id: "service/immutable",
    severity: "error",
    summary: "the cluster IP and the load balancer class of a Service are immutable",
  },
  ({ spec = {} }, place, { oldObject }) => {
    const stored = oldObject?.spec;
    if (!stored || stored.type === "ExternalName" || spec.type === "ExternalName") return;
    const at = place.at("spec");
    const isHeadlessStill = isHeadless(stored) && isHeadless(spec);
    if (!isHeadlessStill) checkKept(at.at("clusterIPs"), addressesOf(stored), addressesOf(spec));
    if (!isHeadless(stored) && !isHeadless(spec)) checkKept(at.at("ipFamilies"), stored.ipFamilies, spec.ipFamilies);
    for (const name of isHeadlessStill ? [] : (["clusterIPs", "ipFamilies"] as const)) {
      const isReduced = (stored[name] ?? []).length > (spec[name] ?? []).length;
      if (isReduced && spec.ipFamilyPolicy !== "SingleStack") {
        hidingOthers(at)
          .at("ipFamilyPolicy")
          .invalid(`must be "SingleStack" to remove the second of \`${name}\``, spec.ipFamilyPolicy ?? "");
      }
    }
    if (needsHealthCheck(stored) && needsHealthCheck(spec) && stored.healthCheckNodePort !== spec.healthCheckNodePort) {
      at.at("healthCheckNodePort").say(`field is immutable: must stay ${stored.healthCheckNodePort}`, {
        cause: "forbidden",
      });
    }
    if (
      stored.type === "LoadBalancer" &&
      spec.type === "LoadBalancer" &&
      stored.loadBalancerClass !== spec.loadBalancerClass
    ) {
      const serverText = `${showGoValue(spec.loadBalancerClass ?? null)}: may not change once set`;
      place.at("spec", "loadBalancerClass").invalid("field is immutable", spec.loadBalancerClass ?? "", { serverText });
    }
  },
);

/** Reports changed values. A second value may be added or removed, but the first must stay. */
function checkKept(place: Place, before: readonly string[] = [], now: readonly string[] = []): void {
  if (before.length > 0 && now.length === 0) place.say("the first must not be removed");
  for (const [index, value] of now.entries()) {
    const stored = before[index];
    const serverText = `${formatJson(now)}: may not change once set`;
    if (stored !== undefined && stored !== value)
      place.at(index).invalid(`field is immutable: must stay ${JSON.stringify(stored)}`, value, { serverText });
  }
}

const status = rule<Service>(
  {
    id: "service/status",
    severity: "error",
    summary: "load balancer addresses are valid and set only for type LoadBalancer",
  },
  ({ spec, status: found }, place, visit) => {
    if (visit.subresource !== "status") return;
    const at = place.at("status", "loadBalancer", "ingress");
    const ingress = found?.loadBalancer?.ingress ?? [];
    if (spec?.type === "LoadBalancer") loadBalancerStatus(ingress, at, visit);
    else if (ingress.length > 0) at.forbidden('must be absent unless `spec.type` is "LoadBalancer"');
  },
);

const topologyHints = "service.kubernetes.io/topology-aware-hints";
const topologyMode = "service.kubernetes.io/topology-mode";

const oldFields = rule<Service>(
  { id: "service/deprecated", severity: "warning", summary: "a Service uses no deprecated field, value or annotation" },
  ({ metadata, spec = {} }, place, { reaches }) => {
    if (metadata?.annotations?.[topologyHints] !== undefined) {
      place.at("metadata", "annotations", topologyHints).say("the annotation is deprecated", {
        help: `use the annotation \`${topologyMode}\``,
        serverWarning: `annotation ${topologyHints} is deprecated, please use ${topologyMode} instead`,
        atKey: true,
      });
    }
    const isUsed = spec.externalIPs?.length && spec.type !== "ExternalName" && !isHeadless(spec);
    if (isUsed && reaches("1.36")) {
      place.at("spec", "externalIPs").say("`externalIPs` is deprecated; some clusters ignore it", {
        serverWarning: "{field} is deprecated and may no longer be implemented in some clusters",
        atKey: true,
      });
    }
    if (spec.trafficDistribution === "PreferClose" && reaches("1.35")) {
      place.at("spec", "trafficDistribution").say('"PreferClose" is deprecated', {
        help: 'use "PreferSameZone"',
        serverWarning: '{field}: "PreferClose" is deprecated; use "PreferSameZone"',
      });
    }
  },
);

const ignoredFields = rule<Service>(
  { id: "service/ignored", severity: "warning", summary: "a Service sets only fields that its type uses" },
  ({ spec = {} }, place) => {
    type Ignored = "loadBalancerIP" | "externalIPs" | "sessionAffinity" | "externalName";
    const ignore = (field: Ignored, why: string, upstream: string) => {
      if (!spec[field]?.length) return;
      const name = field === "sessionAffinity" ? "SessionAffinity" : field;
      const serverWarning = `spec.${name} is ignored ${upstream}`;
      place.at("spec", field).say(`\`${field}\` is ignored ${why}`, { serverWarning, atKey: true });
    };
    if (spec.type === "ExternalName") {
      ignore("externalIPs", 'while `type` is "ExternalName"', 'when spec.type is "ExternalName"');
    } else ignore("externalName", 'unless `type` is "ExternalName"', 'when spec.type is not "ExternalName"');
    if (spec.type !== "ClusterIP" || spec.clusterIP !== "None") return;
    const headless = ["for headless Services", "for headless services"] as const;
    ignore("loadBalancerIP", ...headless);
    ignore("externalIPs", ...headless);
    if (spec.sessionAffinity !== "None") ignore("sessionAffinity", ...headless);
  },
);

const addressForm = rule<Service>(addressAdviceInfo, ({ spec = {} }, place, visit) => {
  const at = place.at("spec");
  addressesOf(spec).forEach((address, index) => {
    if (address !== "None") adviseOnIp(address, addressPlace(spec, at, index), visit);
  });
  spec.externalIPs?.forEach((address, index) => {
    adviseOnIp(address, at.at("externalIPs", index), visit);
  });
  if (spec.loadBalancerIP) adviseOnIp(spec.loadBalancerIP, at.at("loadBalancerIP"), visit);
  spec.loadBalancerSourceRanges?.forEach((range, index) => {
    adviseOnCidr(range, at.at("loadBalancerSourceRanges", index), visit);
  });
});

export const service = kind("core/v1.Service", {
  rules: [
    ports,
    selector,
    sessionAffinity,
    typeFields,
    trafficDistribution,
    clusterIps,
    externalAddresses,
    addressForm,
    oldFields,
    ignoredFields,
    fixed,
    status,
  ],
  resource: {
    columns: serviceColumns,
    ...separateStatusStrategy,
    prepareForCreate: prepareServiceCreation,
    prepareForUpdate: prepareServiceUpdate,
    selectableFields: ({ spec }) => ({ "spec.clusterIP": spec?.clusterIP ?? "", "spec.type": spec?.type ?? "" }),
  },
  applyDefaults(object) {
    object.spec ??= {};
    const { spec } = object;
    spec.type ||= "ClusterIP";
    spec.sessionAffinity ||= "None";
    if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
    if (spec.sessionAffinity === "ClientIP") {
      const timeoutSeconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultAffinitySeconds;
      spec.sessionAffinityConfig = { clientIP: { timeoutSeconds } };
    }
    for (const item of spec.ports ?? []) {
      item.protocol ||= "TCP";
      item.targetPort ||= item.port ?? 0;
    }
    if (isExternal(spec)) spec.externalTrafficPolicy ||= "Cluster";
    if (["ClusterIP", "NodePort", "LoadBalancer"].includes(spec.type)) spec.internalTrafficPolicy ??= "Cluster";
    if (spec.type === "LoadBalancer") spec.allocateLoadBalancerNodePorts ??= true;
    if (spec.type === "LoadBalancer") {
      for (const item of object.status?.loadBalancer?.ingress ?? []) if (item.ip) item.ipMode ??= "VIP";
    }
  },
});
