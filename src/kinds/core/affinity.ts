/**
 * Nodes and neighbours that a pod needs or prefers.
 *
 * @module
 */
import { field, int32, list, type Static, struct, text } from "../../schema/fields.ts";
import { labelSelector } from "../meta/label-selector.ts";

const podAffinityTerm = struct({
  labelSelector: field(labelSelector, {
    "x-proto": 1,
    "x-pointer": true,
    description: "The pods; absent matches none.",
  }),
  namespaces: list(text(), {
    "x-proto": 2,
    "x-list-type": "atomic",
    description: "Where they are; default the pod's namespace.",
  }),
  topologyKey: text({
    "x-proto": 3,
    "x-required": true,
    description: "Label of nodes whose equal values mean the same place.",
  }),
  namespaceSelector: field(labelSelector, {
    "x-proto": 4,
    "x-pointer": true,
    description: "Where they are, by label; empty is everywhere.",
  }),
  matchLabelKeys: list(text(), {
    "x-proto": 5,
    "x-list-type": "atomic",
    "x-gate": "MatchLabelKeysInPodAffinity",
    description: "Labels that must have this pod's values.",
  }),
  mismatchLabelKeys: list(text(), {
    "x-proto": 6,
    "x-list-type": "atomic",
    "x-gate": "MatchLabelKeysInPodAffinity",
    description: "Labels that must not have this pod's values.",
  }),
});
export type PodAffinityTerm = Static<typeof podAffinityTerm>;

const weightedPodAffinityTerm = struct({
  weight: int32({ "x-proto": 1, "x-required": true, description: "1 to 100." }),
  podAffinityTerm: field(podAffinityTerm, { "x-proto": 2, "x-required": true, description: "What is preferred." }),
});

const podAntiAffinity = struct({
  requiredDuringSchedulingIgnoredDuringExecution: list(podAffinityTerm, {
    "x-proto": 1,
    "x-list-type": "atomic",
    description: "Must all hold when the pod is placed.",
  }),
  preferredDuringSchedulingIgnoredDuringExecution: list(weightedPodAffinityTerm, {
    "x-proto": 2,
    "x-list-type": "atomic",
    description: "The heavier what holds, the worse the node.",
  }),
});

const nodeSelectorRequirement = struct({
  key: text({ "x-proto": 1, "x-required": true, description: "Key of the label, or `metadata.name`." }),
  operator: text({
    "x-proto": 2,
    "x-required": true,
    description: "`In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`.",
  }),
  values: list(text(), {
    "x-proto": 3,
    "x-list-type": "atomic",
    description: "One for `Gt` and `Lt`, none for `Exists` and `DoesNotExist`.",
  }),
});
export type NodeSelectorRequirement = Static<typeof nodeSelectorRequirement>;

const nodeSelectorTerm = struct({
  matchExpressions: list(nodeSelectorRequirement, {
    "x-proto": 1,
    "x-list-type": "atomic",
    description: "Requirements on labels of the node.",
  }),
  matchFields: list(nodeSelectorRequirement, {
    "x-proto": 2,
    "x-list-type": "atomic",
    description: "Requirements on fields of the node.",
  }),
});
export type NodeSelectorTerm = Static<typeof nodeSelectorTerm>;

const preferredSchedulingTerm = struct({
  weight: int32({ "x-proto": 1, "x-required": true, description: "1 to 100." }),
  preference: field(nodeSelectorTerm, { "x-proto": 2, "x-required": true, description: "What is preferred." }),
});

const nodeSelector = struct({
  nodeSelectorTerms: list(nodeSelectorTerm, {
    "x-proto": 1,
    "x-required": true,
    "x-list-type": "atomic",
    description: "One of them must match.",
  }),
});
export type NodeSelector = Static<typeof nodeSelector>;

export const nodeAffinity = struct({
  requiredDuringSchedulingIgnoredDuringExecution: field(nodeSelector, {
    "x-proto": 1,
    "x-pointer": true,
    description: "Must hold when the pod is placed.",
  }),
  preferredDuringSchedulingIgnoredDuringExecution: list(preferredSchedulingTerm, {
    "x-proto": 2,
    "x-list-type": "atomic",
    description: "The heavier what holds, the better the node.",
  }),
});

const podAffinity = struct({
  requiredDuringSchedulingIgnoredDuringExecution: list(podAffinityTerm, {
    "x-proto": 1,
    "x-list-type": "atomic",
    description: "Must all hold when the pod is placed.",
  }),
  preferredDuringSchedulingIgnoredDuringExecution: list(weightedPodAffinityTerm, {
    "x-proto": 2,
    "x-list-type": "atomic",
    description: "The heavier what holds, the better the node.",
  }),
});
export type PodAffinity = Static<typeof podAffinity>;

export const affinity = struct({
  nodeAffinity: field(nodeAffinity, { "x-proto": 1, "x-pointer": true, description: "Nodes to run on." }),
  podAffinity: field(podAffinity, { "x-proto": 2, "x-pointer": true, description: "Pods to run beside." }),
  podAntiAffinity: field(podAntiAffinity, { "x-proto": 3, "x-pointer": true, description: "Pods to keep away from." }),
});
export type Affinity = Static<typeof affinity>;
