/**
 * The types of `resource/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface AllocatedDeviceStatus {
  /** Name of the driver of the device. */
  driver?: string;
  /** Name of the pool of the device. */
  pool?: string;
  /** Name of the device in the pool. */
  device?: string;
  /** Id of the share, for a device that is allocated several times. */
  shareID?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[] | null;
  /** Data in a form of the driver's own. */
  data?: unknown;
  /** Addresses of a network device. */
  networkData?: NetworkDeviceData;
}

export interface AllocationResult {
  /** The allocated devices. */
  devices?: DeviceAllocationResult;
  /** Nodes that can use the devices; absent: all. */
  nodeSelector?: coreV1.NodeSelector;
  /** When the devices were allocated. */
  allocationTimestamp?: string | null;
}

export interface CELDeviceSelector {
  /** CEL expression that must be true; `device` has the driver, the attributes and the capacity. */
  expression?: string;
}

export interface CapacityRequestPolicy {
  /** Amount that a request without one consumes. */
  default?: string | null;
  /** Amounts that may be consumed, ascending; requests are rounded up. */
  validValues?: string[];
  /** Range of amounts that may be consumed. */
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  /** Smallest amount. */
  min?: string;
  /** Largest amount. */
  max?: string;
  /** Requests are rounded up to `min` and a multiple of this. */
  step?: string;
}

export interface CapacityRequirements {
  /** Amount of each capacity that the device must have, or that is consumed of it. */
  requests?: Record<string, string>;
}

export interface Counter {
  /** The amount. */
  value?: string;
}

export interface CounterSet {
  /** Name of the set, unique in the pool. */
  name?: string;
  /** Amounts that devices of the pool share, by name. */
  counters?: Record<string, Counter>;
}

export interface Device {
  /** Name of the device, unique in the pool. */
  name?: string;
  /** Properties of the device, by qualified name. */
  attributes?: Record<string, DeviceAttribute>;
  /** Capacities of the device, by qualified name. */
  capacity?: Record<string, DeviceCapacity>;
  /** Amounts that the device takes from shared counters. */
  consumesCounters?: DeviceCounterConsumption[];
  /** Node that has the device, with `perDeviceNodeSelection`. */
  nodeName?: string;
  /** Nodes that can use the device, with `perDeviceNodeSelection`. */
  nodeSelector?: coreV1.NodeSelector;
  /** Whether all nodes can use the device, with `perDeviceNodeSelection`. */
  allNodes?: boolean;
  /** Keep claims away that do not tolerate them. */
  taints?: DeviceTaint[];
  /** Whether the allocation is only for the node that was chosen for it. */
  bindsToNode?: boolean;
  /** Conditions that must be true before a pod is bound to the node. */
  bindingConditions?: string[];
  /** Conditions of which a true one makes the allocation fail. */
  bindingFailureConditions?: string[];
  /** Whether several claims may share the device. */
  allowMultipleAllocations?: boolean;
  /** Resources of the node that the device takes, by name. Since 1.36. Gone in 1.37. */
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
  /** Resources of the node that the device provides or takes, by name. Since 1.37. */
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>;
}

export interface DeviceAllocationConfiguration {
  /** `FromClass` or `FromClaim`: where the configuration comes from. */
  source?: string;
  /** Requests that the configuration is for; empty for all. */
  requests?: string[];
  /** Configuration in a form of the driver's own. */
  opaque?: OpaqueDeviceConfiguration;
}

export type DeviceAllocationMode = "All" | "ExactCount";

export interface DeviceAllocationResult {
  /** The allocated devices, one entry each. */
  results?: DeviceRequestAllocationResult[];
  /** Configuration of the devices, from classes and the claim. */
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  /** A number. */
  int?: number | bigint;
  /** True or false. */
  bool?: boolean;
  /** A text of at most 64 bytes. */
  string?: string;
  /** A semantic version 2.0.0. */
  version?: string;
  /** Numbers. Since 1.36. */
  ints?: (number | bigint)[];
  /** True or false, several. Since 1.36. */
  bools?: boolean[];
  /** Texts of at most 64 bytes. Since 1.36. */
  strings?: string[];
  /** Semantic versions 2.0.0. Since 1.36. */
  versions?: string[];
}

export interface DeviceCapacity {
  /** Amount of the capacity. */
  value?: string;
  /** How much of the capacity a request may consume. */
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  /** Devices that are wanted. */
  requests?: DeviceRequest[] | null;
  /** Conditions on the devices together. */
  constraints?: DeviceConstraint[];
  /** Configuration for the drivers. */
  config?: DeviceClaimConfiguration[];
}

export interface DeviceClaimConfiguration {
  /** Requests that the configuration is for; empty for all. */
  requests?: string[];
  /** Configuration in a form of the driver's own. */
  opaque?: OpaqueDeviceConfiguration;
}

/** A kind of device that claims can name. */
export interface DeviceClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: DeviceClassSpec;
}

export interface DeviceClassConfiguration {
  /** Configuration in a form of the driver's own. */
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceClassSpec {
  /** Conditions that each device must satisfy. */
  selectors?: DeviceSelector[];
  /** Configuration for the driver of the device. */
  config?: DeviceClassConfiguration[];
  /** Extended resource by which pods can ask for a device of the class. */
  extendedResourceName?: string;
}

export interface DeviceConstraint {
  /** Requests that the constraint is for; empty for all. */
  requests?: string[];
  /** Attribute that must have the same value for all devices. */
  matchAttribute?: string;
  /** Attribute that must have another value for each device. */
  distinctAttribute?: string;
}

export interface DeviceCounterConsumption {
  /** Name of the set of counters. */
  counterSet?: string;
  /** Amounts that the device takes, by name. */
  counters?: Record<string, Counter>;
  /** Devices of the set are allocated together only if they have a group in common. Since 1.37. */
  compatibilityGroups?: string[];
}

export interface DeviceDerivedAttribute {
  /** Qualified name of the attribute, for constraints. */
  name?: string;
  /** CEL expression that gives the value; `device` is the same as in selectors. */
  expression?: string;
}

export interface DeviceRequest {
  /** Name of the request, by which containers refer to it. */
  name?: string;
  /** One kind of request. */
  exactly?: ExactDeviceRequest;
  /** Alternatives in order; the first that can be satisfied counts. */
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  /** Name of the request, or `request/subrequest`. */
  request?: string;
  /** Name of the driver of the device. */
  driver?: string;
  /** Name of the pool of the device. */
  pool?: string;
  /** Name of the device in the pool. */
  device?: string;
  /** Whether the device is for administration and stays free for others. */
  adminAccess?: boolean;
  /** Tolerations of the request. */
  tolerations?: DeviceToleration[];
  /** Conditions that must be true before a pod is bound to the node. */
  bindingConditions?: string[];
  /** Conditions of which a true one makes the allocation fail. */
  bindingFailureConditions?: string[];
  /** Id of the share, for a device that is allocated several times. */
  shareID?: string;
  /** Amount of each capacity that the request consumes. */
  consumedCapacity?: Record<string, string>;
  /** Calls of the driver that the kubelet leaves out for the device. Since 1.37. */
  skipNodeOperations?: string[];
}

export interface DeviceSelector {
  /** A CEL expression. */
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  /** Name of the alternative, unique in the request. */
  name?: string;
  /** Name of the DeviceClass. */
  deviceClassName?: string;
  /** Conditions that each device must satisfy. */
  selectors?: DeviceSelector[];
  /** `ExactCount` or `All`; default `ExactCount`. */
  allocationMode?: DeviceAllocationMode;
  /** How many devices, for `ExactCount`; default 1. */
  count?: number | bigint;
  /** Taints of devices that the request tolerates. */
  tolerations?: DeviceToleration[];
  /** Amount of each capacity that the device must have. */
  capacity?: CapacityRequirements;
  /** Attributes that CEL expressions give to devices, for constraints. Since 1.37. */
  derivedAttributes?: DeviceDerivedAttribute[];
}

export interface DeviceTaint {
  /** Key of the taint. */
  key?: string;
  /** Value of the taint. */
  value?: string;
  /** `None`, `NoSchedule` or `NoExecute`. */
  effect?: DeviceTaintEffect;
  /** When the taint was added. */
  timeAdded?: string | null;
}

export type DeviceTaintEffect = "NoExecute" | "NoSchedule" | "None";

/** Taints devices, so that only who tolerates it gets them. */
export interface DeviceTaintRule {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: DeviceTaintRuleSpec;
  /** The observed state. */
  status?: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleSpec {
  /** Devices that get the taint; an empty selector is all. */
  deviceSelector?: DeviceTaintSelector;
  /** The taint. */
  taint?: DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export interface DeviceTaintSelector {
  /** Name of the driver; absent: any. */
  driver?: string;
  /** Name of the pool; absent: any. */
  pool?: string;
  /** Name of the device; absent: any. */
  device?: string;
}

export interface DeviceToleration {
  /** Key of the taint; empty for all. */
  key?: string;
  /** `Equal` or `Exists`; default `Equal`. */
  operator?: DeviceTolerationOperator;
  /** Value of the taint, for `Equal`. */
  value?: string;
  /** Effect of the taint; empty for all. */
  effect?: DeviceTaintEffect;
  /** How long a `NoExecute` taint is tolerated, in seconds; absent: for ever. */
  tolerationSeconds?: number | bigint;
}

export type DeviceTolerationOperator = "Equal" | "Exists";

export interface ExactDeviceRequest {
  /** Name of the DeviceClass. */
  deviceClassName?: string;
  /** Conditions that each device must satisfy. */
  selectors?: DeviceSelector[];
  /** `ExactCount` or `All`; default `ExactCount`. */
  allocationMode?: DeviceAllocationMode;
  /** How many devices, for `ExactCount`; default 1. */
  count?: number | bigint;
  /** Whether the devices are for administration and stay free for others. */
  adminAccess?: boolean;
  /** Taints of devices that the request tolerates. */
  tolerations?: DeviceToleration[];
  /** Amount of each capacity that the device must have. */
  capacity?: CapacityRequirements;
  /** Attributes that CEL expressions give to devices, for constraints. Since 1.37. */
  derivedAttributes?: DeviceDerivedAttribute[];
}

export interface NetworkDeviceData {
  /** Name of the network interface. */
  interfaceName?: string;
  /** Addresses with their prefix, such as `192.0.2.5/24`. */
  ips?: string[];
  /** Hardware address of the interface. */
  hardwareAddress?: string;
}

export interface NodeAllocatableMapping {
  /** Capacity of the device whose consumed amount counts. */
  capacityKey?: string;
  /** Amount of the resource for each unit of the capacity. */
  capacityMultiplier?: string;
  /** Amount of the resource for each device; excludes `capacityKey`. */
  deviceMultiplier?: string;
}

export interface NodeAllocatableOverhead {
  /** Amount for each pod that uses the claim. */
  perPod?: string;
  /** Amount for each container that uses the claim. */
  perContainer?: string;
}

export interface NodeAllocatableResource {
  /** The resource that the device itself is. */
  mapping?: NodeAllocatableMapping;
  /** The resource that using the device takes. */
  overhead?: NodeAllocatableOverhead;
}

export interface NodeAllocatableResourceMapping {
  /** Capacity of the device whose consumed amount counts. */
  capacityKey?: string;
  /** Amount of the resource for each device or each unit of the capacity. */
  allocationMultiplier?: string;
}

export interface OpaqueDeviceConfiguration {
  /** Name of the driver that the parameters are for. */
  driver?: string;
  /** An object that the driver reads. */
  parameters?: unknown;
}

/** A request for devices. */
export interface ResourceClaim {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ResourceClaimSpec;
  /** The observed state. */
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  /** Group of the consumer; empty for core. */
  apiGroup?: string;
  /** Plural name of the consumer's resource, such as `pods`. */
  resource?: string;
  /** Name of the consumer. */
  name?: string;
  /** UID of the consumer. */
  uid?: string;
}

export interface ResourceClaimSpec {
  /** Devices that are wanted, and how they are configured. */
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  /** The allocated devices; absent before the allocation. */
  allocation?: AllocationResult;
  /** Consumers that may use the claim. */
  reservedFor?: ResourceClaimConsumerReference[];
  /** State of each device, from its driver. */
  devices?: AllocatedDeviceStatus[];
}

/** A ResourceClaim to make copies of, one for each pod. */
export interface ResourceClaimTemplate {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateSpec {
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The claim. */
  spec?: ResourceClaimSpec;
}

export interface ResourcePool {
  /** Name of the pool, most often that of the node. */
  name?: string;
  /** Number that grows with each change of the pool; only the newest slices count. */
  generation?: number | bigint;
  /** How many slices the pool has in this generation. */
  resourceSliceCount?: number | bigint;
}

/** Devices that a driver offers. */
export interface ResourceSlice {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ResourceSliceSpec;
}

export interface ResourceSliceSpec {
  /** Name of the driver that wrote the slice. */
  driver?: string;
  /** The pool that the slice belongs to. */
  pool?: ResourcePool;
  /** Node that has the devices. */
  nodeName?: string;
  /** Nodes that can use the devices. */
  nodeSelector?: coreV1.NodeSelector;
  /** Whether all nodes can use the devices. */
  allNodes?: boolean;
  /** Devices of the slice. */
  devices?: Device[];
  /** Whether each device says for itself which nodes can use it. */
  perDeviceNodeSelection?: boolean;
  /** Amounts that devices of the pool share. */
  sharedCounters?: CounterSet[];
  /** Qualified name of the attribute that has the type of a partition of a device. Since 1.37. */
  partitionTypeAttribute?: string;
  /** Calls of the driver that the kubelet leaves out for the devices; `*` is all. Since 1.37. */
  skipNodeOperations?: SkipNodeOperation[];
}

export type SkipNodeOperation = "*" | "NodePrepareResources" | "NodeUnprepareResources";
