/**
 * The purpose of the types and fields of `storage`.
 *
 * @module
 */
export const storage: Readonly<Record<string, string>> = {
  "storage/v1.CSIDriver": "The abilities of a storage driver, and its demands on the cluster.",
  "storage/v1.CSIDriverSpec.attachRequired":
    "Whether volumes must be attached before they are mounted; default true. Immutable.",
  "storage/v1.CSIDriverSpec.fsGroupPolicy":
    "`ReadWriteOnceWithFSType`, `File` or `None`: when `fsGroup` changes the owner of a volume's files.",
  "storage/v1.CSIDriverSpec.nodeAllocatableUpdatePeriodSeconds":
    "Seconds between updates of the number of volumes in CSINode, at least 10; absent: none.",
  "storage/v1.CSIDriverSpec.podInfoOnMount":
    "Whether the driver gets name, namespace and UID of the pod with each mount; default false.",
  "storage/v1.CSIDriverSpec.preventPodSchedulingIfMissing":
    "Whether pods stay away from nodes without the driver; default false.",
  "storage/v1.CSIDriverSpec.requiresRepublish":
    "Whether the driver is called again from time to time while a volume is mounted; default false.",
  "storage/v1.CSIDriverSpec.seLinuxMount": "Whether volumes can be mounted with an SELinux context; default false.",
  "storage/v1.CSIDriverSpec.serviceAccountTokenInSecrets":
    "Whether tokens are passed as secrets, not in the volume context; default false.",
  "storage/v1.CSIDriverSpec.storageCapacity":
    "Whether the scheduler looks at CSIStorageCapacity objects of the driver; default false.",
  "storage/v1.CSIDriverSpec.tokenRequests": "Tokens of the pod's service account that the driver gets with each mount.",
  "storage/v1.CSIDriverSpec.volumeLifecycleModes":
    "`Persistent`, `Ephemeral` or both; default `Persistent`. Immutable.",
  "storage/v1.CSINode": "The storage drivers on a node.",
  "storage/v1.CSINodeDriver.allocatable": "How many volumes the node can have.",
  "storage/v1.CSINodeDriver.name": "Name of the driver.",
  "storage/v1.CSINodeDriver.nodeID": "Name of the node in the driver.",
  "storage/v1.CSINodeDriver.topologyKeys": "Labels of the node that the driver uses for its topology.",
  "storage/v1.CSINodeSpec.drivers": "Drivers on the node.",
  "storage/v1.CSINodeStatus.storageHealth": "Faults of the storage, by driver.",
  "storage/v1.CSIStorageCapacity": "How much storage of a class is left in a part of the cluster.",
  "storage/v1.CSIStorageCapacity.capacity": "How much storage is free.",
  "storage/v1.CSIStorageCapacity.maximumVolumeSize": "Size of the largest volume that can be made.",
  "storage/v1.CSIStorageCapacity.nodeTopology": "Nodes that can reach the storage; absent: none. Immutable.",
  "storage/v1.CSIStorageCapacity.storageClassName": "Name of the StorageClass. Immutable.",
  "storage/v1.StorageClass": "A kind of storage that claims can name.",
  "storage/v1.StorageClass.allowVolumeExpansion": "Whether volumes of the class can grow.",
  "storage/v1.StorageClass.allowedTopologies": "Node topologies that volumes may be made in; absent: any.",
  "storage/v1.StorageClass.mountOptions": "Options of mount; nothing checks them before the mount.",
  "storage/v1.StorageClass.parameters": "Settings for the driver. Immutable.",
  "storage/v1.StorageClass.provisioner": "Name of the driver that makes the volumes. Immutable.",
  "storage/v1.StorageClass.reclaimPolicy":
    "`Delete` or `Retain` the volume when its claim goes; default `Delete`. Immutable.",
  "storage/v1.StorageClass.volumeBindingMode":
    "`Immediate` or `WaitForFirstConsumer`: when volumes are made; default `Immediate`. Immutable.",
  "storage/v1.StorageHealth.healthConditions": "The faults; empty for healthy storage.",
  "storage/v1.StorageHealth.name": "Name of the driver.",
  "storage/v1.StorageHealthCondition.accessMode": "Access mode that is affected; absent: all.",
  "storage/v1.StorageHealthCondition.volumeMode": "Volume mode that is affected; absent: both.",
  "storage/v1.TokenRequest.audience": "Audience of the token; empty for that of the API server.",
  "storage/v1.TokenRequest.expirationSeconds": "How long the token is valid, in seconds.",
  "storage/v1.VolumeAttachment": "Asks for a volume to be attached to a node.",
  "storage/v1.VolumeAttachmentSource.inlineVolumeSpec": "A volume that a pod names itself, for migration to CSI.",
  "storage/v1.VolumeAttachmentSource.persistentVolumeName": "Name of the volume.",
  "storage/v1.VolumeAttachmentSpec.attacher": "Name of the driver that attaches the volume.",
  "storage/v1.VolumeAttachmentSpec.nodeName": "Node that the volume is attached to.",
  "storage/v1.VolumeAttachmentSpec.source": "The volume.",
  "storage/v1.VolumeAttachmentStatus.attachError": "The last error of attaching.",
  "storage/v1.VolumeAttachmentStatus.attached": "Whether the volume is attached.",
  "storage/v1.VolumeAttachmentStatus.attachmentMetadata": "Facts from the driver for mounting the volume.",
  "storage/v1.VolumeAttachmentStatus.detachError": "The last error of detaching.",
  "storage/v1.VolumeAttributesClass": "Parameters of volumes that may change while they are in use.",
  "storage/v1.VolumeAttributesClass.driverName": "Name of the driver. Immutable.",
  "storage/v1.VolumeAttributesClass.parameters": "Attributes of the volumes, for the driver. Immutable.",
  "storage/v1.VolumeError.errorCode": "gRPC code of the error.",
  "storage/v1.VolumeError.message": "The error; it must not contain secrets.",
  "storage/v1.VolumeError.time": "When the error happened.",
  "storage/v1.VolumeNodeResources.count": "How many volumes of the driver the node can have; absent: no limit.",
};
