/**
 * PodTopologyLabels: copies the zone and region labels of a node to a pod when the pod is bound to the node.
 *
 * @module
 */
import type { Binding, Node, Pod } from "../../api/types/core-v1.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type AdmissionPlugin, isForResource, lookUp, type PluginParts } from "./plugin.ts";

const copied = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone"];

export const podTopologyLabels = ({ store, isEnabled }: PluginParts): AdmissionPlugin => ({
  async mutate(attempt) {
    const { object } = attempt;
    const name = nodeOf(attempt);
    if (!object || !name || !isEnabled("PodTopologyLabelsAdmission")) return;
    const labels = (await lookUp<Node>(store("", "nodes"), name))?.metadata?.labels ?? {};
    const own = Object.entries(labels).filter(([key]) => copied.includes(key));
    if (own.length > 0) object.metadata.labels = { ...object.metadata.labels, ...Object.fromEntries(own) };
  },
});

/** Returns the name of the node of a new pod, or the node that a binding assigns. */
function nodeOf(attempt: AdmissionAttributes): string | undefined {
  if (attempt.operation !== "CREATE" || !isForResource(attempt, "", "pods")) return undefined;
  if (attempt.subresource === "") return (attempt.object as Pod | undefined)?.spec?.nodeName;
  if (attempt.subresource !== "binding") return undefined;
  const { target } = (attempt.object ?? {}) as ApiObject & Binding;
  return target?.kind === "Node" ? target.name : undefined;
}
