/**
 * Computes how much of each quota resource an object uses, and decides which quotas count it.
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
import { hasPodLevelResources, isPodLevel, qosClassOf } from "./pod-qos.ts";
import {
  type Amounts,
  addAmounts,
  amountsOf,
  containerLimits,
  containerRequests,
  overrideAmounts,
} from "./resource-list.ts";
import { isExtended } from "./resource-rules.ts";

/** The parts of a write that quotas depend on. */
export interface CountedWrite<T> {
  readonly operation: "CREATE" | "UPDATE";
  readonly subresource: string;
  readonly object: T;
  readonly oldObject: T | undefined;
}

/** How the objects of a resource count against quotas. */
export interface QuotaUsage<T> {
  /** Whether a write can change the usage. */
  canChangeUsage(write: CountedWrite<T>): boolean;
  /** Whether objects of this kind can use a quota resource. */
  canUseResource(name: string, context: UsageContext): boolean;
  usageOf(object: T, context: UsageContext): Amounts;
  /** Whether the object is in a scope. Absent if these objects have no scopes. */
  isInScope?(object: T, scope: ScopedResourceSelectorRequirement, context: UsageContext): boolean;
  /**
   * Reports the fields that the object must set if a quota limits one of the names; undefined if it sets all of them.
   */
  missingResources?(object: T, names: ReadonlySet<string>, context: UsageContext): string | undefined;
}

export interface UsageContext extends Pick<RuleContext, "isEnabled"> {
  readonly nowMs: number;
  /** The extended resource of each device class, by the name of the class; empty for a class without one. */
  deviceClasses(): ReadonlyMap<string, string>;
  /** Returns the pod for whose extended resources a claim was made; undefined for any other claim. */
  podOf(claim: ResourceClaim): Pod | undefined;
}

export const isCreation = ({ operation, subresource }: CountedWrite<unknown>): boolean =>
  operation === "CREATE" && subresource === "";

export const count = (amount: number): Quantity => quantityOfInteger(BigInt(amount), "DecimalSI");
export const one = count(1);

/** @param names - the quota resources in which each object counts as one */
export const objectCount = (names: readonly string[]): QuotaUsage<object> => ({
  canChangeUsage: isCreation,
  canUseResource: (name) => names.includes(name),
  usageOf: () => new Map(names.map((name) => [name, one])),
});

const computeNames = ["cpu", "memory", "ephemeral-storage"];
export const requestPrefix = "requests.";
const podNames: ReadonlySet<string> = new Set(
  computeNames.flatMap((name) => [name, requestPrefix + name, `limits.${name}`]),
);
/** Resources that every container must specify if a quota limits them. */
const requiredNames = [...podNames].filter((name) => !name.endsWith("ephemeral-storage"));

export const podUsage: QuotaUsage<Pod> = {
  canChangeUsage: (write) =>
    isCreation(write) ||
    (write.operation === "UPDATE" &&
      (write.subresource === "resize" ||
        (write.subresource === "" && isTerminating(write.oldObject) !== isTerminating(write.object)))),
  canUseResource: (name) =>
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
    const limits = overrideAmounts(containerLimits(spec), level?.limits, isPodLevel);
    return new Map([...counted, ...computeUsage(requests, withOverhead(limits, amountsOf(spec.overhead)))]);
  },
  isInScope: ({ spec = {} }, scope, context) => isPodInScope(spec, scope, context),
  missingResources({ spec = {} }, names, { isEnabled }) {
    if (isEnabled("PodLevelResources") && hasPodLevelResources(spec.resources)) return undefined;
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
    const lacks = requiredNames
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

/**
 * Returns the total requests of a pod: the maximum over its containers, or the pod-level resources if they are set,
 * plus the overhead.
 */
export const podRequests = (spec: PodSpec, level: PodSpec["resources"]): Amounts =>
  addAmounts(overrideAmounts(containerRequests(spec), level?.requests, isPodLevel), amountsOf(spec.overhead));

/** Converts requests and limits to the resource names of quotas. */
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

/** Whether devices provide the resource, directly or through a device class. */
const isDevice = (name: string): boolean => isExtended(name) || name.startsWith("deviceclass.resource.kubernetes.io/");

/** Adds the overhead to the limits. A resource without a limit stays unlimited. */
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
      return selectsOtherNamespaces(spec);
    default:
      return false;
  }
}

function selectsOtherNamespaces({ affinity }: PodSpec): boolean {
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
  // An update counts too, since it can change the type.
  canChangeUsage: ({ subresource }) => subresource === "",
  canUseResource: (name) => serviceNames.includes(name),
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
const storageClassInfix = ".storageclass.storage.k8s.io/";

export const claimUsage: QuotaUsage<PersistentVolumeClaim> = {
  canChangeUsage: ({ subresource }) => subresource === "" || subresource === "status",
  canUseResource: (name) =>
    name === "count/persistentvolumeclaims" ||
    claimNames.some((own) => name === own || name.endsWith(storageClassInfix + own)),
  usageOf(claim) {
    const storageClass =
      claim.metadata?.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? claim.spec?.storageClassName;
    const storage = storageOf(claim);
    const usage: [string, Quantity][] = [
      ["persistentvolumeclaims", one],
      ...(storage ? [["requests.storage", storage] as [string, Quantity]] : []),
    ];
    const refined = storageClass
      ? usage.map(([name, amount]) => [storageClass + storageClassInfix + name, amount] as const)
      : [];
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

/** Returns the storage of a claim in whole bytes: the request, or the allocated storage if that is larger. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = amountsOf(spec?.resources?.requests).get("storage");
  if (!requested) return undefined;
  const allocated = amountsOf(status?.allocatedResources).get("storage");
  const larger = allocated && quantityValue(allocated) > quantityValue(requested) ? allocated : requested;
  return larger.scale < 0 ? quantityOfInteger(quantityValue(larger), larger.format) : larger;
}
