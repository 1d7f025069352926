/**
 * What a pod is, as the node agent and the scheduler report it.
 *
 * @module
 */
import { field, int64, list, quantity, quantityMap, type Static, struct, text, time } from "../../schema/fields.ts";
import { containerStatus } from "./container-status.ts";
import { resourceRequirements } from "./resource-requirements.ts";

const hostIP = struct({
  ip: text({ "x-proto": 1, "x-required": true, description: "An address." }),
});

const podIP = struct({
  ip: text({ "x-proto": 1, "x-required": true, description: "An address." }),
});

const containerExtendedResourceRequest = struct({
  containerName: text({ "x-proto": 1, "x-required": true, description: "The container." }),
  resourceName: text({ "x-proto": 2, "x-required": true, description: "The extended resource." }),
  requestName: text({ "x-proto": 3, "x-required": true, description: "The request of the claim." }),
});

const podExtendedResourceClaimStatus = struct({
  requestMappings: list(containerExtendedResourceRequest, {
    "x-proto": 1,
    "x-always": true,
    "x-list-type": "atomic",
    description: "Which request stands for which resource.",
  }),
  resourceClaimName: text({ "x-proto": 2, "x-always": true, description: "The claim that was made." }),
});

const nodeAllocatableMappedResources = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "The resource." }),
  quantity: quantity({ "x-proto": 2, "x-always": true, "x-pointer": true, description: "How much." }),
});

const nodeAllocatableOverheadResources = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "The resource." }),
  perPod: quantity({ "x-proto": 2, "x-pointer": true, description: "How much for the pod." }),
  perContainer: quantity({ "x-proto": 3, "x-pointer": true, description: "How much for each container." }),
});

const nodeAllocatableResourceClaimStatus = struct({
  resourceClaimName: text({ "x-proto": 1, "x-always": true, description: "The claim." }),
  containers: list(text(), { "x-proto": 2, "x-list-type": "set", description: "The containers that use it." }),
  resources: quantityMap({ "x-proto": 3, "x-always": true, "x-until": "1.37", description: "What it takes." }),
  mapping: list(nodeAllocatableMappedResources, {
    "x-proto": 4,
    "x-since": "1.37",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "What it takes.",
  }),
  overhead: list(nodeAllocatableOverheadResources, {
    "x-proto": 5,
    "x-since": "1.37",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "name",
    description: "What it takes besides.",
  }),
});

const volumeHealthCondition = struct({
  status: text({ "x-proto": 1, "x-always": true, description: "State of the volume." }),
  reason: text({ "x-proto": 2, "x-always": true, description: "Why, in a word." }),
  message: text({ "x-proto": 3, description: "Why, for people." }),
});

const podVolumeHealth = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "The volume." }),
  healthConditions: list(volumeHealthCondition, {
    "x-proto": 2,
    "x-list-type": "map",
    "x-list-map-keys": ["status", "reason"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "status",
    description: "What is wrong with it.",
  }),
  lastTransitionTime: time({ "x-proto": 3, description: "When that last changed." }),
});

const podCondition = struct({
  type: text({ "x-proto": 1, "x-always": true, description: "Name of the condition." }),
  observedGeneration: int64({
    "x-proto": 7,
    "x-since": "1.33",
    description: "The generation that the condition is about.",
  }),
  status: text({ "x-proto": 2, "x-always": true, description: "`True`, `False` or `Unknown`." }),
  lastProbeTime: time({ "x-proto": 3, description: "When it was last looked at." }),
  lastTransitionTime: time({ "x-proto": 4, description: "When it last changed." }),
  reason: text({ "x-proto": 5, description: "Why, in a word." }),
  message: text({ "x-proto": 6, description: "Why, for people." }),
});

const podResourceClaimStatus = struct({
  name: text({ "x-proto": 1, "x-always": true, description: "The name in `resourceClaims`." }),
  resourceClaimName: text({ "x-proto": 2, "x-pointer": true, description: "The claim that was made." }),
});

export const podStatus = struct({
  observedGeneration: int64({
    "x-proto": 17,
    "x-since": "1.33",
    description: "The generation that the status is about.",
  }),
  phase: text({ "x-proto": 1, description: "`Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`." }),
  conditions: list(podCondition, {
    "x-proto": 2,
    "x-list-type": "map",
    "x-list-map-keys": ["type"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "type",
    description: "What is true of the pod.",
  }),
  message: text({ "x-proto": 3, description: "Why it is in this state, for people." }),
  reason: text({ "x-proto": 4, description: "Why it is in this state, in a word." }),
  nominatedNodeName: text({ "x-proto": 11, description: "The node where room is being made." }),
  hostIP: text({ "x-proto": 5, description: "The node's address." }),
  hostIPs: list(hostIP, {
    "x-proto": 16,
    "x-list-type": "atomic",
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "ip",
    description: "The node's addresses.",
  }),
  podIP: text({ "x-proto": 6, description: "The pod's address." }),
  podIPs: list(podIP, {
    "x-proto": 12,
    "x-list-type": "map",
    "x-list-map-keys": ["ip"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "ip",
    description: "The pod's addresses, one of each family.",
  }),
  startTime: time({ "x-proto": 7, "x-pointer": true, description: "When the node agent took the pod." }),
  initContainerStatuses: list(containerStatus, {
    "x-proto": 10,
    "x-list-type": "atomic",
    description: "State of the init containers.",
  }),
  containerStatuses: list(containerStatus, {
    "x-proto": 8,
    "x-list-type": "atomic",
    description: "State of the containers.",
  }),
  qosClass: text({ "x-proto": 9, description: "`Guaranteed`, `Burstable` or `BestEffort`." }),
  ephemeralContainerStatuses: list(containerStatus, {
    "x-proto": 13,
    "x-list-type": "atomic",
    description: "State of the ephemeral containers.",
  }),
  resize: text({
    "x-proto": 14,
    "x-gate": "InPlacePodVerticalScaling",
    description: "How far a change of resources has come.",
  }),
  resourceClaimStatuses: list(podResourceClaimStatus, {
    "x-proto": 15,
    "x-gate": "DynamicResourceAllocation",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    "x-patch-strategy": "merge,retainKeys",
    "x-patch-merge-key": "name",
    description: "Claims that were made for the pod.",
  }),
  extendedResourceClaimStatus: field(podExtendedResourceClaimStatus, {
    "x-proto": 18,
    "x-pointer": true,
    "x-since": "1.34",
    "x-gate": "DRAExtendedResource",
    description: "The claim behind extended resources.",
  }),
  allocatedResources: quantityMap({
    "x-proto": 19,
    "x-since": "1.35",
    "x-gate": "InPlacePodLevelResourcesVerticalScaling",
    description: "What the node has set aside for the pod.",
  }),
  resources: field(resourceRequirements, {
    "x-proto": 20,
    "x-pointer": true,
    "x-since": "1.35",
    "x-gate": "InPlacePodLevelResourcesVerticalScaling",
    description: "What is in force for the pod.",
  }),
  nodeAllocatableResourceClaimStatuses: list(nodeAllocatableResourceClaimStatus, {
    "x-proto": 21,
    "x-since": "1.36",
    "x-gate": "DRANodeAllocatableResources",
    "x-list-type": "map",
    "x-list-map-keys": ["resourceClaimName"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "resourceClaimName",
    description: "What claims take of the node's own resources.",
  }),
  volumeHealth: list(podVolumeHealth, {
    "x-proto": 22,
    "x-since": "1.37",
    "x-gate": "CSIVolumeHealth",
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
    description: "How the volumes are.",
  }),
});
export type PodStatus = Static<typeof podStatus>;
