/**
 * The types of `storage/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

/** The abilities of a storage driver, and its demands on the cluster. */
export interface CSIDriver {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: CSIDriverSpec;
}

export interface CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  volumeLifecycleModes?: string[];
  storageCapacity?: boolean;
  fsGroupPolicy?: string;
  tokenRequests?: TokenRequest[];
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  /** Since 1.33. */
  nodeAllocatableUpdatePeriodSeconds?: number | bigint;
  /** Since 1.35. */
  serviceAccountTokenInSecrets?: boolean;
  /** Since 1.36. */
  preventPodSchedulingIfMissing?: boolean;
}

/** The storage drivers on a node. */
export interface CSINode {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: CSINodeSpec;
  /** Since 1.37. */
  status?: CSINodeStatus;
}

export interface CSINodeDriver {
  name?: string;
  nodeID?: string;
  topologyKeys?: string[];
  allocatable?: VolumeNodeResources;
}

export interface CSINodeSpec {
  drivers?: CSINodeDriver[];
}

export interface CSINodeStatus {
  storageHealth?: StorageHealth[];
}

/** How much storage of a class is left in a part of the cluster. */
export interface CSIStorageCapacity {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  nodeTopology?: metaV1.LabelSelector;
  storageClassName?: string;
  capacity?: string;
  maximumVolumeSize?: string;
}

/** A kind of storage that claims can name. */
export interface StorageClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  provisioner?: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: coreV1.PersistentVolumeReclaimPolicy;
  mountOptions?: string[];
  allowVolumeExpansion?: boolean;
  volumeBindingMode?: VolumeBindingMode;
  allowedTopologies?: coreV1.TopologySelectorTerm[];
}

export interface StorageHealth {
  name?: string;
  healthConditions?: StorageHealthCondition[];
}

export interface StorageHealthCondition {
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  accessMode?: string;
  volumeMode?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
}

export interface TokenRequest {
  audience?: string;
  expirationSeconds?: number | bigint;
}

/** Asks for a volume to be attached to a node. */
export interface VolumeAttachment {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

export interface VolumeAttachmentSource {
  persistentVolumeName?: string;
  inlineVolumeSpec?: coreV1.PersistentVolumeSpec;
}

export interface VolumeAttachmentSpec {
  attacher?: string;
  source?: VolumeAttachmentSource;
  nodeName?: string;
}

export interface VolumeAttachmentStatus {
  attached?: boolean;
  attachmentMetadata?: Record<string, string>;
  attachError?: VolumeError;
  detachError?: VolumeError;
}

/** Parameters of volumes that may change while they are in use. */
export interface VolumeAttributesClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  driverName?: string;
  parameters?: Record<string, string>;
}

export type VolumeBindingMode = "Immediate" | "WaitForFirstConsumer";

export interface VolumeError {
  time?: string;
  message?: string;
  /** Since 1.33. */
  errorCode?: number;
}

export interface VolumeNodeResources {
  count?: number;
}
