/**
 * The types of `apps`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const appsTypes = (): string => `
apps/v1.ControllerRevision
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
data 2 raw !
revision 3 int64 +

apps/v1.DaemonSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DaemonSetSpec ?
status 3 DaemonSetStatus

apps/v1.DaemonSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.DaemonSetSpec
selector 1 meta/v1.LabelSelector ! *
template 2 core/v1.PodTemplateSpec !
updateStrategy 3 DaemonSetUpdateStrategy
minReadySeconds 4 int32
revisionHistoryLimit 6 int32 *

apps/v1.DaemonSetStatus
currentNumberScheduled 1 int32 !
numberMisscheduled 2 int32 !
desiredNumberScheduled 3 int32 !
numberReady 4 int32 !
observedGeneration 5 int64
updatedNumberScheduled 6 int32
numberAvailable 7 int32
numberUnavailable 8 int32
collisionCount 9 int32 *
conditions 10 []DaemonSetCondition list=map keys=type patch=merge merge=type

apps/v1.DaemonSetUpdateStrategy
type 1 DaemonSetUpdateStrategyType
rollingUpdate 2 RollingUpdateDaemonSet *

apps/v1.DaemonSetUpdateStrategyType = OnDelete | RollingUpdate

apps/v1.Deployment
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeploymentSpec ?
status 3 DeploymentStatus

apps/v1.DeploymentCondition
type 1 string +
status 2 string +
lastUpdateTime 6 time
lastTransitionTime 7 time
reason 4 string
message 5 string

apps/v1.DeploymentSpec
replicas 1 int32 *
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec !
strategy 4 DeploymentStrategy patch=retainKeys
minReadySeconds 5 int32
revisionHistoryLimit 6 int32 *
paused 7 bool
progressDeadlineSeconds 9 int32 *

apps/v1.DeploymentStatus
observedGeneration 1 int64
replicas 2 int32
updatedReplicas 3 int32
readyReplicas 7 int32
availableReplicas 4 int32
unavailableReplicas 5 int32
conditions 6 []DeploymentCondition list=map keys=type patch=merge merge=type
collisionCount 8 int32 *
terminatingReplicas 9 int32 * >=1.33

apps/v1.DeploymentStrategy
type 1 DeploymentStrategyType
rollingUpdate 2 RollingUpdateDeployment *

apps/v1.DeploymentStrategyType = Recreate | RollingUpdate

apps/v1.PersistentVolumeClaimRetentionPolicyType = Delete | Retain

apps/v1.PodManagementPolicyType = OrderedReady | Parallel

apps/v1.ReplicaSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ReplicaSetSpec ?
status 3 ReplicaSetStatus

apps/v1.ReplicaSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.ReplicaSetSpec
replicas 1 int32 *
minReadySeconds 4 int32
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec

apps/v1.ReplicaSetStatus
replicas 1 int32 !
fullyLabeledReplicas 2 int32
readyReplicas 4 int32
availableReplicas 5 int32
observedGeneration 3 int64
conditions 6 []ReplicaSetCondition list=map keys=type patch=merge merge=type
terminatingReplicas 7 int32 * >=1.33

apps/v1.RollingUpdateDaemonSet
maxUnavailable 1 intOrString *
maxSurge 2 intOrString *

apps/v1.RollingUpdateDeployment
maxUnavailable 1 intOrString *
maxSurge 2 intOrString *

apps/v1.RollingUpdateStatefulSetStrategy
partition 1 int32 *
maxUnavailable 2 intOrString * gate=MaxUnavailableStatefulSet

apps/v1.StatefulSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StatefulSetSpec ?
status 3 StatefulSetStatus

apps/v1.StatefulSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.StatefulSetOrdinals
start 1 int32 +

apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy
whenDeleted 1 PersistentVolumeClaimRetentionPolicyType
whenScaled 2 PersistentVolumeClaimRetentionPolicyType

apps/v1.StatefulSetSpec
replicas 1 int32 *
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec !
volumeClaimTemplates 4 []core/v1.PersistentVolumeClaim list=atomic
serviceName 5 string +
podManagementPolicy 6 PodManagementPolicyType
updateStrategy 7 StatefulSetUpdateStrategy
revisionHistoryLimit 8 int32 *
minReadySeconds 9 int32
persistentVolumeClaimRetentionPolicy 10 StatefulSetPersistentVolumeClaimRetentionPolicy *
ordinals 11 StatefulSetOrdinals *

apps/v1.StatefulSetStatus
observedGeneration 1 int64
replicas 2 int32 !
readyReplicas 3 int32
currentReplicas 4 int32
updatedReplicas 5 int32
currentRevision 6 string
updateRevision 7 string
collisionCount 9 int32 *
conditions 10 []StatefulSetCondition list=map keys=type patch=merge merge=type
availableReplicas 11 int32 +

apps/v1.StatefulSetUpdateStrategy
type 1 StatefulSetUpdateStrategyType
rollingUpdate 2 RollingUpdateStatefulSetStrategy *

apps/v1.StatefulSetUpdateStrategyType = OnDelete | Recreate>=1.37 | RollingUpdate
`;
