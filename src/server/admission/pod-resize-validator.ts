/**
 * PodResizeValidator: rejects the resize of a bound pod that its node cannot hold.
 *
 * @module
 */
import { podRequests } from "../../kinds/core/quota-usage.ts";
import { type Amounts, amountsOf } from "../../kinds/core/resource-list.ts";
import { quoteGo } from "../../text/go-quote.ts";
import {
  compareQuantities,
  type Quantity,
  quantityMilliValue,
  quantityOfInteger,
  quantityValue,
} from "../../text/quantity.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { forbidden } from "../request/failures.ts";
import { changedPod, nodeOf } from "./bound-pod.ts";
import type { AdmissionPlugin, PluginParts } from "./plugin.ts";

/** Creates the plugin. A resized pod must fit on its node even if no other pod ran there. */
export const podResizeValidator = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    const pod = attempt.subresource === "resize" ? changedPod(attempt) : undefined;
    if (!pod || !parts.isEnabled("InPlacePodVerticalScaling")) return;
    const node = await nodeOf(attempt, pod.nodeName, parts);
    const system = node.metadata?.labels?.["kubernetes.io/os"];
    if (system !== undefined && system !== "linux") {
      const why = `pod resize is only supported on linux nodes, node ${quoteGo(pod.nodeName)} is ${quoteGo(system)}`;
      throw refusedResize(attempt, why, "UnsupportedPlatform");
    }
    const lacks = lacking(podRequests(pod.spec, pod.spec.resources), amountsOf(node.status?.allocatable));
    if (lacks.length === 0) return;
    throw refusedResize(attempt, `node didn't have enough allocatable resources: ${lacks.join("; ")}`, "NodeCapacity");
  },
});

function refusedResize({ resource, target }: AdmissionAttributes, why: string, reason: string) {
  return forbidden({ ...resource, name: target.name }, why, [{ reason }]);
}

const none = quantityOfInteger(0n, "DecimalSI");

/** The resources that are compared, with the unit in which kube-apiserver's message shows their amounts. */
const units: readonly (readonly [name: string, count: (amount: Quantity) => bigint])[] = [
  ["cpu", quantityMilliValue],
  ["memory", quantityValue],
];

function lacking(requested: Amounts, allocatable: Amounts): readonly string[] {
  return units.flatMap(([name, count]) => {
    const [wanted, given] = [requested.get(name) ?? none, allocatable.get(name) ?? none];
    const isMore = compareQuantities(wanted, given) > 0;
    return isMore ? [`${name}, requested: ${count(wanted)}, allocatable: ${count(given)}`] : [];
  });
}
