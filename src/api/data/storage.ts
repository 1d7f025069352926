/**
 * The types of `storage`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const storageTypes = (): string => `
storage/v1.CSIDriver
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CSIDriverSpec !

storage/v1.CSIDriverSpec
attachRequired 1 bool *
podInfoOnMount 2 bool *
volumeLifecycleModes 3 []string list=set
storageCapacity 4 bool * gate=CSIStorageCapacity
fsGroupPolicy 5 string *
tokenRequests 6 []TokenRequest list=atomic
requiresRepublish 7 bool *
seLinuxMount 8 bool * gate=SELinuxMountReadWriteOncePod
nodeAllocatableUpdatePeriodSeconds 9 int64 * >=1.33 gate=MutableCSINodeAllocatableCount
serviceAccountTokenInSecrets 10 bool * >=1.35 gate=CSIServiceAccountTokenSecrets
preventPodSchedulingIfMissing 11 bool * >=1.36 gate=VolumeLimitScaling

storage/v1.CSINode
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CSINodeSpec !
status 3 CSINodeStatus >=1.37

storage/v1.CSINodeDriver
name 1 string !
nodeID 2 string !
topologyKeys 3 []string + list=atomic
allocatable 4 VolumeNodeResources *

storage/v1.CSINodeSpec
drivers 1 []CSINodeDriver ! list=map keys=name patch=merge merge=name

storage/v1.CSINodeStatus
storageHealth 1 []StorageHealth list=map keys=name patch=merge merge=name gate=CSIVolumeHealth

storage/v1.CSIStorageCapacity
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
nodeTopology 2 meta/v1.LabelSelector *
storageClassName 3 string !
capacity 4 quantity *
maximumVolumeSize 5 quantity *

storage/v1.StorageClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
provisioner 2 string !
parameters 3 {}string
reclaimPolicy 4 core/v1.PersistentVolumeReclaimPolicy *
mountOptions 5 []string list=atomic
allowVolumeExpansion 6 bool *
volumeBindingMode 7 VolumeBindingMode *
allowedTopologies 8 []core/v1.TopologySelectorTerm list=atomic

storage/v1.StorageHealth
name 1 string !
healthConditions 2 []StorageHealthCondition list=atomic

storage/v1.StorageHealthCondition
status 1 string !
reason 2 string !
message 3 string
accessMode 4 string *
volumeMode 5 string *
lastTransitionTime 6 time

storage/v1.TokenRequest
audience 1 string !
expirationSeconds 2 int64 *

storage/v1.VolumeAttachment
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 VolumeAttachmentSpec !
status 3 VolumeAttachmentStatus

storage/v1.VolumeAttachmentSource
persistentVolumeName 1 string *
inlineVolumeSpec 2 core/v1.PersistentVolumeSpec *

storage/v1.VolumeAttachmentSpec
attacher 1 string !
source 2 VolumeAttachmentSource !
nodeName 3 string !

storage/v1.VolumeAttachmentStatus
attached 1 bool !
attachmentMetadata 2 {}string
attachError 3 VolumeError *
detachError 4 VolumeError *

storage/v1.VolumeAttributesClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parameters 3 {}string

storage/v1.VolumeBindingMode = Immediate | WaitForFirstConsumer

storage/v1.VolumeError
time 1 time
message 2 string
errorCode 3 int32 * >=1.33 gate=MutableCSINodeAllocatableCount

storage/v1.VolumeNodeResources
count 1 int32 *

storage/v1alpha1 like storage/v1
VolumeAttributesClass

storage/v1beta1 like storage/v1
VolumeAttributesClass
`;
