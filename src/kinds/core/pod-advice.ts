/**
 * Warnings of the API server about pods that it accepts: parts that no longer work, are overwritten, or match nothing.
 * As there, no update of a pod gets them, and one of a workload only where it changes the workload's spec.
 *
 * @module
 */
import type { AppArmorProfile, ContainerPort, EnvVar, PodAffinityTerm, PodSpec } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Place } from "../../rule/place.ts";
import { repeated } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { type Parts, within } from "../../rule/within.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateLabelValue } from "../../text/names.ts";
import { addressAdviceInfo, adviseOnIp } from "./address-advice.ts";
import {
  adviseOnNodeLabel,
  adviseOnNodeLabels,
  adviseOnRequirements,
  adviseOnTerms,
  nodeLabelInfo,
} from "./node-labels.ts";
import { appArmorPrefix, seccompPod, seccompPrefix } from "./pod-annotation-rules.ts";
import { containersOf, podOf } from "./pod-rule.ts";
import { adviseOnWholeBytes, isWholeBytes } from "./resource-rules.ts";
import { volumeAdvice } from "./volume-advice.ts";

const specOf = (object: unknown): unknown => (object as { readonly spec?: unknown } | undefined)?.spec;

const whereSpecIsNew: Parts<PodSpec, PodSpec> = (_spec, _place, visit) => {
  if (!visit.isUpdate) return [visit];
  if (podOf(visit).isPod) return [];
  let whole: Visit = visit;
  while (whole.parent) whole = whole.parent;
  return semanticEqual(specOf(whole.object), specOf(whole.context.oldObject)) ? [] : [visit];
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
    summary: "values of preferred node affinity are ones that a label can have",
  },
  ({ affinity }, place) => {
    affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference }, index) => {
      preference?.matchExpressions?.forEach(({ values = [] }, expression) => {
        const at = place
          .at("affinity", "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution", index)
          .at("preference", "matchExpressions", expression, "values");
        values.forEach((value, item) => {
          for (const fault of validateLabelValue(value)) at.at(item).invalid(fault, value);
        });
      });
    });
  },
);

const nullSelector = rule<PodSpec>(
  {
    id: "pod/null-selector",
    severity: "warning",
    summary: "spread constraints and pod affinity have a `labelSelector`: without one they match no pod",
  },
  ({ topologySpreadConstraints, affinity }, place) => {
    topologySpreadConstraints?.forEach(({ labelSelector }, index) => {
      if (!labelSelector) place.at("topologySpreadConstraints", index, "labelSelector").required(matchesNoPod);
    });
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
  },
);

const matchesNoPod = "`labelSelector` should be set: without it no pod matches";

function adviseOnSelector({ labelSelector }: PodAffinityTerm, place: Place<PodAffinityTerm>): void {
  if (!labelSelector) place.at("labelSelector").required(matchesNoPod);
}

/** Annotations that became fields, and since which release Kubernetes ignores them. */
const deadAnnotations: ReadonlyMap<string, { readonly since: string; readonly use: string }> = new Map([
  ["scheduler.alpha.kubernetes.io/critical-pod", { since: "1.16", use: "priorityClassName" }],
  ["security.alpha.kubernetes.io/sysctls", { since: "1.11", use: "securityContext.sysctls" }],
  ["security.alpha.kubernetes.io/unsafe-sysctls", { since: "1.11", use: "securityContext.sysctls" }],
]);

const deadAnnotation = rule<PodSpec>(
  {
    id: "pod/dead-annotation",
    severity: "warning",
    summary: "annotations that fields have replaced are not used",
  },
  (spec, _place, visit) => {
    const { metadata, metadataPlace } = podOf(visit);
    const { annotations } = metadata;
    if (!annotations) return;
    for (const key in annotations) {
      const advice = deadAnnotations.get(key) ?? profileAdvice(key, annotations[key] ?? "", visit, spec);
      if (!advice) continue;
      const message = "since" in advice ? `has no effect since ${advice.since}` : "is deprecated since 1.30";
      metadataPlace.at("annotations", key).say(`the annotation ${message}`, {
        help: `use the field \`${advice.use}\``,
        atKey: true,
      });
    }
  },
);

const seccomp = { since: "1.27", use: "securityContext.seccompProfile" };

/** Annotations about profiles are no fault beside the field that they mirror. */
function profileAdvice(
  key: string,
  value: string,
  visit: Visit<PodSpec>,
  spec: PodSpec,
): { readonly since?: string; readonly use: string } | undefined {
  const own = spec.securityContext;
  if (key === seccompPod) return own?.seccompProfile ? undefined : seccomp;
  const prefix = key.startsWith(seccompPrefix) ? seccompPrefix : appArmorPrefix;
  if (!key.startsWith(prefix)) return undefined;
  const name = key.slice(prefix.length);
  const found = visit.once(containersOf).find(({ container }) => container.name === name);
  if (!found) return undefined;
  const context = found.container.securityContext;
  if (prefix === seccompPrefix) return context?.seccompProfile ? undefined : seccomp;
  if (context?.appArmorProfile || spec.os?.name === "windows") return undefined;
  if (saysAppArmor(value, own?.appArmorProfile)) return undefined;
  return { use: "securityContext.appArmorProfile" };
}

/** Whether an annotation says no more than the profile of the pod. */
function saysAppArmor(value: string, profile: AppArmorProfile | undefined): boolean {
  if (!profile) return false;
  if (value.startsWith("localhost/")) {
    return profile.type === "Localhost" && profile.localhostProfile === value.slice("localhost/".length);
  }
  return profile.type === (value === "unconfined" ? "Unconfined" : value === "runtime/default" && "RuntimeDefault");
}

const repeatedEntries = rule<PodSpec>(
  {
    id: "pod/repeated-entries",
    severity: "warning",
    summary: "`hostAliases` and `imagePullSecrets` name each entry once",
  },
  ({ hostAliases, imagePullSecrets }, place) => {
    if (!hostAliases && !imagePullSecrets) return;
    for (const { index, first, text } of repeated((hostAliases ?? []).map(({ ip = "" }) => ip))) {
      const at = place.at("hostAliases");
      at.at(index, "ip").duplicate(`should be unique; got "${text}" again`, at.at(first));
    }
    const secrets = place.at("imagePullSecrets");
    for (const { index, first, text } of repeated((imagePullSecrets ?? []).map(({ name }) => name || undefined))) {
      secrets.at(index, "name").duplicate(`should be unique; got "${text}" again`, secrets.at(first));
    }
    imagePullSecrets?.forEach(({ name }, index) => {
      if (!name) secrets.at(index, "name").required("`name` should not be empty");
    });
  },
);

const isOfBytes = (resource: string): boolean => resource === "memory" || resource === "ephemeral-storage";
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
      if (limits) adviseOnBytes(limits, at.at("resources", "limits"));
      if (requests) adviseOnBytes(requests, at.at("resources", "requests"), limits);
    }
  },
);

/** @param limits - a request that is the same, as by default, is not reported again */
function adviseOnBytes(amounts: Amounts, place: Place<Amounts>, limits: Amounts = {}): void {
  for (const name in amounts) {
    const amount = isOfBytes(name) ? amounts[name] : undefined;
    if (amount === undefined || isWholeBytes(amount) || amount === memberOf(limits, name)) continue;
    adviseOnWholeBytes(amount, place.at(name));
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
      for (const { index, first, text } of repeated(env.map(({ name }) => name))) {
        if (addsTo(env[index] ?? {})) continue;
        list.at(index).duplicate(`hides the earlier definition of "${text}", which apply may drop`, list.at(first));
      }
    }
  },
);

function addsTo({ name = "", value = "", valueFrom }: EnvVar): boolean {
  const reference = `$(${name})`;
  return valueFrom === undefined && value !== reference && value.includes(reference);
}

interface PlacedPort {
  readonly port: ContainerPort;
  readonly at: Place<ContainerPort>;
}

/** The ports of all containers. */
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
    if (repeated(ports.map(({ port }) => port.name || undefined)).length === 0) return;
    const firstByName = new Map<string, PlacedPort["at"]>();
    for (const { port, at } of ports) {
      if (!port.name) continue;
      const first = firstByName.get(port.name);
      if (!first) firstByName.set(port.name, at);
      // A repeat in the same list is an error.
      else if (listOf(first) !== listOf(at)) {
        const message = `should be unique in the pod; Services and probes that use "${port.name}" get the first port`;
        at.at("name").duplicate(message, first);
      }
    }
  },
);

const listOf = (place: Place): string => place.path.slice(0, -1).join("/");

const portOverlap = rule<PodSpec>(
  {
    id: "pod/port-overlap",
    severity: "warning",
    summary: "containers of a pod listen on different ports, and `hostIP` comes with `hostPort`",
  },
  (_spec, _place, visit) => {
    const ports = visit.once(portsOf);
    for (const { port, at } of ports) {
      if (port.hostIP && !port.hostPort) at.at("hostIP").say("`hostIP` has no effect without `hostPort`");
    }
    if (ports.length < 2 || repeated(ports.map(({ port }) => port.containerPort)).length === 0) return;
    const earlier = new Map<string, Place>();
    for (const { port, at } of ports) {
      const number = `${port.containerPort ?? 0}/${port.protocol ?? ""}`;
      const { fault, see } = clashOf(port, (key) => earlier.get(`${number} ${key}`));
      if (see) at.say(`${fault} an earlier port, ${number}`, { cause: "duplicate", see: see.note("the earlier port") });
      for (const key of keysOf(port)) earlier.set(`${number} ${key}`, earlier.get(`${number} ${key}`) ?? at);
    }
  },
);

interface HostSide {
  readonly hostPort?: number;
  readonly hostIP?: string;
}

/** The names under which later ports look for one of the same number and protocol. */
const keysOf = ({ hostPort = 0, hostIP = "" }: HostSide): readonly string[] => [
  "any",
  `${hostPort}`,
  `${hostPort} at ${hostIP}`,
];

/** Equal host ports are an error of their own. */
function clashOf({ hostPort = 0, hostIP = "" }: HostSide, find: (key: string) => Place | undefined) {
  const same = find(`${hostPort} at ${hostIP}`);
  if (same) return { fault: "duplicates", see: hostPort === 0 ? same : undefined };
  const overlapped = find(hostPort === 0 ? "any" : "0");
  if (overlapped) return { fault: "overlaps", see: overlapped };
  return { fault: "is ambiguous with", see: find(hostIP === "" ? `${hostPort}` : `${hostPort} at `) };
}

const gracePeriod = rule<PodSpec>(
  {
    id: "pod/grace-period",
    severity: "warning",
    summary: "`terminationGracePeriodSeconds` is not negative",
  },
  ({ terminationGracePeriodSeconds: seconds = 0 }, place) => {
    if (seconds < 0) place.at("terminationGracePeriodSeconds").invalid("should be 0 or above; it counts as 1", seconds);
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

export const podAdvice: readonly Rule<PodSpec>[] = within(
  [
    nodeLabels,
    preferredValues,
    nullSelector,
    deadAnnotation,
    ...volumeAdvice,
    repeatedEntries,
    fractionalBytes,
    hiddenVariable,
    portNames,
    portOverlap,
    gracePeriod,
    addresses,
  ],
  whereSpecIsNew,
);
