/**
 * NodeDeclaredFeatureValidator: rejects changes of bound pods, and devices, that need features which the kubelets of
 * their nodes do not declare.
 *
 * @module
 */
import type { Container, Node, NodeSelector, NodeSelectorTerm } from "../../api/types/core-v1.ts";
import type { Device, ResourceSlice } from "../../api/types/resource-v1.ts";
import { quantityOf } from "../../kinds/core/resource-rules.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { meets } from "../../text/label-selector.ts";
import { compareQuantities } from "../../text/quantity.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { type BoundPod, changedPod, nodeOf } from "./bound-pod.ts";
import { type AdmissionPlugin, lookUp, type PluginParts, refused, writtenObject } from "./plugin.ts";

/** Kubelet features that a change of a bound pod may need, each with its check, sorted by name. */
const neededFeatures: readonly (readonly [feature: string, isNeeded: (pod: BoundPod) => boolean])[] = [
  ["InPlacePodLevelResourcesVerticalScaling", ({ spec, oldSpec }) => !semanticEqual(spec.resources, oldSpec.resources)],
  ["InPlacePodVerticalScalingInitContainers", resizesInitContainer],
  ["InPlacePodVerticalScalingMemoryBackedVolumes", resizesMemory],
];

const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === "Always";

function resizesInitContainer({ spec, oldSpec }: BoundPod): boolean {
  const now = spec.initContainers ?? [];
  return (oldSpec.initContainers ?? []).some(
    (container, index) => !isSidecar(container) && !semanticEqual(container.resources, now[index]?.resources),
  );
}

function resizesMemory({ spec, oldSpec }: BoundPod): boolean {
  const stored = oldSpec.volumes ?? [];
  return (spec.volumes ?? []).some(({ name, emptyDir }, index) => {
    const before = stored[index];
    if (before?.name !== name || emptyDir?.medium !== "Memory") return false;
    const [limit, old] = [emptyDir.sizeLimit, before?.emptyDir?.sizeLimit];
    return limit !== undefined && old !== undefined && compareQuantities(quantityOf(limit), quantityOf(old)) !== 0;
  });
}

const nodeResourcesFeature = "DRANodeAllocatableResources";

const hasDeclared = (node: Node, feature: string): boolean => node.status?.declaredFeatures?.includes(feature) ?? false;

/** Creates the plugin. A change may only need features that the kubelet of the node declares. */
export const nodeDeclaredFeatureValidator = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    if (!parts.isEnabled("NodeDeclaredFeatures")) return;
    const pod = ["", "resize"].includes(attempt.subresource) ? changedPod(attempt) : undefined;
    if (pod) await approvePod(attempt, pod, parts);
    const slice = writtenObject<ResourceSlice>(attempt, "resource.<domain>", "resourceslices");
    if (slice?.spec && parts.isEnabled(nodeResourcesFeature)) await approveDevices(attempt, slice.spec, parts);
  },
});

async function approvePod(attempt: AdmissionAttributes, pod: BoundPod, parts: PluginParts): Promise<void> {
  const needed = neededFeatures.filter(([, isNeeded]) => isNeeded(pod)).map(([feature]) => feature);
  if (needed.length === 0) return;
  const node = await nodeOf(attempt, pod.nodeName, parts);
  const missing = needed.filter((feature) => !hasDeclared(node, feature));
  if (missing.length === 0) return;
  const list = missing.join(", ");
  throw refused(
    attempt,
    `pod update requires features ${list} which are not available on node ${quoteGo(pod.nodeName)}`,
  );
}

type SliceSpec = NonNullable<ResourceSlice["spec"]>;

/** Checks the nodes of devices that consume allocatable resources of their nodes. */
async function approveDevices(attempt: AdmissionAttributes, spec: SliceSpec, parts: PluginParts): Promise<void> {
  for (const device of spec.devices ?? []) {
    if (Object.keys(device.nodeAllocatableResources ?? {}).length === 0) continue;
    for (const node of await nodesOf(attempt, device, spec, parts)) {
      if (hasDeclared(node, nodeResourcesFeature)) continue;
      throw refused(
        attempt,
        `node ${quoteGo(node.metadata?.name ?? "")} does not support ${nodeResourcesFeature} feature`,
      );
    }
  }
}

async function nodesOf(
  attempt: AdmissionAttributes,
  device: Device,
  spec: SliceSpec,
  { store }: PluginParts,
): Promise<readonly Node[]> {
  const { nodeName, nodeSelector, allNodes } = spec.perDeviceNodeSelection ? device : spec;
  const name = device.name ?? "";
  if (nodeName) {
    const node = await lookUp<Node>(store("", "nodes"), nodeName);
    if (!node) throw refused(attempt, `node ${quoteGo(nodeName)} not found for device ${quoteGo(name)}`);
    return [node];
  }
  if (!nodeSelector && !allNodes) {
    const why = "in ResourceSlice has NodeAllocatableResources but does not map to any nodes";
    throw refused(attempt, `device ${quoteGo(name)} ${why}`);
  }
  const nodes = (store("", "nodes")?.cached() ?? []) as readonly Node[];
  return nodes.filter((node) => allNodes || (nodeSelector && selects(nodeSelector, node)));
}

const selects = ({ nodeSelectorTerms: terms }: NodeSelector, node: Node): boolean =>
  (terms ?? []).some((term) => selectsByTerm(term, node));

function selectsByTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  { metadata = {} }: Node,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  const { labels = {}, name = "" } = metadata;
  const isMet = matchExpressions.every((each) => meets(each, labels));
  return isMet && matchFields.every((each) => meets(each, { "metadata.name": name }));
}
