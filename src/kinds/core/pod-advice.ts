/**
 * Warnings of kube-apiserver about pods that it accepts: fields that no longer work, are overridden, or match nothing.
 * As in kube-apiserver, updates of pods get no warnings, and updates of workloads only if they change the workload's
 * spec.
 *
 * @module
 */
import type { AppArmorProfile, ContainerPort, EnvVar, PodAffinityTerm, PodSpec } from "../../api/types/core-v1.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { memberOf } from "../../json/member.ts";
import type { Extra, Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { type Parts, within } from "../../rule/within.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateLabelValue } from "../../text/names.ts";
import { addressAdviceInfo, adviseOnIp } from "./address-advice.ts";
import {
  adviseOnNodeLabel,
  adviseOnNodeLabels,
  adviseOnRequirements,
  adviseOnTerms,
  nodeLabelInfo,
} from "./node-labels.ts";
import { appArmorFieldOf, appArmorPrefix, seccompPod, seccompPrefix } from "./pod-annotation-rules.ts";
import { containersOf, podOf } from "./pod-rule.ts";
import { adviseOnWholeBytes, isWholeBytes } from "./resource-rules.ts";
import { volumeAdvice } from "./volume-advice.ts";

interface PodWorkload {
  readonly kind?: string;
  readonly metadata?: { readonly annotations?: unknown };
  readonly spec?: { readonly template?: unknown };
  readonly template?: unknown;
}

/** Returns the part of a workload that must change for kube-apiserver to warn: usually the spec. */
function partWithWarnings(object: unknown): unknown {
  const { kind, metadata, spec, template } = (object ?? {}) as PodWorkload;
  if (kind === "Deployment") return [spec, metadata?.annotations];
  return kind === "DaemonSet" ? spec?.template : (spec ?? template);
}

const ifSpecChanged: Parts<PodSpec, PodSpec> = (_spec, _place, visit) => {
  if (!visit.isUpdate) return [visit];
  if (podOf(visit).isPod) return [];
  let whole: Visit = visit;
  while (whole.parent) whole = whole.parent;
  return semanticEqual(partWithWarnings(whole.object), partWithWarnings(whole.context.oldObject)) ? [] : [visit];
};

const nodeLabels = rule<PodSpec>(nodeLabelInfo, ({ nodeSelector, affinity, topologySpreadConstraints }, place) => {
  if (nodeSelector) adviseOnNodeLabels(nodeSelector, place.at("nodeSelector"));
  topologySpreadConstraints?.forEach(({ topologyKey = "" }, index) => {
    adviseOnNodeLabel(topologyKey, place.at("topologySpreadConstraints", index, "topologyKey"));
  });
  if (!affinity?.nodeAffinity) return;
  const { requiredDuringSchedulingIgnoredDuringExecution: needed, ...rest } = affinity.nodeAffinity;
  const at = place.at("affinity", "nodeAffinity");
  adviseOnTerms(
    needed?.nodeSelectorTerms,
    at.at("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"),
  );
  rest.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference }, index) => {
    const term = at.at("preferredDuringSchedulingIgnoredDuringExecution", index, "preference");
    adviseOnRequirements(preference?.matchExpressions, term.at("matchExpressions"));
  });
});

const preferredValues = rule<PodSpec>(
  {
    id: "pod/preferred-values",
    severity: "warning",
    summary: "values in preferred node affinity are valid label values",
  },
  ({ affinity }, place) => {
    affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference }, index) => {
      preference?.matchExpressions?.forEach(({ values = [] }, expression) => {
        const at = place
          .at("affinity", "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution", index)
          .at("preference", "matchExpressions", expression, "values");
        values.forEach((value, item) => {
          for (const fault of validateLabelValue(value)) {
            at.at(item).invalid(fault, value, { serverWarning: `{field}: ${value} is invalid, ${fault}` });
          }
        });
      });
    });
  },
);

const nullSelectorInfo: RuleInfo = {
  id: "pod/null-selector",
  severity: "warning",
  summary: "spread constraints and pod affinity have a `labelSelector`: without one they match no pod",
};

const nullSelectorOfSpread = rule<PodSpec>(nullSelectorInfo, ({ topologySpreadConstraints }, place) => {
  topologySpreadConstraints?.forEach(({ labelSelector }, index) => {
    if (!labelSelector) place.at("topologySpreadConstraints", index, "labelSelector").required(...matchesNoPod);
  });
});

const nullSelectorOfAffinity = rule<PodSpec>(nullSelectorInfo, ({ affinity }, place) => {
  if (!affinity) return;
  for (const field of ["podAffinity", "podAntiAffinity"] as const) {
    const { requiredDuringSchedulingIgnoredDuringExecution: needed, ...rest } = affinity[field] ?? {};
    const at = place.at("affinity", field);
    needed?.forEach((term, index) => {
      adviseOnSelector(term, at.at("requiredDuringSchedulingIgnoredDuringExecution", index));
    });
    rest.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ podAffinityTerm = {} }, index) => {
      const term = at.at("preferredDuringSchedulingIgnoredDuringExecution", index, "podAffinityTerm");
      adviseOnSelector(podAffinityTerm, term);
    });
  }
});

const matchesNoPod = [
  "`labelSelector` should be set: without it no pod matches",
  { serverWarning: "{field}: a null labelSelector results in matching no pod" },
] as const;

function adviseOnSelector({ labelSelector }: PodAffinityTerm, place: Place<PodAffinityTerm>): void {
  if (!labelSelector) place.at("labelSelector").required(...matchesNoPod);
}

/** The field that replaces an annotation. */
interface Advice {
  readonly since?: string;
  readonly use: string;
}

/** Annotations that fields replaced, with the release since which Kubernetes ignores them. */
const deadAnnotations: ReadonlyMap<string, Advice> = new Map([
  ["scheduler.alpha.kubernetes.io/critical-pod", { since: "1.16", use: "priorityClassName" }],
  ["security.alpha.kubernetes.io/sysctls", { since: "1.11", use: "securityContext.sysctls" }],
  ["security.alpha.kubernetes.io/unsafe-sysctls", { since: "1.11", use: "securityContext.sysctls" }],
]);

const deadAnnotationInfo: RuleInfo = {
  id: "pod/dead-annotation",
  severity: "warning",
  summary: "annotations that fields have replaced are not used",
};

type Advise = (key: string, value: string, visit: Visit<PodSpec>, spec: PodSpec) => Advice | undefined;

const annotationRule = (advise: Advise): Rule<PodSpec> =>
  rule<PodSpec>(deadAnnotationInfo, (spec, _place, visit) => {
    const { metadata, metadataPlace } = podOf(visit);
    const { annotations } = metadata;
    if (!annotations) return;
    for (const key in annotations) {
      const advice = advise(key, annotations[key] ?? "", visit, spec);
      if (!advice) continue;
      const { since, use } = advice;
      const upstream = since === undefined ? "deprecated since v1.30" : `non-functional in v${since}+`;
      const field = use.slice(use.indexOf(".") + 1);
      const message = since === undefined ? "is deprecated since 1.30" : `has no effect since ${since}`;
      metadataPlace.at("annotations", key).say(`the annotation ${message}`, {
        help: `use the field \`${use}\``,
        serverWarning: `{field}: ${upstream}; use the "${field}" field instead`,
        atKey: true,
      });
    }
  });

const seccomp = { since: "1.27", use: "securityContext.seccompProfile" };

/** Returns the advice about an annotation with a profile, unless the field that it mirrors is also set. */
function profileAdvice(key: string, value: string, visit: Visit<PodSpec>, spec: PodSpec): Advice | undefined {
  const own = spec.securityContext;
  if (key === seccompPod) return own?.seccompProfile ? undefined : seccomp;
  const prefix = key.startsWith(seccompPrefix) ? seccompPrefix : appArmorPrefix;
  if (!key.startsWith(prefix)) return undefined;
  const name = key.slice(prefix.length);
  const found = visit.once(containersOf).find(({ container }) => container.name === name);
  if (!found) return undefined;
  const context = found.container.securityContext;
  if (prefix === seccompPrefix) return context?.seccompProfile ? undefined : seccomp;
  if (spec.os?.name === "windows") return undefined;
  const said = appArmorFieldOf(value);
  const isSaid = (profile: AppArmorProfile | undefined) => said !== undefined && semanticEqual(said, profile);
  // kube-apiserver copies the annotation to the field when it creates a pod, so in an object with a uid the field may
  // be a copy.
  const isCopied = podOf(visit).metadata.uid !== undefined && isSaid(context?.appArmorProfile);
  if ((context?.appArmorProfile && !isCopied) || isSaid(own?.appArmorProfile)) return undefined;
  return { use: "securityContext.appArmorProfile" };
}

const repeatedEntries = rule<PodSpec>(
  {
    id: "pod/repeated-entries",
    severity: "warning",
    summary: "entries of `hostAliases` and `imagePullSecrets` are unique",
  },
  ({ hostAliases, imagePullSecrets }, place) => {
    if (!hostAliases && !imagePullSecrets) return;
    for (const { index, first, text } of findRepeats((hostAliases ?? []).map(({ ip = "" }) => ip))) {
      const at = place.at("hostAliases");
      const extra = { serverWarning: `{field}: duplicate ip ${quoteGo(text)}` };
      at.at(index, "ip").duplicate(`should be unique; got "${text}" again`, at.at(first), extra);
    }
    const secrets = place.at("imagePullSecrets");
    for (const { index, first, text } of findRepeats((imagePullSecrets ?? []).map(({ name }) => name || undefined))) {
      const extra = { serverWarning: `{field}: duplicate name ${quoteGo(text)}` };
      secrets.at(index, "name").duplicate(`should be unique; got "${text}" again`, secrets.at(first), extra);
    }
    imagePullSecrets?.forEach(({ name }, index) => {
      if (name) return;
      const extra = { serverWarning: '{field}: invalid empty name ""' };
      secrets.at(index, "name").required("`name` should not be empty", extra);
    });
  },
);

const isMeasuredInBytes = (resource: string): boolean => resource === "memory" || resource === "ephemeral-storage";
type Amounts = Readonly<Record<string, string>>;

const fractionalBytes = rule<PodSpec>(
  {
    id: "pod/fractional-bytes",
    severity: "warning",
    summary: "amounts of memory and storage are whole bytes",
  },
  ({ overhead }, place, visit) => {
    if (overhead) adviseOnBytes(overhead, place.at("overhead"));
    for (const { container, place: at } of visit.once(containersOf)) {
      const { limits, requests } = container.resources ?? {};
      if (!limits && !requests) continue;
      const inRequests = at.at("resources", "requests");
      const isSame = (name: string) => memberOf(limits, name) === memberOf(requests, name);
      // If a request equals its limit, as by default, clustervet warns once where kube-apiserver warns twice.
      const also = (name: string) => (isSame(name) ? { also: [{ field: inRequests.at(name).path }] } : {});
      if (limits) adviseOnBytes(limits, at.at("resources", "limits"), also);
      if (requests) adviseOnBytes(requests, inRequests, (name) => (isSame(name) ? undefined : {}));
    }
  },
);

/** @param extraOf - returns further properties of the finding for an amount; undefined if the amount gets no finding */
function adviseOnBytes(
  amounts: Amounts,
  place: Place<Amounts>,
  extraOf: (name: string) => Extra | undefined = () => ({}),
): void {
  for (const name in amounts) {
    const amount = isMeasuredInBytes(name) ? amounts[name] : undefined;
    if (amount === undefined || isWholeBytes(amount)) continue;
    const extra = extraOf(name);
    if (extra) adviseOnWholeBytes(amount, place.at(name), extra);
  }
}

const hiddenVariable = rule<PodSpec>(
  {
    id: "pod/hidden-variable",
    severity: "warning",
    summary: "a variable is defined once in a container, or refers to its earlier value",
  },
  (_spec, _place, visit) => {
    for (const { container, place } of visit.once(containersOf)) {
      const { env = [] } = container;
      if (env.length < 2) continue;
      const list = place.at("env");
      for (const { index, first, text } of findRepeats(env.map(({ name }) => name))) {
        if (refersToItself(env[index] ?? {})) continue;
        list.at(index).duplicate(`hides the earlier definition of "${text}", which apply may drop`, list.at(first), {
          serverWarning: `{field}: hides previous definition of ${quoteGo(text)}, which may be dropped when using apply`,
        });
      }
    }
  },
);

function refersToItself({ name = "", value = "", valueFrom }: EnvVar): boolean {
  const reference = `$(${name})`;
  return valueFrom === undefined && value !== reference && value.includes(reference);
}

interface PlacedPort {
  readonly port: ContainerPort;
  readonly at: Place<ContainerPort>;
}

/** Returns the ports of all containers. */
function portsOf(_spec: PodSpec, _place: Place<PodSpec>, visit: Visit<PodSpec>): readonly PlacedPort[] {
  const found: PlacedPort[] = [];
  for (const { container, place } of visit.once(containersOf)) {
    if (!container.ports) continue;
    const list = place.at("ports");
    container.ports.forEach((port, index) => {
      found.push({ port, at: list.at(index) });
    });
  }
  return found;
}

const portNames = rule<PodSpec>(
  { id: "pod/port-names", severity: "warning", summary: "port names are unique among the containers of a pod" },
  (_spec, _place, visit) => {
    const ports = visit.once(portsOf);
    if (ports.length < 2) return;
    if (findRepeats(ports.map(({ port }) => port.name || undefined)).length === 0) return;
    const firstByName = new Map<string, PlacedPort["at"]>();
    for (const { port, at } of ports) {
      if (!port.name) continue;
      const first = firstByName.get(port.name);
      if (!first) firstByName.set(port.name, at);
      // A repetition in the same list is an error, which another rule reports.
      else if (listOf(first) !== listOf(at)) {
        const message = `should be unique in the pod; Services and probes that use "${port.name}" get the first port`;
        at.at("name").duplicate(message, first, {
          field: at.path,
          serverWarning: `{field}: duplicate port name ${quoteGo(port.name)} with ${formatPath(first.path)}, services and probes that select ports by name will use ${formatPath(first.path)}`,
        });
      }
    }
  },
);

const listOf = (place: Place): string => place.path.slice(0, -1).join("/");

const portOverlap = rule<PodSpec>(
  {
    id: "pod/port-overlap",
    severity: "warning",
    summary: "containers of a pod listen on different ports, and `hostIP` is set only with `hostPort`",
  },
  (_spec, _place, visit) => {
    const ports = visit.once(portsOf);
    for (const { port, at } of ports) {
      if (!port.hostIP || port.hostPort) continue;
      at.at("hostIP").say("`hostIP` has no effect without `hostPort`", {
        field: at.path,
        serverWarning: `{field}: hostIP set without hostPort: ${goPort(port)}`,
      });
    }
    if (ports.length < 2 || findRepeats(ports.map(({ port }) => port.containerPort)).length === 0) return;
    const earlier = new Map<string, Place>();
    for (const { port, at } of ports) {
      const number = `${port.containerPort ?? 0}/${port.protocol ?? ""}`;
      const { fault, upstream, see } = clashOf(port, (key) => earlier.get(`${number} ${key}`));
      if (see) {
        at.say(`${fault} an earlier port, ${number}`, {
          cause: "duplicate",
          see: see.note("the earlier port"),
          serverWarning: `{field}: ${upstream} port definition with {see}`,
        });
      }
      for (const key of keysOf(port)) earlier.set(`${number} ${key}`, earlier.get(`${number} ${key}`) ?? at);
    }
  },
);

interface HostBinding {
  readonly hostPort?: number;
  readonly hostIP?: string;
}

/** Returns the keys by which later ports with the same number and protocol find this one. */
const keysOf = ({ hostPort = 0, hostIP = "" }: HostBinding): readonly string[] => [
  "any",
  `${hostPort}`,
  `${hostPort} at ${hostIP}`,
];

/** Finds an earlier port that clashes with this one. Another rule reports equal host ports, as errors. */
function clashOf({ hostPort = 0, hostIP = "" }: HostBinding, find: (key: string) => Place | undefined) {
  const same = find(`${hostPort} at ${hostIP}`);
  if (same) return { fault: "duplicates", upstream: "duplicate", see: hostPort === 0 ? same : undefined };
  const overlapped = find(hostPort === 0 ? "any" : "0");
  if (overlapped) return { fault: "overlaps", upstream: "overlapping", see: overlapped };
  const see = find(hostIP === "" ? `${hostPort}` : `${hostPort} at `);
  return { fault: "is ambiguous with", upstream: "dangerously ambiguous", see };
}

/** Formats a port as Go prints it. */
const goPort = ({ name = "", hostPort = 0, containerPort = 0, protocol, hostIP = "" }: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol ?? ""} HostIP:${hostIP}}`;

const gracePeriod = rule<PodSpec>(
  {
    id: "pod/grace-period",
    severity: "warning",
    summary: "`terminationGracePeriodSeconds` is not negative",
  },
  ({ terminationGracePeriodSeconds: seconds = 0 }, place) => {
    if (seconds >= 0) return;
    place.at("terminationGracePeriodSeconds").invalid("should be 0 or above; it counts as 1", seconds, {
      serverWarning: "{field}: must be >= 0; negative values are invalid and will be treated as 1",
    });
  },
);

const addresses = rule<PodSpec>(addressAdviceInfo, ({ dnsConfig, hostAliases }, place, visit) => {
  dnsConfig?.nameservers?.forEach((address, index) => {
    adviseOnIp(address, place.at("dnsConfig", "nameservers", index), visit);
  });
  hostAliases?.forEach(({ ip = "" }, index) => {
    adviseOnIp(ip, place.at("hostAliases", index, "ip"), visit);
  });
});

/** In the order of the API server's warnings. */
export const podAdvice: readonly Rule<PodSpec>[] = within(
  [
    nodeLabels,
    preferredValues,
    nullSelectorOfSpread,
    annotationRule((key) => deadAnnotations.get(key)),
    ...volumeAdvice,
    repeatedEntries,
    annotationRule(profileAdvice),
    fractionalBytes,
    hiddenVariable,
    portOverlap,
    portNames,
    gracePeriod,
    nullSelectorOfAffinity,
    addresses,
  ],
  ifSpecChanged,
);
