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
  /** The desired state. */
  spec?: CSIDriverSpec;
}

export interface CSIDriverSpec {
  /** Whether volumes must be attached before they are mounted; default true. Immutable. */
  attachRequired?: boolean;
  /** Whether the driver gets name, namespace and UID of the pod with each mount; default false. */
  podInfoOnMount?: boolean;
  /** `Persistent`, `Ephemeral` or both; default `Persistent`. Immutable. */
  volumeLifecycleModes?: string[];
  /** Whether the scheduler looks at CSIStorageCapacity objects of the driver; default false. */
  storageCapacity?: boolean;
  /** `ReadWriteOnceWithFSType`, `File` or `None`: when `fsGroup` changes the owner of a volume's files. */
  fsGroupPolicy?: string;
  /** Tokens of the pod's service account that the driver gets with each mount. */
  tokenRequests?: TokenRequest[];
  /** Whether the driver is called again from time to time while a volume is mounted; default false. */
  requiresRepublish?: boolean;
  /** Whether volumes can be mounted with an SELinux context; default false. */
  seLinuxMount?: boolean;
  /** Seconds between updates of the number of volumes in CSINode, at least 10; absent: none. Since 1.33. */
  nodeAllocatableUpdatePeriodSeconds?: number | bigint;
  /** Whether tokens are passed as secrets, not in the volume context; default false. Since 1.35. */
  serviceAccountTokenInSecrets?: boolean;
  /** Whether pods stay away from nodes without the driver; default false. Since 1.36. */
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
  /** The desired state. */
  spec?: CSINodeSpec;
  /** The observed state. Since 1.37. */
  status?: CSINodeStatus;
}

export interface CSINodeDriver {
  /** Name of the driver. */
  name?: string;
  /** Name of the node in the driver. */
  nodeID?: string;
  /** Labels of the node that the driver uses for its topology. */
  topologyKeys?: string[] | null;
  /** How many volumes the node can have. */
  allocatable?: VolumeNodeResources;
}

export interface CSINodeSpec {
  /** Drivers on the node. */
  drivers?: CSINodeDriver[] | null;
}

export interface CSINodeStatus {
  /** Faults of the storage, by driver. */
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
  /** Nodes that can reach the storage; absent: none. Immutable. */
  nodeTopology?: metaV1.LabelSelector;
  /** Name of the StorageClass. Immutable. */
  storageClassName?: string;
  /** How much storage is free. */
  capacity?: string;
  /** Size of the largest volume that can be made. */
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
  /** Name of the driver that makes the volumes. Immutable. */
  provisioner?: string;
  /** Settings for the driver. Immutable. */
  parameters?: Record<string, string>;
  /** `Delete` or `Retain` the volume when its claim goes; default `Delete`. Immutable. */
  reclaimPolicy?: coreV1.PersistentVolumeReclaimPolicy;
  /** Options of mount; nothing checks them before the mount. */
  mountOptions?: string[];
  /** Whether volumes of the class can grow. */
  allowVolumeExpansion?: boolean;
  /** `Immediate` or `WaitForFirstConsumer`: when volumes are made; default `Immediate`. Immutable. */
  volumeBindingMode?: VolumeBindingMode;
  /** Node topologies that volumes may be made in; absent: any. */
  allowedTopologies?: coreV1.TopologySelectorTerm[];
}

export interface StorageHealth {
  /** Name of the driver. */
  name?: string;
  /** The faults; empty for healthy storage. */
  healthConditions?: StorageHealthCondition[];
}

export interface StorageHealthCondition {
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** Access mode that is affected; absent: all. */
  accessMode?: string;
  /** Volume mode that is affected; absent: both. */
  volumeMode?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
}

export interface TokenRequest {
  /** Audience of the token; empty for that of the API server. */
  audience?: string;
  /** How long the token is valid, in seconds. */
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
  /** The desired state. */
  spec?: VolumeAttachmentSpec;
  /** The observed state. */
  status?: VolumeAttachmentStatus;
}

export interface VolumeAttachmentSource {
  /** Name of the volume. */
  persistentVolumeName?: string;
  /** A volume that a pod names itself, for migration to CSI. */
  inlineVolumeSpec?: coreV1.PersistentVolumeSpec;
}

export interface VolumeAttachmentSpec {
  /** Name of the driver that attaches the volume. */
  attacher?: string;
  /** The volume. */
  source?: VolumeAttachmentSource;
  /** Node that the volume is attached to. */
  nodeName?: string;
}

export interface VolumeAttachmentStatus {
  /** Whether the volume is attached. */
  attached?: boolean;
  /** Facts from the driver for mounting the volume. */
  attachmentMetadata?: Record<string, string>;
  /** The last error of attaching. */
  attachError?: VolumeError;
  /** The last error of detaching. */
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
  /** Name of the driver. Immutable. */
  driverName?: string;
  /** Attributes of the volumes, for the driver. Immutable. */
  parameters?: Record<string, string>;
}

export type VolumeBindingMode = "Immediate" | "WaitForFirstConsumer";

export interface VolumeError {
  /** When the error happened. */
  time?: string | null;
  /** The error; it must not contain secrets. */
  message?: string;
  /** gRPC code of the error. Since 1.33. */
  errorCode?: number;
}

export interface VolumeNodeResources {
  /** How many volumes of the driver the node can have; absent: no limit. */
  count?: number;
}
