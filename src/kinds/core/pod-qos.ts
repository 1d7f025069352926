/**
 * The QoS class of a pod, which follows from its resources and decides which pods are evicted first if a node runs out
 * of them.
 *
 * @module
 */
import type { PodSpec, ResourceRequirements } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { compareQuantities, quantitySign } from "../../text/quantity.ts";
import { quantityOf } from "./resource-rules.ts";

type QosClass = "Guaranteed" | "Burstable" | "BestEffort";

export function qosClassOf(spec: PodSpec, context: Pick<RuleContext, "isEnabled">): QosClass {
  if (context.isEnabled("PodLevelResources") && hasPodLevelResources(spec.resources)) return classOf(spec.resources);
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  return commonClass(containers.map(({ resources }) => classOf(resources)));
}

/** Whether a pod can specify the resource for all its containers together. */
export const isPodLevel = (name: string): boolean =>
  name === "cpu" || name === "memory" || name.startsWith("hugepages-");

export const hasPodLevelResources = ({ requests, limits }: ResourceRequirements = {}): boolean =>
  Object.keys({ ...requests, ...limits }).some(isPodLevel);

/** Returns the common class of all parts; Burstable if they differ. */
function commonClass(classes: readonly QosClass[]): QosClass {
  const [first = "BestEffort"] = classes;
  return classes.every((each) => each === first) ? first : "Burstable";
}

function classOf({ requests = {}, limits = {} }: ResourceRequirements = {}): QosClass {
  return commonClass(
    ["cpu", "memory"].map((name) => {
      const request = quantityOf(memberOf(requests, name) ?? "0");
      if (compareQuantities(request, quantityOf(memberOf(limits, name) ?? "0")) !== 0) return "Burstable";
      return quantitySign(request) === 0 ? "BestEffort" : "Guaranteed";
    }),
  );
}
