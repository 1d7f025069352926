/**
 * The types of `resource/v1alpha3`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface PartitionTypeStatus {
  /** Qualified name of the attribute that has the type. */
  attribute?: string;
  /** Type of the partition, such as `Full` or `Half`. */
  type?: string;
  /** Devices of the type in the pool. */
  total?: number;
  /** Devices of the type that can still be allocated. */
  allocatable?: number;
}

/** How a scheduler and a driver agreed on a node, before structured parameters. */
export interface PodSchedulingContext {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: PodSchedulingContextSpec;
  /** The observed state. */
  status?: PodSchedulingContextStatus;
}

export interface PodSchedulingContextSpec {
  /** Node that the scheduler would like to use. */
  selectedNode?: string;
  /** Nodes that the scheduler could use. */
  potentialNodes?: string[];
}

export interface PodSchedulingContextStatus {
  /** Answers of the drivers, by claim. */
  resourceClaims?: ResourceClaimSchedulingStatus[];
}

export interface PoolStatus {
  /** Name of the driver. */
  driver?: string;
  /** Name of the pool. */
  poolName?: string;
  /** Generation of the pool. */
  generation?: number | bigint;
  /** How many slices the pool has. */
  resourceSliceCount?: number;
  /** Devices of the pool. */
  totalDevices?: number;
  /** Devices that are allocated. */
  allocatedDevices?: number;
  /** Devices that can be allocated. */
  availableDevices?: number;
  /** Devices that are not allocated and cannot be, such as tainted ones. */
  unavailableDevices?: number;
  /** Node of the pool; absent for a pool of several nodes. */
  nodeName?: string;
  /** Why the counts are missing, such as an incomplete pool. */
  validationError?: string;
  /** Counts by type of partition. Since 1.37. */
  partitionSummary?: PartitionTypeStatus[];
  /** Amounts of devices that several claims share. Since 1.37. */
  shareableSummary?: ShareableSummaryStatus;
}

export interface ResourceClaimSchedulingStatus {
  /** Name of the claim in the pod. */
  name?: string;
  /** Nodes on which the claim cannot be allocated. */
  unsuitableNodes?: string[];
}

/** Asks how much of a pool of devices is taken. */
export interface ResourcePoolStatusRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ResourcePoolStatusRequestSpec;
  /** The observed state. */
  status?: ResourcePoolStatusRequestStatus;
}

export interface ResourcePoolStatusRequestSpec {
  /** Name of the driver whose pools are wanted. */
  driver?: string;
  /** Name of the pool; absent: all of the driver. */
  poolName?: string;
  /** Most pools in the answer, from 1 to 1000; default 100. */
  limit?: number;
  /** Attribute to group by where a slice names none. Since 1.37. */
  defaultPartitionTypeAttribute?: string;
}

export interface ResourcePoolStatusRequestStatus {
  /** How many pools match. */
  poolCount?: number;
  /** The pools, at most `limit`. */
  pools?: PoolStatus[];
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export interface ShareableCapacityStatus {
  /** Name of the capacity. */
  name?: string;
  /** Amount of all devices that can be shared. */
  total?: string;
  /** Amount that is allocated. */
  consumed?: string;
  /** Amount that is left. */
  available?: string;
}

export interface ShareableSummaryStatus {
  /** Devices of which nothing is consumed. */
  fullyAvailableDevices?: number;
  /** Devices of which a part is consumed. */
  partiallyAvailableDevices?: number;
  /** Amounts of all devices, by capacity. */
  capacity?: ShareableCapacityStatus[];
}
