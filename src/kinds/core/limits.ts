/**
 * Applies a LimitRange like its admission plugin: sets defaults of containers, and rejects pods and claims whose
 * requests or limits are outside of the bounds.
 *
 * @module
 */
import type { Container, LimitRangeItem, PersistentVolumeClaim, Pod } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import { compareQuantities, formatQuantity, quantitySign, quantityToDouble } from "../../text/quantity.ts";
import {
  type Amounts,
  amountsOf,
  containerLimits,
  containerRequests,
  overrideAmounts,
  type ResourceList,
} from "./resource-list.ts";

const annotation = "kubernetes.io/limit-ranger";

type Limits = readonly LimitRangeItem[];

/** Sets missing requests and limits of containers to the defaults, and records that in an annotation. */
export function fillInLimits(pod: Pod, limits: Limits): void {
  const ofContainers = limits.filter(({ type }) => type === "Container");
  const defaults = {
    requests: Object.assign({}, ...ofContainers.map(({ defaultRequest }) => defaultRequest)) as ResourceList,
    limits: Object.assign({}, ...ofContainers.map((item) => item.default)) as ResourceList,
  };
  const { containers, initContainers = [] } = pod.spec ?? {};
  const notes = [
    ...(containers ?? []).flatMap((container) => fillInContainer(container, defaults, "container")),
    ...initContainers.flatMap((container) => fillInContainer(container, defaults, "init container")),
  ];
  if (notes.length === 0) return;
  const annotations = { ...pod.metadata?.annotations, [annotation]: `LimitRanger plugin set: ${notes.join("; ")}` };
  pod.metadata = { ...pod.metadata, annotations };
}

type Sections = Readonly<Record<"requests" | "limits", ResourceList>>;

function fillInContainer(container: Container, defaults: Sections, noun: string): readonly string[] {
  return (["requests", "limits"] as const).flatMap((section) => {
    const own = container.resources?.[section];
    const lacking = Object.keys(defaults[section]).filter((name) => memberOf(own, name) === undefined);
    if (lacking.length === 0) return [];
    container.resources = { ...container.resources, [section]: { ...defaults[section], ...own } };
    return [
      `${lacking.sort().join(", ")} ${section === "requests" ? "request" : "limit"} for ${noun} ${container.name}`,
    ];
  });
}

interface RequestedAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** @param hasPodLevel - whether the resources of the pod as a whole count */
export function podFaults({ spec = {} }: Pod, limits: Limits, hasPodLevel: boolean): readonly string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources = {} }) => ({
    requests: amountsOf(resources.requests),
    limits: amountsOf(resources.limits),
  }));
  const level = hasPodLevel ? spec.resources : undefined;
  const whole = {
    requests: overrideAmounts(containerRequests(spec), level?.requests, isLimitedAsWhole),
    limits: overrideAmounts(containerLimits(spec), level?.limits, isLimitedAsWhole),
  };
  return limits.flatMap((item) => {
    if (item.type === "Container") return containers.flatMap((asked) => faultsOf(item, asked));
    return item.type === "Pod" ? faultsOf(item, whole) : [];
  });
}

const isLimitedAsWhole = (name: string): boolean => name === "cpu" || name === "memory";

/** Returns the faults of a claim. Claims have no limits, so the maximum applies to the request. */
export function claimFaults({ spec }: PersistentVolumeClaim, limits: Limits): readonly string[] {
  const asked = { requests: amountsOf(spec?.resources?.requests), limits: new Map() };
  return limits
    .filter(({ type }) => type === "PersistentVolumeClaim")
    .flatMap((item) => [...minFaults(item, asked), ...maxFaults(item, asked, "request")]);
}

const faultsOf = (item: LimitRangeItem, asked: RequestedAmounts): readonly string[] => [
  ...minFaults(item, asked),
  ...maxFaults(item, asked, "limit"),
  ...ratioFaults(item, asked),
];

function minFaults({ type, min }: LimitRangeItem, { requests, limits }: RequestedAmounts): readonly string[] {
  return [...amountsOf(min)].flatMap(([name, least]) => {
    const [request, limit] = [requests.get(name), limits.get(name)];
    const rule = `minimum ${name} usage per ${type} is ${formatQuantity(least)}`;
    if (!request) return [`${rule}.  No request is specified`];
    if (compareQuantities(request, least) < 0) return [`${rule}, but request is ${formatQuantity(request)}`];
    return limit && compareQuantities(limit, least) < 0 ? [`${rule}, but limit is ${formatQuantity(limit)}`] : [];
  });
}

/** @param wanted - the amount that must be specified */
function maxFaults(
  { type, max }: LimitRangeItem,
  { requests, limits }: RequestedAmounts,
  wanted: "limit" | "request",
): readonly string[] {
  return [...amountsOf(max)].flatMap(([name, most]) => {
    const [request, limit] = [requests.get(name), limits.get(name)];
    const rule = `maximum ${name} usage per ${type} is ${formatQuantity(most)}`;
    if (wanted === "limit" ? !limit : !request) return [`${rule}.  No ${wanted} is specified`];
    if (limit && compareQuantities(limit, most) > 0) return [`${rule}, but limit is ${formatQuantity(limit)}`];
    return request && compareQuantities(request, most) > 0
      ? [`${rule}, but request is ${formatQuantity(request)}`]
      : [];
  });
}

function ratioFaults(
  { type, maxLimitRequestRatio }: LimitRangeItem,
  { requests, limits }: RequestedAmounts,
): readonly string[] {
  return [...amountsOf(maxLimitRequestRatio)].flatMap(([name, most]) => {
    const [request, limit] = [requests.get(name), limits.get(name)];
    const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(most)}`;
    if (!request || quantitySign(request) === 0) return [`${rule}, but no request is specified or request is 0`];
    if (!limit || quantitySign(limit) === 0) return [`${rule}, but no limit is specified or limit is 0`];
    const ratio = quantityToDouble(limit) / quantityToDouble(request);
    return ratio > quantityToDouble(most) ? [`${rule}, but provided ratio is ${ratio.toFixed(6)}`] : [];
  });
}
