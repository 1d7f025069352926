/**
 * The types of `core`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const coreTypes = (): string => `
core/v1.AWSElasticBlockStoreVolumeSource
volumeID 1 string !
fsType 2 string
partition 3 int32
readOnly 4 bool

core/v1.Affinity
nodeAffinity 1 NodeAffinity *
podAffinity 2 PodAffinity *
podAntiAffinity 3 PodAntiAffinity *

core/v1.AppArmorProfile
type 1 AppArmorProfileType !
localhostProfile 2 string *

core/v1.AppArmorProfileType = Localhost | RuntimeDefault | Unconfined

core/v1.AttachedVolume
name 1 string !
devicePath 2 string !

core/v1.AzureDataDiskCachingMode = None | ReadOnly | ReadWrite

core/v1.AzureDataDiskKind = Dedicated | Managed | Shared

core/v1.AzureDiskVolumeSource
diskName 1 string !
diskURI 2 string !
cachingMode 3 AzureDataDiskCachingMode * default=ref(AzureDataDiskCachingReadWrite)
fsType 4 string * default="ext4"
readOnly 5 bool * default=false
kind 6 AzureDataDiskKind * default=ref(AzureSharedBlobDisk)

core/v1.AzureFilePersistentVolumeSource
secretName 1 string !
shareName 2 string !
readOnly 3 bool
secretNamespace 4 string + *

core/v1.AzureFileVolumeSource
secretName 1 string !
shareName 2 string !
readOnly 3 bool

core/v1.Binding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
target 2 ObjectReference !

core/v1.CSIPersistentVolumeSource
driver 1 string !
volumeHandle 2 string !
readOnly 3 bool
fsType 4 string
volumeAttributes 5 {}string
controllerPublishSecretRef 6 SecretReference *
nodeStageSecretRef 7 SecretReference *
nodePublishSecretRef 8 SecretReference *
controllerExpandSecretRef 9 SecretReference *
nodeExpandSecretRef 10 SecretReference *

core/v1.CSIVolumeSource
driver 1 string !
readOnly 2 bool *
fsType 3 string *
volumeAttributes 4 {}string
nodePublishSecretRef 5 LocalObjectReference *

core/v1.Capabilities
add 1 []string list=atomic
drop 2 []string list=atomic

core/v1.CephFSPersistentVolumeSource
monitors 1 []string ! list=atomic
path 2 string
user 3 string
secretFile 4 string
secretRef 5 SecretReference *
readOnly 6 bool

core/v1.CephFSVolumeSource
monitors 1 []string ! list=atomic
path 2 string
user 3 string
secretFile 4 string
secretRef 5 LocalObjectReference *
readOnly 6 bool

core/v1.CinderPersistentVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool
secretRef 4 SecretReference *

core/v1.CinderVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool
secretRef 4 LocalObjectReference *

core/v1.ClaimSource
resourceClaimName 1 string *
resourceClaimTemplateName 2 string *

core/v1.ClientIPConfig
timeoutSeconds 1 int32 *

core/v1.ClusterTrustBundleProjection
name 1 string *
signerName 2 string *
labelSelector 3 meta/v1.LabelSelector *
optional 5 bool *
path 4 string !
user 6 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.ComponentCondition
type 1 string !
status 2 string !
message 3 string
error 4 string

core/v1.ComponentStatus
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
conditions 2 []ComponentCondition list=map keys=type patch=merge merge=type

core/v1.ConfigMap
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
immutable 4 bool *
data 2 {}string
binaryData 3 {}bytes

core/v1.ConfigMapEnvSource
name 1 string in=1 default=""
optional 2 bool *

core/v1.ConfigMapKeySelector map=atomic
name 1 string in=1 default=""
key 2 string !
optional 3 bool *

core/v1.ConfigMapNodeConfigSource
namespace 1 string !
name 2 string !
uid 3 string
resourceVersion 4 string
kubeletConfigKey 5 string !

core/v1.ConfigMapProjection
name 1 string in=1 default=""
items 2 []KeyToPath list=atomic
optional 4 bool *

core/v1.ConfigMapVolumeSource
name 1 string in=1 default=""
items 2 []KeyToPath list=atomic
defaultMode 3 int32 *
optional 4 bool *
defaultUser 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Container
name 1 string !
image 2 string
command 3 []string list=atomic
args 4 []string list=atomic
workingDir 5 string
ports 6 []ContainerPort list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource list=atomic
env 7 []EnvVar list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements
resizePolicy 23 []ContainerResizePolicy list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy *
volumeMounts 9 []VolumeMount list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe *
readinessProbe 11 Probe *
startupProbe 22 Probe *
lifecycle 12 Lifecycle *
terminationMessagePath 13 string
terminationMessagePolicy 20 TerminationMessagePolicy
imagePullPolicy 14 PullPolicy
securityContext 15 SecurityContext *
stdin 16 bool
stdinOnce 17 bool
tty 18 bool
restartPolicyRules 25 []ContainerRestartRule >=1.34 list=atomic gate=ContainerRestartRules

core/v1.ContainerExtendedResourceRequest
containerName 1 string !
resourceName 2 string !
requestName 3 string !

core/v1.ContainerImage
names 1 []string + list=atomic
sizeBytes 2 int64

core/v1.ContainerPort
name 1 string
hostPort 2 int32
containerPort 3 int32 !
protocol 4 Protocol default="TCP"
hostIP 5 string

core/v1.ContainerResizePolicy
resourceName 1 string !
restartPolicy 2 ResourceResizeRestartPolicy !

core/v1.ContainerRestartPolicy = Always | Never>=1.34 | OnFailure>=1.34

core/v1.ContainerRestartRule
action 1 string ?
exitCodes 2 ContainerRestartRuleOnExitCodes *

core/v1.ContainerRestartRuleOnExitCodes
operator 1 string ?
values 2 []int32 list=set

core/v1.ContainerState
waiting 1 ContainerStateWaiting *
running 2 ContainerStateRunning *
terminated 3 ContainerStateTerminated *

core/v1.ContainerStateRunning
startedAt 1 time

core/v1.ContainerStateTerminated
exitCode 1 int32 !
signal 2 int32
reason 3 string
message 4 string
startedAt 5 time
finishedAt 6 time
containerID 7 string

core/v1.ContainerStateWaiting
reason 1 string
message 2 string

core/v1.ContainerStatus
name 1 string !
state 2 ContainerState
lastState 3 ContainerState
ready 4 bool !
restartCount 5 int32 !
image 6 string !
imageID 7 string !
containerID 8 string
started 9 bool *
allocatedResources 10 {}quantity
resources 11 ResourceRequirements * gate=InPlacePodVerticalScaling
volumeMounts 12 []VolumeMountStatus list=map keys=mountPath patch=merge merge=mountPath
user 13 ContainerUser * >=1.31 gate=SupplementalGroupsPolicy
allocatedResourcesStatus 14 []ResourceStatus >=1.31 list=map keys=name patch=merge merge=name gate=ResourceHealthStatus
stopSignal 15 string * >=1.33 gate=ContainerStopSignals

core/v1.ContainerUser
linux 1 LinuxContainerUser *

core/v1.DNSPolicy = ClusterFirst | ClusterFirstWithHostNet | Default | None

core/v1.DaemonEndpoint
Port 1 int32 !

core/v1.DownwardAPIProjection
items 1 []DownwardAPIVolumeFile list=atomic

core/v1.DownwardAPIVolumeFile
path 1 string !
fieldRef 2 ObjectFieldSelector *
resourceFieldRef 3 ResourceFieldSelector *
mode 4 int32 *
user 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.DownwardAPIVolumeSource
items 1 []DownwardAPIVolumeFile list=atomic
defaultMode 2 int32 *
defaultUser 3 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.EmptyDirVolumeSource
medium 1 string
sizeLimit 2 quantity *
mode 3 int32 * >=1.37 gate=EmptyDirVolumeMode

core/v1.EndpointAddress map=atomic
ip 1 string !
hostname 3 string
nodeName 4 string *
targetRef 2 ObjectReference *

core/v1.EndpointPort map=atomic
name 1 string
port 2 int32 !
protocol 3 Protocol
appProtocol 4 string *

core/v1.EndpointSubset
addresses 1 []EndpointAddress list=atomic
notReadyAddresses 2 []EndpointAddress list=atomic
ports 3 []EndpointPort list=atomic

core/v1.Endpoints
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
subsets 2 []EndpointSubset list=atomic

core/v1.EnvFromSource
prefix 1 string
configMapRef 2 ConfigMapEnvSource *
secretRef 3 SecretEnvSource *

core/v1.EnvVar
name 1 string !
value 2 string
valueFrom 3 EnvVarSource *

core/v1.EnvVarSource
fieldRef 1 ObjectFieldSelector *
resourceFieldRef 2 ResourceFieldSelector *
configMapKeyRef 3 ConfigMapKeySelector *
secretKeyRef 4 SecretKeySelector *
fileKeyRef 5 FileKeySelector * >=1.34 gate=EnvFiles

core/v1.EphemeralContainer
name 1 string ! in=1
image 2 string in=1
command 3 []string in=1 list=atomic
args 4 []string in=1 list=atomic
workingDir 5 string in=1
ports 6 []ContainerPort in=1 list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource in=1 list=atomic
env 7 []EnvVar in=1 list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements in=1
resizePolicy 23 []ContainerResizePolicy in=1 list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy * in=1
volumeMounts 9 []VolumeMount in=1 list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice in=1 list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe * in=1
readinessProbe 11 Probe * in=1
startupProbe 22 Probe * in=1
lifecycle 12 Lifecycle * in=1
terminationMessagePath 13 string in=1
terminationMessagePolicy 20 TerminationMessagePolicy in=1
imagePullPolicy 14 PullPolicy in=1
securityContext 15 SecurityContext * in=1
stdin 16 bool in=1
stdinOnce 17 bool in=1
tty 18 bool in=1
restartPolicyRules 25 []ContainerRestartRule >=1.34 in=1 list=atomic gate=ContainerRestartRules
targetContainerName 2 string

core/v1.EphemeralContainerCommon
name 1 string !
image 2 string
command 3 []string list=atomic
args 4 []string list=atomic
workingDir 5 string
ports 6 []ContainerPort list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource list=atomic
env 7 []EnvVar list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements
resizePolicy 23 []ContainerResizePolicy list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy *
volumeMounts 9 []VolumeMount list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe *
readinessProbe 11 Probe *
startupProbe 22 Probe *
lifecycle 12 Lifecycle *
terminationMessagePath 13 string
terminationMessagePolicy 20 TerminationMessagePolicy
imagePullPolicy 14 PullPolicy
securityContext 15 SecurityContext *
stdin 16 bool
stdinOnce 17 bool
tty 18 bool
restartPolicyRules 25 []ContainerRestartRule >=1.34 list=atomic gate=ContainerRestartRules

core/v1.EphemeralVolumeSource
volumeClaimTemplate 1 PersistentVolumeClaimTemplate *

core/v1.Event
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta !
involvedObject 2 ObjectReference !
reason 3 string
message 4 string
source 5 EventSource
firstTimestamp 6 time
lastTimestamp 7 time
count 8 int32
type 9 string
eventTime 10 microTime
series 11 EventSeries *
action 12 string
related 13 ObjectReference *
reportingComponent 14 string +
reportingInstance 15 string +

core/v1.EventSeries
count 1 int32
lastObservedTime 2 microTime

core/v1.EventSource
component 1 string
host 2 string

core/v1.EvictionResponder map=atomic
name 1 string ! format=k8s-prefixed-label-key
priority 2 int32 ! *

core/v1.ExecAction
command 1 []string list=atomic

core/v1.FCVolumeSource
targetWWNs 1 []string list=atomic
lun 2 int32 *
fsType 3 string
readOnly 4 bool
wwids 5 []string list=atomic

core/v1.FileKeySelector map=atomic
volumeName 1 string !
path 2 string !
key 3 string !
optional 4 bool * default=false

core/v1.FlexPersistentVolumeSource
driver 1 string !
fsType 2 string
secretRef 3 SecretReference *
readOnly 4 bool
options 5 {}string

core/v1.FlexVolumeSource
driver 1 string !
fsType 2 string
secretRef 3 LocalObjectReference *
readOnly 4 bool
options 5 {}string

core/v1.FlockerVolumeSource
datasetName 1 string
datasetUUID 2 string

core/v1.GCEPersistentDiskVolumeSource
pdName 1 string !
fsType 2 string
partition 3 int32
readOnly 4 bool

core/v1.GRPCAction
port 1 int32 !
service 2 string + * default=""
mode 3 GRPCProbeMode * >=1.37 gate=GRPCContainerProbeTLS

core/v1.GRPCProbeMode = Plaintext | TLS

core/v1.GitRepoVolumeSource
repository 1 string !
revision 2 string
directory 3 string

core/v1.GlusterfsPersistentVolumeSource
endpoints 1 string !
path 2 string !
readOnly 3 bool
endpointsNamespace 4 string *

core/v1.GlusterfsVolumeSource
endpoints 1 string !
path 2 string !
readOnly 3 bool

core/v1.HTTPGetAction
path 1 string
port 2 intOrString !
host 3 string
scheme 4 URIScheme
httpHeaders 5 []HTTPHeader list=atomic
protocol 6 HTTPProtocol * >=1.37 gate=H2CContainerProbe

core/v1.HTTPHeader
name 1 string !
value 2 string !

core/v1.HTTPProtocol = HTTP1 | HTTP2

core/v1.HostAlias
ip 1 string !
hostnames 2 []string list=atomic

core/v1.HostIP
ip 1 string !

core/v1.HostPathType = "" | BlockDevice | CharDevice | Directory | DirectoryOrCreate | File | FileOrCreate | Socket

core/v1.HostPathVolumeSource
path 1 string !
type 2 HostPathType *

core/v1.IPFamily = IPv4 | IPv6

core/v1.IPFamilyPolicy = PreferDualStack | RequireDualStack | SingleStack

core/v1.ISCSIPersistentVolumeSource
targetPortal 1 string !
iqn 2 string !
lun 3 int32 !
iscsiInterface 4 string default="default"
fsType 5 string
readOnly 6 bool
portals 7 []string list=atomic
chapAuthDiscovery 8 bool
chapAuthSession 11 bool
secretRef 10 SecretReference *
initiatorName 12 string *

core/v1.ISCSIVolumeSource
targetPortal 1 string !
iqn 2 string !
lun 3 int32 !
iscsiInterface 4 string default="default"
fsType 5 string
readOnly 6 bool
portals 7 []string list=atomic
chapAuthDiscovery 8 bool
chapAuthSession 11 bool
secretRef 10 LocalObjectReference *
initiatorName 12 string *

core/v1.ImageVolumeSource
reference 1 string
pullPolicy 2 PullPolicy

core/v1.ImageVolumeStatus
imageRef 1 string ?

core/v1.KeyToPath
key 1 string !
path 2 string !
mode 3 int32 *
user 4 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Lifecycle
postStart 1 LifecycleHandler *
preStop 2 LifecycleHandler *
stopSignal 3 Signal * >=1.33

core/v1.LifecycleHandler
exec 1 ExecAction *
httpGet 2 HTTPGetAction *
tcpSocket 3 TCPSocketAction *
sleep 4 SleepAction *

core/v1.LimitRange
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LimitRangeSpec

core/v1.LimitRangeItem
type 1 string !
max 2 {}quantity
min 3 {}quantity
default 4 {}quantity
defaultRequest 5 {}quantity
maxLimitRequestRatio 6 {}quantity

core/v1.LimitRangeSpec
limits 1 []LimitRangeItem ! list=atomic

core/v1.LinuxContainerUser
uid 1 int64 !
gid 2 int64 !
supplementalGroups 3 []int64 list=atomic

core/v1.LoadBalancerIngress
ip 1 string
hostname 2 string
ipMode 3 string *
ports 4 []PortStatus list=atomic

core/v1.LoadBalancerStatus
ingress 1 []LoadBalancerIngress list=atomic

core/v1.LocalObjectReference map=atomic
name 1 string default=""

core/v1.LocalVolumeSource
path 1 string !
fsType 2 string *

core/v1.ModifyVolumeStatus
targetVolumeAttributesClassName 1 string
status 2 string !

core/v1.MountPropagationMode = Bidirectional | HostToContainer | None

core/v1.NFSVolumeSource
server 1 string !
path 2 string !
readOnly 3 bool

core/v1.Namespace
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NamespaceSpec
status 3 NamespaceStatus

core/v1.NamespaceCondition
type 1 string !
status 2 string !
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.NamespaceSpec
finalizers 1 []string list=atomic

core/v1.NamespaceStatus
phase 1 string
conditions 2 []NamespaceCondition list=map keys=type patch=merge merge=type

core/v1.Node
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NodeSpec
status 3 NodeStatus

core/v1.NodeAddress
type 1 string !
address 2 string !

core/v1.NodeAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 NodeSelector *
preferredDuringSchedulingIgnoredDuringExecution 2 []PreferredSchedulingTerm list=atomic

core/v1.NodeAllocatableMappedResources
name 1 string !
quantity 2 quantity ! *

core/v1.NodeAllocatableOverheadResources
name 1 string !
perPod 2 quantity *
perContainer 3 quantity *

core/v1.NodeAllocatableResourceClaimStatus
resourceClaimName 1 string !
containers 2 []string list=set
resources 3 {}quantity ! <1.37
mapping 4 []NodeAllocatableMappedResources >=1.37 list=map keys=name patch=merge merge=name
overhead 5 []NodeAllocatableOverheadResources >=1.37 list=map keys=name patch=merge merge=name

core/v1.NodeCondition
type 1 string !
status 2 string !
lastHeartbeatTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.NodeConfigSource
configMap 2 ConfigMapNodeConfigSource *

core/v1.NodeConfigStatus
assigned 1 NodeConfigSource *
active 2 NodeConfigSource *
lastKnownGood 3 NodeConfigSource *
error 4 string

core/v1.NodeDaemonEndpoints
kubeletEndpoint 1 DaemonEndpoint

core/v1.NodeFeatures
supplementalGroupsPolicy 1 bool *

core/v1.NodeInclusionPolicy = Honor | Ignore

core/v1.NodePodPreemptionPolicy
disableResizePreemption 1 []string list=set

core/v1.NodeRuntimeHandler
name 1 string +
features 2 NodeRuntimeHandlerFeatures *

core/v1.NodeRuntimeHandlerFeatures
recursiveReadOnlyMounts 1 bool *
userNamespaces 2 bool * >=1.31

core/v1.NodeSelector map=atomic
nodeSelectorTerms 1 []NodeSelectorTerm ! list=atomic

core/v1.NodeSelectorOperator = DoesNotExist | Exists | Gt | In | Lt | NotIn

core/v1.NodeSelectorRequirement
key 1 string !
operator 2 NodeSelectorOperator !
values 3 []string list=atomic

core/v1.NodeSelectorTerm map=atomic
matchExpressions 1 []NodeSelectorRequirement list=atomic
matchFields 2 []NodeSelectorRequirement list=atomic

core/v1.NodeSpec
podCIDR 1 string
podCIDRs 7 []string list=set patch=merge
providerID 3 string
unschedulable 4 bool
taints 5 []Taint list=atomic
configSource 6 NodeConfigSource *
externalID 2 string
podPreemptionPolicy 8 NodePodPreemptionPolicy * >=1.37 gate=InPlacePodVerticalScalingSchedulerPreemption

core/v1.NodeStatus
capacity 1 {}quantity
allocatable 2 {}quantity
phase 3 string
conditions 4 []NodeCondition list=map keys=type patch=merge merge=type
addresses 5 []NodeAddress list=map keys=type patch=merge merge=type
daemonEndpoints 6 NodeDaemonEndpoints
nodeInfo 7 NodeSystemInfo
images 8 []ContainerImage list=atomic
volumesInUse 9 []string list=atomic
volumesAttached 10 []AttachedVolume list=atomic
config 11 NodeConfigStatus *
runtimeHandlers 12 []NodeRuntimeHandler list=atomic
features 13 NodeFeatures * >=1.31 gate=SupplementalGroupsPolicy
declaredFeatures 14 []string >=1.35 list=atomic gate=NodeDeclaredFeatures

core/v1.NodeSwapStatus
capacity 1 int64 *

core/v1.NodeSystemInfo
machineID 1 string !
systemUUID 2 string !
bootID 3 string !
kernelVersion 4 string !
osImage 5 string !
containerRuntimeVersion 6 string !
kubeletVersion 7 string !
kubeProxyVersion 8 string !
operatingSystem 9 string !
architecture 10 string !
swap 11 NodeSwapStatus * >=1.33
runningInUserNamespace 12 bool * >=1.37 gate=KubeletInUserNamespace

core/v1.OSName = linux | windows

core/v1.ObjectFieldSelector map=atomic
apiVersion 1 string
fieldPath 2 string !

core/v1.ObjectReference map=atomic
kind 1 string
namespace 2 string
name 3 string
uid 4 string
apiVersion 5 string
resourceVersion 6 string
fieldPath 7 string

core/v1.PersistentVolume
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeSpec
status 3 PersistentVolumeStatus

core/v1.PersistentVolumeAccessMode = ReadOnlyMany | ReadWriteMany | ReadWriteOnce | ReadWriteOncePod

core/v1.PersistentVolumeClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeClaimSpec
status 3 PersistentVolumeClaimStatus

core/v1.PersistentVolumeClaimCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.PersistentVolumeClaimSpec
accessModes 1 []PersistentVolumeAccessMode list=atomic
selector 4 meta/v1.LabelSelector *
resources 2 VolumeResourceRequirements
volumeName 3 string
storageClassName 5 string *
volumeMode 6 PersistentVolumeMode *
dataSource 7 TypedLocalObjectReference *
dataSourceRef 8 TypedObjectReference *
volumeAttributesClassName 9 string * gate=VolumeAttributesClass

core/v1.PersistentVolumeClaimStatus
phase 1 string
accessModes 2 []string list=atomic
capacity 3 {}quantity
conditions 4 []PersistentVolumeClaimCondition list=map keys=type patch=merge merge=type
allocatedResources 5 {}quantity
allocatedResourceStatuses 7 {}string map=granular
currentVolumeAttributesClassName 8 string * gate=VolumeAttributesClass
modifyVolumeStatus 9 ModifyVolumeStatus * gate=VolumeAttributesClass
healthStatus 10 VolumeHealthStatus * >=1.37 gate=CSIVolumeHealth

core/v1.PersistentVolumeClaimTemplate
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeClaimSpec !

core/v1.PersistentVolumeClaimVolumeSource
claimName 1 string !
readOnly 2 bool

core/v1.PersistentVolumeMode = Block | Filesystem

core/v1.PersistentVolumeReclaimPolicy = Delete | Recycle | Retain

core/v1.PersistentVolumeSource
gcePersistentDisk 1 GCEPersistentDiskVolumeSource *
awsElasticBlockStore 2 AWSElasticBlockStoreVolumeSource *
hostPath 3 HostPathVolumeSource *
glusterfs 4 GlusterfsPersistentVolumeSource *
nfs 5 NFSVolumeSource *
rbd 6 RBDPersistentVolumeSource *
iscsi 7 ISCSIPersistentVolumeSource *
cinder 8 CinderPersistentVolumeSource *
cephfs 9 CephFSPersistentVolumeSource *
fc 10 FCVolumeSource *
flocker 11 FlockerVolumeSource *
flexVolume 12 FlexPersistentVolumeSource *
azureFile 13 AzureFilePersistentVolumeSource *
vsphereVolume 14 VsphereVirtualDiskVolumeSource *
quobyte 15 QuobyteVolumeSource *
azureDisk 16 AzureDiskVolumeSource *
photonPersistentDisk 17 PhotonPersistentDiskVolumeSource *
portworxVolume 18 PortworxVolumeSource *
scaleIO 19 ScaleIOPersistentVolumeSource *
local 20 LocalVolumeSource *
storageos 21 StorageOSPersistentVolumeSource *
csi 22 CSIPersistentVolumeSource *

core/v1.PersistentVolumeSpec
capacity 1 {}quantity
gcePersistentDisk 1 GCEPersistentDiskVolumeSource * in=2
awsElasticBlockStore 2 AWSElasticBlockStoreVolumeSource * in=2
hostPath 3 HostPathVolumeSource * in=2
glusterfs 4 GlusterfsPersistentVolumeSource * in=2
nfs 5 NFSVolumeSource * in=2
rbd 6 RBDPersistentVolumeSource * in=2
iscsi 7 ISCSIPersistentVolumeSource * in=2
cinder 8 CinderPersistentVolumeSource * in=2
cephfs 9 CephFSPersistentVolumeSource * in=2
fc 10 FCVolumeSource * in=2
flocker 11 FlockerVolumeSource * in=2
flexVolume 12 FlexPersistentVolumeSource * in=2
azureFile 13 AzureFilePersistentVolumeSource * in=2
vsphereVolume 14 VsphereVirtualDiskVolumeSource * in=2
quobyte 15 QuobyteVolumeSource * in=2
azureDisk 16 AzureDiskVolumeSource * in=2
photonPersistentDisk 17 PhotonPersistentDiskVolumeSource * in=2
portworxVolume 18 PortworxVolumeSource * in=2
scaleIO 19 ScaleIOPersistentVolumeSource * in=2
local 20 LocalVolumeSource * in=2
storageos 21 StorageOSPersistentVolumeSource * in=2
csi 22 CSIPersistentVolumeSource * in=2
accessModes 3 []PersistentVolumeAccessMode list=atomic
claimRef 4 ObjectReference * map=granular
persistentVolumeReclaimPolicy 5 PersistentVolumeReclaimPolicy
storageClassName 6 string
mountOptions 7 []string list=atomic
volumeMode 8 PersistentVolumeMode *
nodeAffinity 9 VolumeNodeAffinity *
volumeAttributesClassName 10 string * gate=VolumeAttributesClass

core/v1.PersistentVolumeStatus
phase 1 string
message 2 string
reason 3 string
lastPhaseTransitionTime 4 time *

core/v1.PhotonPersistentDiskVolumeSource
pdID 1 string !
fsType 2 string

core/v1.Pod
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodSpec
status 3 PodStatus

core/v1.PodAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm list=atomic

core/v1.PodAffinityTerm
labelSelector 1 meta/v1.LabelSelector *
namespaces 2 []string list=atomic
topologyKey 3 string !
namespaceSelector 4 meta/v1.LabelSelector *
matchLabelKeys 5 []string list=atomic
mismatchLabelKeys 6 []string list=atomic

core/v1.PodAntiAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm list=atomic

core/v1.PodCertificateProjection
signerName 1 string ?
keyType 2 string ?
maxExpirationSeconds 3 int32 *
credentialBundlePath 4 string
keyPath 5 string
certificateChainPath 6 string
userAnnotations 7 {}string >=1.35
user 8 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.PodCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string
observedGeneration 7 int64 >=1.33

core/v1.PodDNSConfig
nameservers 1 []string list=atomic
searches 2 []string list=atomic
options 3 []PodDNSConfigOption list=atomic

core/v1.PodDNSConfigOption
name 1 string
value 2 string *

core/v1.PodExtendedResourceClaimStatus
requestMappings 1 []ContainerExtendedResourceRequest ! list=atomic
resourceClaimName 2 string !

core/v1.PodFSGroupChangePolicy = Always | OnRootMismatch

core/v1.PodIP
ip 1 string !

core/v1.PodOS
name 1 OSName !

core/v1.PodReadinessGate
conditionType 1 string !

core/v1.PodResourceClaim
name 1 string !
source 2 ClaimSource <1.31
resourceClaimName 3 string * >=1.31
resourceClaimTemplateName 4 string * >=1.31

core/v1.PodResourceClaimStatus
name 1 string !
resourceClaimName 2 string *

core/v1.PodSELinuxChangePolicy = MountOption | Recursive

core/v1.PodSchedulingGate
name 1 string !

core/v1.PodSchedulingGroup
podGroupName 1 string *

core/v1.PodSecurityContext
seLinuxOptions 1 SELinuxOptions *
windowsOptions 8 WindowsSecurityContextOptions *
runAsUser 2 int64 *
runAsGroup 6 int64 *
runAsNonRoot 3 bool *
supplementalGroups 4 []int64 list=atomic
fsGroup 5 int64 *
sysctls 7 []Sysctl list=atomic
fsGroupChangePolicy 9 PodFSGroupChangePolicy *
seccompProfile 10 SeccompProfile *
appArmorProfile 11 AppArmorProfile *
supplementalGroupsPolicy 12 SupplementalGroupsPolicy * >=1.31 gate=SupplementalGroupsPolicy
seLinuxChangePolicy 13 PodSELinuxChangePolicy * >=1.32 gate=SELinuxChangePolicy

core/v1.PodSpec
volumes 1 []Volume list=map keys=name patch=merge,retainKeys merge=name
initContainers 20 []Container list=map keys=name patch=merge merge=name
containers 2 []Container ! list=map keys=name patch=merge merge=name
ephemeralContainers 34 []EphemeralContainer list=map keys=name patch=merge merge=name
restartPolicy 3 RestartPolicy
terminationGracePeriodSeconds 4 int64 *
activeDeadlineSeconds 5 int64 *
dnsPolicy 6 DNSPolicy
nodeSelector 7 {}string map=atomic
serviceAccountName 8 string
serviceAccount 9 string
automountServiceAccountToken 21 bool *
nodeName 10 string
hostNetwork 11 bool
hostPID 12 bool
hostIPC 13 bool
shareProcessNamespace 27 bool *
securityContext 14 PodSecurityContext *
imagePullSecrets 15 []LocalObjectReference list=map keys=name patch=merge merge=name
hostname 16 string
subdomain 17 string
affinity 18 Affinity *
schedulerName 19 string
tolerations 22 []Toleration list=atomic
hostAliases 23 []HostAlias list=map keys=ip patch=merge merge=ip
priorityClassName 24 string
priority 25 int32 *
dnsConfig 26 PodDNSConfig *
readinessGates 28 []PodReadinessGate list=atomic
runtimeClassName 29 string *
enableServiceLinks 30 bool *
preemptionPolicy 31 PreemptionPolicy *
overhead 32 {}quantity
topologySpreadConstraints 33 []TopologySpreadConstraint list=map keys=topologyKey,whenUnsatisfiable patch=merge merge=topologyKey
setHostnameAsFQDN 35 bool *
os 36 PodOS *
hostUsers 37 bool *
schedulingGates 38 []PodSchedulingGate list=map keys=name patch=merge merge=name
resourceClaims 39 []PodResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DynamicResourceAllocation
resources 40 ResourceRequirements * >=1.32 gate=PodLevelResources
hostnameOverride 41 string * >=1.34 gate=HostnameOverride
workloadRef 42 WorkloadReference * >=1.35<1.36 gate=GenericWorkload
schedulingGroup 43 PodSchedulingGroup * >=1.36 gate=GenericWorkload
evictionResponders 44 []EvictionResponder >=1.37 list=map keys=name patch=merge merge=name gate=EvictionRequestAPI

core/v1.PodStatus
phase 1 string
conditions 2 []PodCondition list=map keys=type patch=merge merge=type
message 3 string
reason 4 string
nominatedNodeName 11 string
hostIP 5 string
hostIPs 16 []HostIP list=atomic patch=merge merge=ip
podIP 6 string
podIPs 12 []PodIP list=map keys=ip patch=merge merge=ip
startTime 7 time *
initContainerStatuses 10 []ContainerStatus list=atomic
containerStatuses 8 []ContainerStatus list=atomic
qosClass 9 string
ephemeralContainerStatuses 13 []ContainerStatus list=atomic
resize 14 string gate=InPlacePodVerticalScaling
resourceClaimStatuses 15 []PodResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DynamicResourceAllocation
observedGeneration 17 int64 >=1.33
extendedResourceClaimStatus 18 PodExtendedResourceClaimStatus * >=1.34 gate=DRAExtendedResource
allocatedResources 19 {}quantity >=1.35 gate=InPlacePodLevelResourcesVerticalScaling
resources 20 ResourceRequirements * >=1.35 gate=InPlacePodLevelResourcesVerticalScaling
nodeAllocatableResourceClaimStatuses 21 []NodeAllocatableResourceClaimStatus >=1.36 list=map keys=resourceClaimName patch=merge merge=resourceClaimName gate=DRANodeAllocatableResources
volumeHealth 22 []PodVolumeHealth >=1.37 list=map keys=name gate=CSIVolumeHealth

core/v1.PodTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
template 2 PodTemplateSpec

core/v1.PodTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 PodSpec

core/v1.PodVolumeHealth
name 1 string !
healthConditions 2 []VolumeHealthCondition list=map keys=status,reason patch=merge merge=status
lastTransitionTime 3 time

core/v1.PortStatus
port 1 int32 !
protocol 2 string !
error 3 string *

core/v1.PortworxVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool

core/v1.PreemptionPolicy = Never | PreemptLowerPriority

core/v1.PreferredSchedulingTerm
weight 1 int32 !
preference 2 NodeSelectorTerm !

core/v1.Probe
exec 1 ExecAction * in=1
httpGet 2 HTTPGetAction * in=1
tcpSocket 3 TCPSocketAction * in=1
grpc 4 GRPCAction * in=1
initialDelaySeconds 2 int32
timeoutSeconds 3 int32
periodSeconds 4 int32
successThreshold 5 int32
failureThreshold 6 int32
terminationGracePeriodSeconds 7 int64 *

core/v1.ProbeHandler
exec 1 ExecAction *
httpGet 2 HTTPGetAction *
tcpSocket 3 TCPSocketAction *
grpc 4 GRPCAction *

core/v1.ProcMountType = Default | Unmasked

core/v1.ProjectedVolumeSource
sources 1 []VolumeProjection + list=atomic
defaultMode 2 int32 *
defaultUser 3 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Protocol = SCTP | TCP | UDP

core/v1.PullPolicy = Always | IfNotPresent | Never

core/v1.QuobyteVolumeSource
registry 1 string !
volume 2 string !
readOnly 3 bool
user 4 string
group 5 string
tenant 6 string

core/v1.RBDPersistentVolumeSource
monitors 1 []string ! list=atomic
image 2 string !
fsType 3 string
pool 4 string default="rbd"
user 5 string default="admin"
keyring 6 string default="/etc/ceph/keyring"
secretRef 7 SecretReference *
readOnly 8 bool

core/v1.RBDVolumeSource
monitors 1 []string ! list=atomic
image 2 string !
fsType 3 string
pool 4 string default="rbd"
user 5 string default="admin"
keyring 6 string default="/etc/ceph/keyring"
secretRef 7 LocalObjectReference *
readOnly 8 bool

core/v1.RecursiveReadOnlyMode = Disabled | Enabled | IfPossible

core/v1.ReplicationController
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ReplicationControllerSpec
status 3 ReplicationControllerStatus

core/v1.ReplicationControllerCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string

core/v1.ReplicationControllerSpec
replicas 1 int32 * default=1
minReadySeconds 4 int32 default=0
selector 2 {}string map=atomic
template 3 PodTemplateSpec *

core/v1.ReplicationControllerStatus
replicas 1 int32 !
fullyLabeledReplicas 2 int32
readyReplicas 4 int32
availableReplicas 5 int32
observedGeneration 3 int64
conditions 6 []ReplicationControllerCondition list=map keys=type patch=merge merge=type

core/v1.ResourceClaim
name 1 string !
request 2 string >=1.31

core/v1.ResourceFieldSelector map=atomic
containerName 1 string
resource 2 string !
divisor 3 quantity

core/v1.ResourceHealth
resourceID 1 string !
health 2 string
message 6 string * >=1.36 gate=ResourceHealthStatusMessage

core/v1.ResourceQuota
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceQuotaSpec
status 3 ResourceQuotaStatus

core/v1.ResourceQuotaScope = BestEffort | CrossNamespacePodAffinity | NotBestEffort | NotTerminating | PriorityClass | Terminating | VolumeAttributesClass>=1.33

core/v1.ResourceQuotaSpec
hard 1 {}quantity
scopes 2 []ResourceQuotaScope list=atomic
scopeSelector 3 ScopeSelector *

core/v1.ResourceQuotaStatus
hard 1 {}quantity
used 2 {}quantity

core/v1.ResourceRequirements
limits 1 {}quantity
requests 2 {}quantity
claims 3 []ResourceClaim list=map keys=name gate=DynamicResourceAllocation

core/v1.ResourceResizeRestartPolicy = NotRequired | RestartContainer

core/v1.ResourceStatus
name 1 string !
resources 2 []ResourceHealth list=map keys=resourceID

core/v1.RestartPolicy = Always | Never | OnFailure

core/v1.SELinuxOptions
user 1 string
role 2 string
type 3 string
level 4 string

core/v1.ScaleIOPersistentVolumeSource
gateway 1 string !
system 2 string !
secretRef 3 SecretReference ! *
sslEnabled 4 bool
protectionDomain 5 string
storagePool 6 string
storageMode 7 string default="ThinProvisioned"
volumeName 8 string
fsType 9 string default="xfs"
readOnly 10 bool

core/v1.ScaleIOVolumeSource
gateway 1 string !
system 2 string !
secretRef 3 LocalObjectReference ! *
sslEnabled 4 bool
protectionDomain 5 string
storagePool 6 string
storageMode 7 string default="ThinProvisioned"
volumeName 8 string
fsType 9 string default="xfs"
readOnly 10 bool

core/v1.ScopeSelector map=atomic
matchExpressions 1 []ScopedResourceSelectorRequirement list=atomic

core/v1.ScopeSelectorOperator = DoesNotExist | Exists | In | NotIn

core/v1.ScopedResourceSelectorRequirement
scopeName 1 ResourceQuotaScope !
operator 2 ScopeSelectorOperator !
values 3 []string list=atomic

core/v1.SeccompProfile
type 1 SeccompProfileType !
localhostProfile 2 string *

core/v1.SeccompProfileType = Localhost | RuntimeDefault | Unconfined

core/v1.Secret
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
immutable 5 bool *
data 2 {}bytes
stringData 4 {}string
type 3 string

core/v1.SecretEnvSource
name 1 string in=1 default=""
optional 2 bool *

core/v1.SecretKeySelector map=atomic
name 1 string in=1 default=""
key 2 string !
optional 3 bool *

core/v1.SecretProjection
name 1 string in=1 default=""
items 2 []KeyToPath list=atomic
optional 4 bool *

core/v1.SecretReference map=atomic
name 1 string
namespace 2 string

core/v1.SecretVolumeSource
secretName 1 string
items 2 []KeyToPath list=atomic
defaultMode 3 int32 *
optional 4 bool *
defaultUser 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.SecurityContext
capabilities 1 Capabilities *
privileged 2 bool *
seLinuxOptions 3 SELinuxOptions *
windowsOptions 10 WindowsSecurityContextOptions *
runAsUser 4 int64 *
runAsGroup 8 int64 *
runAsNonRoot 5 bool *
readOnlyRootFilesystem 6 bool *
allowPrivilegeEscalation 7 bool *
procMount 9 ProcMountType *
seccompProfile 11 SeccompProfile *
appArmorProfile 12 AppArmorProfile *

core/v1.Service
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceSpec
status 3 ServiceStatus

core/v1.ServiceAccount
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
secrets 2 []ObjectReference list=map keys=name patch=merge merge=name
imagePullSecrets 3 []LocalObjectReference list=atomic
automountServiceAccountToken 4 bool *

core/v1.ServiceAccountTokenProjection
audience 1 string
expirationSeconds 2 int64 *
path 3 string !
user 4 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.ServiceAffinity = ClientIP | None

core/v1.ServiceExternalTrafficPolicy = Cluster | Local

core/v1.ServiceInternalTrafficPolicy = Cluster | Local

core/v1.ServicePort
name 1 string
protocol 2 Protocol default="TCP"
appProtocol 6 string *
port 3 int32 !
targetPort 4 intOrString
nodePort 5 int32

core/v1.ServiceSpec
ports 1 []ServicePort list=map keys=port,protocol patch=merge merge=port
selector 2 {}string map=atomic
clusterIP 3 string
clusterIPs 18 []string list=atomic
type 4 ServiceType
externalIPs 5 []string list=atomic
sessionAffinity 7 ServiceAffinity
loadBalancerIP 8 string
loadBalancerSourceRanges 9 []string list=atomic
externalName 10 string
externalTrafficPolicy 11 ServiceExternalTrafficPolicy
healthCheckNodePort 12 int32
publishNotReadyAddresses 13 bool
sessionAffinityConfig 14 SessionAffinityConfig *
ipFamilies 19 []IPFamily list=atomic
ipFamilyPolicy 17 IPFamilyPolicy *
allocateLoadBalancerNodePorts 20 bool *
loadBalancerClass 21 string *
internalTrafficPolicy 22 ServiceInternalTrafficPolicy *
trafficDistribution 23 string *

core/v1.ServiceStatus
loadBalancer 1 LoadBalancerStatus
conditions 2 []meta/v1.Condition list=map keys=type patch=merge merge=type

core/v1.ServiceType = ClusterIP | ExternalName | LoadBalancer | NodePort

core/v1.SessionAffinityConfig
clientIP 1 ClientIPConfig *

core/v1.Signal = SIGABRT | SIGALRM | SIGBUS | SIGCHLD | SIGCLD | SIGCONT | SIGFPE | SIGHUP | SIGILL | SIGINT | SIGIO | SIGIOT | SIGKILL | SIGPIPE | SIGPOLL | SIGPROF | SIGPWR | SIGQUIT | SIGRTMAX | SIGRTMAX-1 | SIGRTMAX-10 | SIGRTMAX-11 | SIGRTMAX-12 | SIGRTMAX-13 | SIGRTMAX-14 | SIGRTMAX-2 | SIGRTMAX-3 | SIGRTMAX-4 | SIGRTMAX-5 | SIGRTMAX-6 | SIGRTMAX-7 | SIGRTMAX-8 | SIGRTMAX-9 | SIGRTMIN | SIGRTMIN+1 | SIGRTMIN+10 | SIGRTMIN+11 | SIGRTMIN+12 | SIGRTMIN+13 | SIGRTMIN+14 | SIGRTMIN+15 | SIGRTMIN+2 | SIGRTMIN+3 | SIGRTMIN+4 | SIGRTMIN+5 | SIGRTMIN+6 | SIGRTMIN+7 | SIGRTMIN+8 | SIGRTMIN+9 | SIGSEGV | SIGSTKFLT | SIGSTOP | SIGSYS | SIGTERM | SIGTRAP | SIGTSTP | SIGTTIN | SIGTTOU | SIGURG | SIGUSR1 | SIGUSR2 | SIGVTALRM | SIGWINCH | SIGXCPU | SIGXFSZ

core/v1.SleepAction
seconds 1 int64 !

core/v1.StorageOSPersistentVolumeSource
volumeName 1 string
volumeNamespace 2 string
fsType 3 string
readOnly 4 bool
secretRef 5 ObjectReference *

core/v1.StorageOSVolumeSource
volumeName 1 string
volumeNamespace 2 string
fsType 3 string
readOnly 4 bool
secretRef 5 LocalObjectReference *

core/v1.SupplementalGroupsPolicy = Merge | Strict

core/v1.Sysctl
name 1 string !
value 2 string !

core/v1.TCPSocketAction
port 1 intOrString !
host 2 string

core/v1.Taint
key 1 string !
value 2 string
effect 3 TaintEffect !
timeAdded 4 time *

core/v1.TaintEffect = NoExecute | NoSchedule | PreferNoSchedule

core/v1.TerminationMessagePolicy = FallbackToLogsOnError | File

core/v1.Toleration
key 1 string
operator 2 TolerationOperator
value 3 string
effect 4 TaintEffect
tolerationSeconds 5 int64 *

core/v1.TolerationOperator = Equal | Exists | Gt>=1.35 | Lt>=1.35

core/v1.TopologySelectorLabelRequirement
key 1 string !
values 2 []string ! list=atomic

core/v1.TopologySelectorTerm map=atomic
matchLabelExpressions 1 []TopologySelectorLabelRequirement list=atomic

core/v1.TopologySpreadConstraint
maxSkew 1 int32 !
topologyKey 2 string !
whenUnsatisfiable 3 UnsatisfiableConstraintAction !
labelSelector 4 meta/v1.LabelSelector *
minDomains 5 int32 *
nodeAffinityPolicy 6 NodeInclusionPolicy *
nodeTaintsPolicy 7 NodeInclusionPolicy *
matchLabelKeys 8 []string list=atomic

core/v1.TypedLocalObjectReference map=atomic
apiGroup 1 string + *
kind 2 string !
name 3 string !

core/v1.TypedObjectReference
apiGroup 1 string + *
kind 2 string !
name 3 string !
namespace 4 string * gate=CrossNamespaceVolumeDataSource

core/v1.URIScheme = HTTP | HTTPS

core/v1.UnsatisfiableConstraintAction = DoNotSchedule | ScheduleAnyway

core/v1.Volume
name 1 string !
hostPath 1 HostPathVolumeSource * in=2
emptyDir 2 EmptyDirVolumeSource * in=2
gcePersistentDisk 3 GCEPersistentDiskVolumeSource * in=2
awsElasticBlockStore 4 AWSElasticBlockStoreVolumeSource * in=2
gitRepo 5 GitRepoVolumeSource * in=2
secret 6 SecretVolumeSource * in=2
nfs 7 NFSVolumeSource * in=2
iscsi 8 ISCSIVolumeSource * in=2
glusterfs 9 GlusterfsVolumeSource * in=2
persistentVolumeClaim 10 PersistentVolumeClaimVolumeSource * in=2
rbd 11 RBDVolumeSource * in=2
flexVolume 12 FlexVolumeSource * in=2
cinder 13 CinderVolumeSource * in=2
cephfs 14 CephFSVolumeSource * in=2
flocker 15 FlockerVolumeSource * in=2
downwardAPI 16 DownwardAPIVolumeSource * in=2
fc 17 FCVolumeSource * in=2
azureFile 18 AzureFileVolumeSource * in=2
configMap 19 ConfigMapVolumeSource * in=2
vsphereVolume 20 VsphereVirtualDiskVolumeSource * in=2
quobyte 21 QuobyteVolumeSource * in=2
azureDisk 22 AzureDiskVolumeSource * in=2
photonPersistentDisk 23 PhotonPersistentDiskVolumeSource * in=2
projected 26 ProjectedVolumeSource * in=2
portworxVolume 24 PortworxVolumeSource * in=2
scaleIO 25 ScaleIOVolumeSource * in=2
storageos 27 StorageOSVolumeSource * in=2
csi 28 CSIVolumeSource * in=2
ephemeral 29 EphemeralVolumeSource * in=2
image 30 ImageVolumeSource * >=1.31 in=2

core/v1.VolumeDevice
name 1 string !
devicePath 2 string !

core/v1.VolumeHealthCondition
status 1 string !
reason 2 string !
message 3 string

core/v1.VolumeHealthStatus
healthConditions 1 []VolumeHealthCondition list=map keys=status,reason patch=merge merge=status
lastTransitionTime 2 time

core/v1.VolumeMount
name 1 string !
readOnly 2 bool
recursiveReadOnly 7 RecursiveReadOnlyMode *
mountPath 3 string !
subPath 4 string
mountPropagation 5 MountPropagationMode *
subPathExpr 6 string
bindMountOptions 8 []string >=1.37 list=set gate=VolumeBindMountOptions

core/v1.VolumeMountStatus
name 1 string !
mountPath 2 string !
readOnly 3 bool
recursiveReadOnly 4 string *
volumeStatus 5 VolumeStatus * >=1.36

core/v1.VolumeNodeAffinity
required 1 NodeSelector *

core/v1.VolumeProjection
secret 1 SecretProjection *
downwardAPI 2 DownwardAPIProjection *
configMap 3 ConfigMapProjection *
serviceAccountToken 4 ServiceAccountTokenProjection *
clusterTrustBundle 5 ClusterTrustBundleProjection * gate=ClusterTrustBundleProjection
podCertificate 6 PodCertificateProjection * >=1.34 gate=PodCertificateProjection

core/v1.VolumeResourceRequirements
limits 1 {}quantity
requests 2 {}quantity

core/v1.VolumeSource
hostPath 1 HostPathVolumeSource *
emptyDir 2 EmptyDirVolumeSource *
gcePersistentDisk 3 GCEPersistentDiskVolumeSource *
awsElasticBlockStore 4 AWSElasticBlockStoreVolumeSource *
gitRepo 5 GitRepoVolumeSource *
secret 6 SecretVolumeSource *
nfs 7 NFSVolumeSource *
iscsi 8 ISCSIVolumeSource *
glusterfs 9 GlusterfsVolumeSource *
persistentVolumeClaim 10 PersistentVolumeClaimVolumeSource *
rbd 11 RBDVolumeSource *
flexVolume 12 FlexVolumeSource *
cinder 13 CinderVolumeSource *
cephfs 14 CephFSVolumeSource *
flocker 15 FlockerVolumeSource *
downwardAPI 16 DownwardAPIVolumeSource *
fc 17 FCVolumeSource *
azureFile 18 AzureFileVolumeSource *
configMap 19 ConfigMapVolumeSource *
vsphereVolume 20 VsphereVirtualDiskVolumeSource *
quobyte 21 QuobyteVolumeSource *
azureDisk 22 AzureDiskVolumeSource *
photonPersistentDisk 23 PhotonPersistentDiskVolumeSource *
projected 26 ProjectedVolumeSource *
portworxVolume 24 PortworxVolumeSource *
scaleIO 25 ScaleIOVolumeSource *
storageos 27 StorageOSVolumeSource *
csi 28 CSIVolumeSource *
ephemeral 29 EphemeralVolumeSource *
image 30 ImageVolumeSource * >=1.31

core/v1.VolumeStatus
image 1 ImageVolumeStatus * gate=ImageVolumeWithDigest

core/v1.VsphereVirtualDiskVolumeSource
volumePath 1 string !
fsType 2 string
storagePolicyName 3 string
storagePolicyID 4 string

core/v1.WeightedPodAffinityTerm
weight 1 int32 !
podAffinityTerm 2 PodAffinityTerm !

core/v1.WindowsSecurityContextOptions
gmsaCredentialSpecName 1 string *
gmsaCredentialSpec 2 string *
runAsUserName 3 string *
hostProcess 4 bool *

core/v1.WorkloadReference
name 1 string !
podGroup 2 string !
podGroupReplicaKey 3 string
`;
