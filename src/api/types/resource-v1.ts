/**
 * The types of `resource/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface AllocatedDeviceStatus {
  driver?: string;
  pool?: string;
  device?: string;
  shareID?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  data?: unknown;
  networkData?: NetworkDeviceData;
}

export interface AllocationResult {
  devices?: DeviceAllocationResult;
  nodeSelector?: coreV1.NodeSelector;
  allocationTimestamp?: string;
}

export interface CELDeviceSelector {
  expression?: string;
}

export interface CapacityRequestPolicy {
  default?: string;
  validValues?: string[];
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  min?: string;
  max?: string;
  step?: string;
}

export interface CapacityRequirements {
  requests?: Record<string, string>;
}

export interface Counter {
  value?: string;
}

export interface CounterSet {
  name?: string;
  counters?: Record<string, Counter>;
}

export interface Device {
  name?: string;
  attributes?: Record<string, DeviceAttribute>;
  capacity?: Record<string, DeviceCapacity>;
  consumesCounters?: DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: coreV1.NodeSelector;
  allNodes?: boolean;
  taints?: DeviceTaint[];
  bindsToNode?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  allowMultipleAllocations?: boolean;
  /** Since 1.36. Gone in 1.37. */
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
  /** Since 1.37. */
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>;
}

export interface DeviceAllocationConfiguration {
  source?: string;
  requests?: string[];
  opaque?: OpaqueDeviceConfiguration;
}

export type DeviceAllocationMode = "All" | "ExactCount";

export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[];
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  int?: number | bigint;
  bool?: boolean;
  string?: string;
  version?: string;
  /** Since 1.36. */
  ints?: (number | bigint)[];
  /** Since 1.36. */
  bools?: boolean[];
  /** Since 1.36. */
  strings?: string[];
  /** Since 1.36. */
  versions?: string[];
}

export interface DeviceCapacity {
  value?: string;
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  requests?: DeviceRequest[];
  constraints?: DeviceConstraint[];
  config?: DeviceClaimConfiguration[];
}

export interface DeviceClaimConfiguration {
  requests?: string[];
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
  spec?: DeviceClassSpec;
}

export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceClassSpec {
  selectors?: DeviceSelector[];
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
}

export interface DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
  distinctAttribute?: string;
}

export interface DeviceCounterConsumption {
  counterSet?: string;
  counters?: Record<string, Counter>;
  /** Since 1.37. */
  compatibilityGroups?: string[];
}

export interface DeviceDerivedAttribute {
  name?: string;
  expression?: string;
}

export interface DeviceRequest {
  name?: string;
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  request?: string;
  driver?: string;
  pool?: string;
  device?: string;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  shareID?: string;
  consumedCapacity?: Record<string, string>;
  /** Since 1.37. */
  skipNodeOperations?: string[];
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  name?: string;
  deviceClassName?: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number | bigint;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
  /** Since 1.37. */
  derivedAttributes?: DeviceDerivedAttribute[];
}

export interface DeviceTaint {
  key?: string;
  value?: string;
  effect?: DeviceTaintEffect;
  timeAdded?: string;
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
  spec?: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint?: DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export interface DeviceTaintSelector {
  driver?: string;
  pool?: string;
  device?: string;
}

export interface DeviceToleration {
  key?: string;
  operator?: DeviceTolerationOperator;
  value?: string;
  effect?: DeviceTaintEffect;
  tolerationSeconds?: number | bigint;
}

export type DeviceTolerationOperator = "Equal" | "Exists";

export interface ExactDeviceRequest {
  deviceClassName?: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: number | bigint;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
  /** Since 1.37. */
  derivedAttributes?: DeviceDerivedAttribute[];
}

export interface NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}

export interface NodeAllocatableMapping {
  capacityKey?: string;
  capacityMultiplier?: string;
  deviceMultiplier?: string;
}

export interface NodeAllocatableOverhead {
  perPod?: string;
  perContainer?: string;
}

export interface NodeAllocatableResource {
  mapping?: NodeAllocatableMapping;
  overhead?: NodeAllocatableOverhead;
}

export interface NodeAllocatableResourceMapping {
  capacityKey?: string;
  allocationMultiplier?: string;
}

export interface OpaqueDeviceConfiguration {
  driver?: string;
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
  spec?: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  resource?: string;
  name?: string;
  uid?: string;
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  reservedFor?: ResourceClaimConsumerReference[];
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
  spec?: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateSpec {
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ResourceClaimSpec;
}

export interface ResourcePool {
  name?: string;
  generation?: number | bigint;
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
  spec?: ResourceSliceSpec;
}

export interface ResourceSliceSpec {
  driver?: string;
  pool?: ResourcePool;
  nodeName?: string;
  nodeSelector?: coreV1.NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  perDeviceNodeSelection?: boolean;
  sharedCounters?: CounterSet[];
  /** Since 1.37. */
  partitionTypeAttribute?: string;
  /** Since 1.37. */
  skipNodeOperations?: SkipNodeOperation[];
}

export type SkipNodeOperation = "*" | "NodePrepareResources" | "NodeUnprepareResources";
