/**
 * The types of `resource/v1alpha3`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface PartitionTypeStatus {
  attribute?: string;
  type?: string;
  total?: number;
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
  spec?: PodSchedulingContextSpec;
  status?: PodSchedulingContextStatus;
}

export interface PodSchedulingContextSpec {
  selectedNode?: string;
  potentialNodes?: string[];
}

export interface PodSchedulingContextStatus {
  resourceClaims?: ResourceClaimSchedulingStatus[];
}

export interface PoolStatus {
  driver?: string;
  poolName?: string;
  generation?: number | bigint;
  resourceSliceCount?: number;
  totalDevices?: number;
  allocatedDevices?: number;
  availableDevices?: number;
  unavailableDevices?: number;
  nodeName?: string;
  validationError?: string;
  /** Since 1.37. */
  partitionSummary?: PartitionTypeStatus[];
  /** Since 1.37. */
  shareableSummary?: ShareableSummaryStatus;
}

export interface ResourceClaimSchedulingStatus {
  name?: string;
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
  spec?: ResourcePoolStatusRequestSpec;
  status?: ResourcePoolStatusRequestStatus;
}

export interface ResourcePoolStatusRequestSpec {
  driver?: string;
  poolName?: string;
  limit?: number;
  /** Since 1.37. */
  defaultPartitionTypeAttribute?: string;
}

export interface ResourcePoolStatusRequestStatus {
  poolCount?: number;
  pools?: PoolStatus[];
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export interface ShareableCapacityStatus {
  name?: string;
  total?: string;
  consumed?: string;
  available?: string;
}

export interface ShareableSummaryStatus {
  fullyAvailableDevices?: number;
  partiallyAvailableDevices?: number;
  capacity?: ShareableCapacityStatus[];
}
