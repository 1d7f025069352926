/**
 * The usage of an object by the amounts that quotas cap, and which quotas count it.
 *
 * @module
 */
import type {
  PersistentVolumeClaim,
  Pod,
  PodSpec,
  ScopedResourceSelectorRequirement,
  Service,
} from "../../api/types/core-v1.ts";
import type { ResourceClaim } from "../../api/types/resource-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { meetsOperator } from "../../text/label-selector.ts";
import { type Quantity, quantityOfInteger, quantityValue } from "../../text/quantity.ts";
import { isPodLevel, qosClassOf, saysResources } from "./pod-qos.ts";
import {
  type Amounts,
  addAmounts,
  amountsOf,
  containerLimits,
  containerRequests,
  overridden,
} from "./resource-list.ts";
import { isExtended } from "./resource-rules.ts";

/** A write, as far as quotas look at it. */
export interface CountedWrite<T> {
  readonly operation: "CREATE" | "UPDATE";
  readonly subresource: string;
  readonly object: T;
  readonly oldObject: T | undefined;
}

/** How the objects of a resource are counted. */
export interface QuotaUsage<T> {
  /** Whether a write can change what is used. */
  counts(write: CountedWrite<T>): boolean;
  /** Whether a resource of quotas is one that such objects use. */
  uses(name: string, context: UsageContext): boolean;
  usageOf(object: T, context: UsageContext): Amounts;
  /** Whether the object is in a scope; absent: in none. */
  isInScope?(object: T, scope: ScopedResourceSelectorRequirement, context: UsageContext): boolean;
  /** The fields that the object must have where quotas cap one of the names; undefined where it does. */
  lackOf?(object: T, names: ReadonlySet<string>, context: UsageContext): string | undefined;
}

export interface UsageContext extends Pick<RuleContext, "isEnabled"> {
  readonly nowMs: number;
  /** The extended resource of each class of devices, by the name of the class; empty for a class without one. */
  deviceClasses(): ReadonlyMap<string, string>;
  /** The pod whose extended resources a claim provides; undefined for a claim of its own. */
  podOf(claim: ResourceClaim): Pod | undefined;
}

export const isNew = ({ operation, subresource }: CountedWrite<unknown>): boolean =>
  operation === "CREATE" && subresource === "";

export const count = (amount: number): Quantity => quantityOfInteger(BigInt(amount), "DecimalSI");
export const one = count(1);

/** @param names - under which an object counts as one */
export const objectCount = (names: readonly string[]): QuotaUsage<object> => ({
  counts: isNew,
  uses: (name) => names.includes(name),
  usageOf: () => new Map(names.map((name) => [name, one])),
});

const computeNames = ["cpu", "memory", "ephemeral-storage"];
export const requestPrefix = "requests.";
const podNames: ReadonlySet<string> = new Set(
  computeNames.flatMap((name) => [name, requestPrefix + name, `limits.${name}`]),
);
/** Containers must say how much they use of these where a quota caps them. */
const saidNames = [...podNames].filter((name) => !name.endsWith("ephemeral-storage"));

export const podUsage: QuotaUsage<Pod> = {
  counts: (write) =>
    isNew(write) ||
    (write.operation === "UPDATE" &&
      (write.subresource === "resize" ||
        (write.subresource === "" && isTerminating(write.oldObject) !== isTerminating(write.object)))),
  uses: (name) =>
    podNames.has(name) ||
    name === "pods" ||
    name === "count/pods" ||
    /^(?:requests\.)?hugepages-/.test(name) ||
    (name.startsWith(requestPrefix) && isDevice(name.slice(requestPrefix.length))),
  usageOf(pod, context) {
    const counted: Amounts = new Map([["count/pods", one]]);
    if (hasEnded(pod, context.nowMs)) return counted;
    const { spec = {} } = pod;
    const level = context.isEnabled("PodLevelResources") ? spec.resources : undefined;
    const requests = podRequests(spec, level);
    const limits = overridden(containerLimits(spec), level?.limits, isPodLevel);
    return new Map([...counted, ...computeUsage(requests, withOverhead(limits, amountsOf(spec.overhead)))]);
  },
  isInScope: ({ spec = {} }, scope, context) => isPodInScope(spec, scope, context),
  lackOf({ spec = {} }, names, { isEnabled }) {
    if (isEnabled("PodLevelResources") && saysResources(spec.resources)) return undefined;
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
    const lacks = saidNames
      .filter((name) => names.has(name))
      .sort()
      .flatMap((name) => {
        const lacking = containers.filter(
          ({ resources = {} }) => !computeUsage(amountsOf(resources.requests), amountsOf(resources.limits)).has(name),
        );
        const containerNames = [...new Set(lacking.map((container) => container.name ?? ""))].sort();
        return containerNames.length === 0 ? [] : [`${name} for: ${containerNames.join(",")}`];
      });
    return lacks.length === 0 ? undefined : `must specify ${lacks.join("; ")}`;
  },
};

/** All that a pod asks for: its containers at worst, or the pod as a whole where it says so, and the overhead. */
export const podRequests = (spec: PodSpec, level: PodSpec["resources"]): Amounts =>
  addAmounts(overridden(containerRequests(spec), level?.requests, isPodLevel), amountsOf(spec.overhead));

/** As quotas call what is requested, and what is the limit. */
function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map<string, Quantity>([["pods", one]]);
  for (const [name, amount] of requests) {
    if (computeNames.includes(name) || name.startsWith("hugepages-")) usage.set(name, amount);
    if (usage.has(name) || isDevice(name)) usage.set(requestPrefix + name, amount);
  }
  for (const name of computeNames) {
    const limit = limits.get(name);
    if (limit) usage.set(`limits.${name}`, limit);
  }
  return usage;
}

/** A resource that devices provide, by itself or through a class of them. */
const isDevice = (name: string): boolean => isExtended(name) || name.startsWith("deviceclass.resource.kubernetes.io/");

/** A resource without a limit gets none from the overhead. */
const withOverhead = (limits: Amounts, overhead: Amounts): Amounts =>
  addAmounts(limits, new Map([...overhead].filter(([name]) => limits.has(name))));

function hasEnded({ metadata = {}, status }: Pod, nowMs: number): boolean {
  if (status?.phase === "Failed" || status?.phase === "Succeeded") return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (!deletionTimestamp || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000;
}

const isTerminating = (pod: Pod | undefined): boolean => Number(pod?.spec?.activeDeadlineSeconds ?? -1) >= 0;

function isPodInScope(spec: PodSpec, scope: ScopedResourceSelectorRequirement, context: UsageContext): boolean {
  switch (scope.scopeName) {
    case "Terminating":
      return isTerminating({ spec });
    case "NotTerminating":
      return !isTerminating({ spec });
    case "BestEffort":
      return qosClassOf(spec, context) === "BestEffort";
    case "NotBestEffort":
      return qosClassOf(spec, context) !== "BestEffort";
    case "PriorityClass":
      return meetsOperator(spec.priorityClassName || undefined, scope.operator, scope.values);
    case "CrossNamespacePodAffinity":
      return asksOtherNamespaces(spec);
    default:
      return false;
  }
}

function asksOtherNamespaces({ affinity }: PodSpec): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].some((terms) => {
    const required = terms?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = terms?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    return [...required, ...preferred.map(({ podAffinityTerm = {} }) => podAffinityTerm)].some(
      ({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector !== undefined,
    );
  });
}

const serviceNames = ["count/services", "services", "services.nodeports", "services.loadbalancers"];

export const serviceUsage: QuotaUsage<Service> = {
  // The type of a service can change.
  counts: ({ subresource }) => subresource === "",
  uses: (name) => serviceNames.includes(name),
  usageOf({ spec = {} }) {
    const { type, ports = [], allocateLoadBalancerNodePorts: allocates = true } = spec;
    const isBalanced = type === "LoadBalancer";
    const asked = isBalanced && !allocates ? ports.filter(({ nodePort }) => nodePort) : ports;
    return new Map([
      ["count/services", one],
      ["services", one],
      ["services.nodeports", count(isBalanced || type === "NodePort" ? asked.length : 0)],
      ["services.loadbalancers", count(isBalanced ? 1 : 0)],
    ]);
  },
};

const claimNames = ["persistentvolumeclaims", "requests.storage"];
const ofClass = ".storageclass.storage.k8s.io/";

export const claimUsage: QuotaUsage<PersistentVolumeClaim> = {
  counts: ({ subresource }) => subresource === "" || subresource === "status",
  uses: (name) =>
    name === "count/persistentvolumeclaims" || claimNames.some((own) => name === own || name.endsWith(ofClass + own)),
  usageOf(claim) {
    const storageClass =
      claim.metadata?.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? claim.spec?.storageClassName;
    const storage = storageOf(claim);
    const usage: [string, Quantity][] = [
      ["persistentvolumeclaims", one],
      ...(storage ? [["requests.storage", storage] as [string, Quantity]] : []),
    ];
    const refined = storageClass ? usage.map(([name, amount]) => [storageClass + ofClass + name, amount] as const) : [];
    return new Map([["count/persistentvolumeclaims", one], ...usage, ...refined]);
  },
  isInScope(claim, scope) {
    if (scope.scopeName !== "VolumeAttributesClass") return false;
    const { spec, status } = claim;
    const names = [
      spec?.volumeAttributesClassName,
      status?.currentVolumeAttributesClassName,
      status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
    ].filter(Boolean);
    const { operator, values } = scope;
    if (names.length === 0) return meetsOperator(undefined, operator, values);
    return names.some((name) => meetsOperator(name, operator, values));
  },
};

/** In whole bytes: what is requested, or what has been allocated already if that is more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = amountsOf(spec?.resources?.requests).get("storage");
  if (!requested) return undefined;
  const allocated = amountsOf(status?.allocatedResources).get("storage");
  const larger = allocated && quantityValue(allocated) > quantityValue(requested) ? allocated : requested;
  return larger.scale < 0 ? quantityOfInteger(quantityValue(larger), larger.format) : larger;
}
