/**
 * The types of `resource`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const resourceTypes = (): string => `
resource/v1.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
shareID 7 string * gate=DRAConsumableCapacity
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *

resource/v1.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
allocationTimestamp 5 time * gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus

resource/v1.CELDeviceSelector
expression 1 string !

resource/v1.CapacityRequestPolicy
default 1 quantity + *
validValues 3 []quantity list=atomic
validRange 4 CapacityRequestPolicyRange *

resource/v1.CapacityRequestPolicyRange
min 1 quantity ? *
max 2 quantity *
step 3 quantity *

resource/v1.CapacityRequirements
requests 1 {}quantity

resource/v1.Counter
value 1 quantity !

resource/v1.CounterSet
name 1 string !
counters 2 {}Counter ?

resource/v1.Device
name 1 string !
attributes 2 {}DeviceAttribute
capacity 3 {}DeviceCapacity
consumesCounters 4 []DeviceCounterConsumption list=atomic gate=DRAPartitionableDevices
nodeName 5 string * gate=DRAPartitionableDevices
nodeSelector 6 core/v1.NodeSelector * gate=DRAPartitionableDevices
allNodes 7 bool * gate=DRAPartitionableDevices
taints 8 []DeviceTaint list=atomic gate=DRADeviceTaints
bindsToNode 9 bool * gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 10 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 11 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 12 bool * gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 13 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1.DeviceAllocationConfiguration
source 1 string !
requests 2 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=3

resource/v1.DeviceAllocationMode = All | ExactCount

resource/v1.DeviceAllocationResult
results 1 []DeviceRequestAllocationResult list=atomic
config 2 []DeviceAllocationConfiguration list=atomic

resource/v1.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *
ints 6 []int64 >=1.36 list=atomic gate=DRAListTypeAttributes
bools 7 []bool >=1.36 list=atomic gate=DRAListTypeAttributes
strings 8 []string >=1.36 list=atomic gate=DRAListTypeAttributes
versions 9 []string >=1.36 list=atomic gate=DRAListTypeAttributes

resource/v1.DeviceCapacity
value 1 quantity !
requestPolicy 2 CapacityRequestPolicy * gate=DRAConsumableCapacity

resource/v1.DeviceClaim
requests 1 []DeviceRequest + list=atomic
constraints 2 []DeviceConstraint list=atomic
config 3 []DeviceClaimConfiguration list=atomic

resource/v1.DeviceClaimConfiguration
requests 1 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=2

resource/v1.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec +

resource/v1.DeviceClassConfiguration
opaque 1 OpaqueDeviceConfiguration * in=1

resource/v1.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
extendedResourceName 4 string * gate=DRAExtendedResource

resource/v1.DeviceConfiguration
opaque 1 OpaqueDeviceConfiguration *

resource/v1.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *
distinctAttribute 3 string * gate=DRAConsumableCapacity

resource/v1.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter ?
compatibilityGroups 3 []string >=1.37 list=atomic gate=DRADeviceCompatibilityGroups

resource/v1.DeviceDerivedAttribute
name 1 string ! format=k8s-resource-fully-qualified-name
expression 2 string !

resource/v1.DeviceRequest
name 1 string !
exactly 2 ExactDeviceRequest *
firstAvailable 3 []DeviceSubRequest list=atomic gate=DRAPrioritizedList

resource/v1.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
bindingConditions 7 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1.DeviceSelector
cel 1 CELDeviceSelector *

resource/v1.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1.DeviceTaint
key 1 string !
value 2 string
effect 3 DeviceTaintEffect !
timeAdded 4 time *

resource/v1.DeviceTaintEffect = NoExecute | NoSchedule | None>=1.35

resource/v1.DeviceTaintRule
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceTaintRuleSpec !
status 3 DeviceTaintRuleStatus

resource/v1.DeviceTaintRuleSpec
deviceSelector 1 DeviceTaintSelector *
taint 2 DeviceTaint ?

resource/v1.DeviceTaintRuleStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1.DeviceTaintSelector
driver 2 string *
pool 3 string *
device 4 string *

resource/v1.DeviceToleration
key 1 string
operator 2 DeviceTolerationOperator default="Equal"
value 3 string
effect 4 DeviceTaintEffect
tolerationSeconds 5 int64 *

resource/v1.DeviceTolerationOperator = Equal | Exists

resource/v1.ExactDeviceRequest
deviceClassName 1 string !
selectors 2 []DeviceSelector list=atomic
allocationMode 3 DeviceAllocationMode
count 4 int64
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1.NetworkDeviceData
interfaceName 1 string
ips 2 []string list=atomic
hardwareAddress 3 string

resource/v1.NodeAllocatableMapping
capacityKey 1 string *
capacityMultiplier 2 quantity *
deviceMultiplier 3 quantity *

resource/v1.NodeAllocatableOverhead
perPod 1 quantity *
perContainer 2 quantity *

resource/v1.NodeAllocatableResource
mapping 3 NodeAllocatableMapping *
overhead 4 NodeAllocatableOverhead *

resource/v1.NodeAllocatableResourceMapping
capacityKey 1 string *
allocationMultiplier 2 quantity *

resource/v1.OpaqueDeviceConfiguration
driver 1 string !
parameters 2 raw !

resource/v1.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +
status 3 ResourceClaimStatus

resource/v1.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1.ResourceClaimSpec
devices 1 DeviceClaim +

resource/v1.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
devices 4 []AllocatedDeviceStatus list=map keys=driver,device,pool,shareID gate=DRAResourceClaimDeviceStatus

resource/v1.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec +

resource/v1.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +

resource/v1.ResourcePool
name 1 string !
generation 2 int64 !
resourceSliceCount 3 int64 !

resource/v1.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceSliceSpec !

resource/v1.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string *
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool *
devices 6 []Device list=atomic
perDeviceNodeSelection 7 bool * gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet list=atomic gate=DRAPartitionableDevices
partitionTypeAttribute 9 string * >=1.37 gate=DRAPartitionableDevicesType
skipNodeOperations 10 []SkipNodeOperation >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1.SkipNodeOperation = * | NodePrepareResources | NodeUnprepareResources

resource/v1alpha2.AllocationResult
resourceHandles 1 []ResourceHandle list=atomic
availableOnNodes 2 core/v1.NodeSelector *
shareable 3 bool

resource/v1alpha2.AllocationResultModel
namedResources 1 NamedResourcesAllocationResult *

resource/v1alpha2.DriverAllocationResult
vendorRequestParameters 1 raw
namedResources 1 NamedResourcesAllocationResult * in=2

resource/v1alpha2.DriverRequests
driverName 1 string
vendorParameters 2 raw
requests 3 []ResourceRequest list=atomic

resource/v1alpha2.NamedResourcesAllocationResult
name 1 string !

resource/v1alpha2.NamedResourcesAttribute
name 1 string !
quantity 6 quantity * in=2
bool 2 bool * in=2
int 7 int64 * in=2
intSlice 8 NamedResourcesIntSlice * in=2
string 5 string * in=2
stringSlice 9 NamedResourcesStringSlice * in=2
version 10 string * in=2

resource/v1alpha2.NamedResourcesAttributeValue
quantity 6 quantity *
bool 2 bool *
int 7 int64 *
intSlice 8 NamedResourcesIntSlice *
string 5 string *
stringSlice 9 NamedResourcesStringSlice *
version 10 string *

resource/v1alpha2.NamedResourcesFilter
selector 1 string !

resource/v1alpha2.NamedResourcesInstance
name 1 string !
attributes 2 []NamedResourcesAttribute list=atomic

resource/v1alpha2.NamedResourcesIntSlice
ints 1 []int64 ! list=atomic

resource/v1alpha2.NamedResourcesRequest
selector 1 string !

resource/v1alpha2.NamedResourcesResources
instances 1 []NamedResourcesInstance ! list=atomic

resource/v1alpha2.NamedResourcesStringSlice
strings 1 []string ! list=atomic

resource/v1alpha2.PodSchedulingContext
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodSchedulingContextSpec !
status 3 PodSchedulingContextStatus

resource/v1alpha2.PodSchedulingContextSpec
selectedNode 1 string
potentialNodes 2 []string list=atomic

resource/v1alpha2.PodSchedulingContextStatus
resourceClaims 1 []ResourceClaimSchedulingStatus list=map keys=name

resource/v1alpha2.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !
status 3 ResourceClaimStatus

resource/v1alpha2.ResourceClaimParameters
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
generatedFrom 2 ResourceClaimParametersReference *
shareable 3 bool
driverRequests 4 []DriverRequests list=atomic

resource/v1alpha2.ResourceClaimParametersReference
apiGroup 1 string
kind 2 string !
name 3 string !

resource/v1alpha2.ResourceClaimSchedulingStatus
name 1 string
unsuitableNodes 2 []string list=atomic

resource/v1alpha2.ResourceClaimSpec
resourceClassName 1 string !
parametersRef 2 ResourceClaimParametersReference *
allocationMode 3 string

resource/v1alpha2.ResourceClaimStatus
driverName 1 string
allocation 2 AllocationResult *
reservedFor 3 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
deallocationRequested 4 bool

resource/v1alpha2.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec !

resource/v1alpha2.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !

resource/v1alpha2.ResourceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parametersRef 3 ResourceClassParametersReference *
suitableNodes 4 core/v1.NodeSelector *
structuredParameters 5 bool *

resource/v1alpha2.ResourceClassParameters
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
generatedFrom 2 ResourceClassParametersReference *
vendorParameters 3 []VendorParameters list=atomic
filters 4 []ResourceFilter list=atomic

resource/v1alpha2.ResourceClassParametersReference
apiGroup 1 string
kind 2 string !
name 3 string !
namespace 4 string

resource/v1alpha2.ResourceFilter
driverName 1 string
namedResources 1 NamedResourcesFilter * in=2

resource/v1alpha2.ResourceFilterModel
namedResources 1 NamedResourcesFilter *

resource/v1alpha2.ResourceHandle
driverName 1 string
data 2 string
structuredData 5 StructuredResourceHandle *

resource/v1alpha2.ResourceModel
namedResources 1 NamedResourcesResources *

resource/v1alpha2.ResourceRequest
vendorParameters 1 raw
namedResources 1 NamedResourcesRequest * in=2

resource/v1alpha2.ResourceRequestModel
namedResources 1 NamedResourcesRequest *

resource/v1alpha2.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
nodeName 2 string
driverName 3 string !
namedResources 1 NamedResourcesResources * in=4

resource/v1alpha2.StructuredResourceHandle
vendorClassParameters 1 raw
vendorClaimParameters 2 raw
nodeName 4 string
results 5 []DriverAllocationResult ! list=atomic

resource/v1alpha2.VendorParameters
driverName 1 string
parameters 2 raw

resource/v1alpha3.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *

resource/v1alpha3.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
controller 4 string <1.32 gate=DRAControlPlaneController

resource/v1alpha3.BasicDevice
attributes 1 {}DeviceAttribute
capacity 2 {}quantity
consumesCounters 3 []DeviceCounterConsumption >=1.33 list=atomic gate=DRAPartitionableDevices
nodeName 4 string * >=1.33 gate=DRAPartitionableDevices
nodeSelector 5 core/v1.NodeSelector * >=1.33 gate=DRAPartitionableDevices
allNodes 6 bool * >=1.33 gate=DRAPartitionableDevices
taints 7 []DeviceTaint >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.Device
name 1 string !
basic 2 BasicDevice *

resource/v1alpha3.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *

resource/v1alpha3.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec !

resource/v1alpha3.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
suitableNodes 3 core/v1.NodeSelector * <1.32 gate=DRAControlPlaneController

resource/v1alpha3.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *

resource/v1alpha3.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter ?

resource/v1alpha3.DeviceRequest
name 1 string !
deviceClassName 2 string +
selectors 3 []DeviceSelector list=atomic
allocationMode 4 string
count 5 int64
adminAccess 6 bool * gate=DRAAdminAccess
firstAvailable 7 []DeviceSubRequest >=1.33 list=atomic gate=DRAPrioritizedList
tolerations 8 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool + * >=1.32 gate=DRAAdminAccess
tolerations 6 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 string
count 5 int64
tolerations 7 []DeviceToleration list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceTaintRule
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceTaintRuleSpec !
status 3 DeviceTaintRuleStatus >=1.35

resource/v1alpha3.DeviceTaintSelector
deviceClassName 1 string * <1.35
driver 2 string *
pool 3 string *
device 4 string *
selectors 5 []DeviceSelector <1.35 list=atomic

resource/v1alpha3.PartitionTypeStatus
attribute 4 string ?
type 1 string ?
total 2 int32 ? *
allocatable 3 int32 ? *

resource/v1alpha3.PoolStatus
driver 1 string ? format=k8s-long-name-caseless
poolName 2 string ? format=k8s-resource-pool-name
generation 9 int64 !
resourceSliceCount 8 int32 *
totalDevices 4 int32 *
allocatedDevices 5 int32 *
availableDevices 6 int32 *
unavailableDevices 7 int32 *
nodeName 3 string * format=k8s-long-name
validationError 10 string *
partitionSummary 11 []PartitionTypeStatus >=1.37 list=atomic keys=attribute,type
shareableSummary 13 ShareableSummaryStatus * >=1.37

resource/v1alpha3.ResourceClaimSchedulingStatus
name 1 string !
unsuitableNodes 2 []string list=atomic

resource/v1alpha3.ResourceClaimSpec
devices 1 DeviceClaim +
controller 2 string <1.32 gate=DRAControlPlaneController

resource/v1alpha3.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
deallocationRequested 3 bool <1.32 gate=DRAControlPlaneController
devices 4 []AllocatedDeviceStatus >=1.32 list=map keys=driver,device,pool gate=DRAResourceClaimDeviceStatus

resource/v1alpha3.ResourcePoolStatusRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta ?
spec 2 ResourcePoolStatusRequestSpec !
status 3 ResourcePoolStatusRequestStatus *

resource/v1alpha3.ResourcePoolStatusRequestSpec
driver 1 string ! format=k8s-long-name-caseless
poolName 2 string * format=k8s-resource-pool-name
limit 3 int32 * default=100
defaultPartitionTypeAttribute 4 string * >=1.37 gate=DRAPartitionableDevicesType

resource/v1alpha3.ResourcePoolStatusRequestStatus
poolCount 6 int32 ? *
pools 2 []PoolStatus list=atomic
conditions 3 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1alpha3.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool
devices 6 []Device + list=atomic
perDeviceNodeSelection 7 bool * >=1.33 gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet >=1.33 list=atomic gate=DRAPartitionableDevices

resource/v1alpha3.ShareableCapacityStatus
name 1 string ?
total 2 quantity ? *
consumed 3 quantity ? *
available 4 quantity ? *

resource/v1alpha3.ShareableSummaryStatus
fullyAvailableDevices 1 int32 ? *
partiallyAvailableDevices 2 int32 ? *
capacity 3 []ShareableCapacityStatus list=atomic

resource/v1beta1.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *
shareID 7 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
allocationTimestamp 5 time * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus

resource/v1beta1.BasicDevice
attributes 1 {}DeviceAttribute
capacity 2 {}DeviceCapacity
consumesCounters 3 []DeviceCounterConsumption >=1.33 list=atomic gate=DRAPartitionableDevices
nodeName 4 string * >=1.33 gate=DRAPartitionableDevices
nodeSelector 5 core/v1.NodeSelector * >=1.33
allNodes 6 bool * >=1.33 gate=DRAPartitionableDevices
taints 7 []DeviceTaint >=1.33 list=atomic gate=DRADeviceTaints
bindsToNode 8 bool * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 9 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 10 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 11 bool * >=1.34 gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 12 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1beta1.DeviceCapacity
value 1 quantity !
requestPolicy 2 CapacityRequestPolicy * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
extendedResourceName 4 string * >=1.34 gate=DRAExtendedResource

resource/v1beta1.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *
distinctAttribute 3 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.DeviceRequest
name 1 string !
deviceClassName 2 string +
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
adminAccess 6 bool * gate=DRAAdminAccess
firstAvailable 7 []DeviceSubRequest >=1.33 list=atomic gate=DRAPrioritizedList
tolerations 8 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints
capacity 9 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 10 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta1.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints
bindingConditions 7 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * >=1.34 gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity >=1.34 gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta1.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 7 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 8 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 9 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta1.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool
devices 6 []Device list=atomic
perDeviceNodeSelection 7 bool * >=1.33 gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet >=1.33 list=atomic gate=DRAPartitionableDevices
partitionTypeAttribute 9 string * >=1.37 gate=DRAPartitionableDevicesType
skipNodeOperations 10 []SkipNodeOperation >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta2.Device
name 1 string !
attributes 2 {}DeviceAttribute
capacity 3 {}DeviceCapacity
consumesCounters 4 []DeviceCounterConsumption list=atomic gate=DRAPartitionableDevices
nodeName 5 string * gate=DRAPartitionableDevices
nodeSelector 6 core/v1.NodeSelector * gate=DRAPartitionableDevices
allNodes 7 bool * gate=DRAPartitionableDevices
taints 8 []DeviceTaint list=atomic gate=DRADeviceTaints
bindsToNode 9 bool * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 10 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 11 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 12 bool * >=1.34 gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 13 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1beta2.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
bindingConditions 7 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * >=1.34 gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity >=1.34 gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta2.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta2.ExactDeviceRequest
deviceClassName 1 string !
selectors 2 []DeviceSelector list=atomic
allocationMode 3 DeviceAllocationMode
count 4 int64
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1alpha2 like resource/v1
ResourceClaimConsumerReference

resource/v1alpha3 like resource/v1
CELDeviceSelector Counter CounterSet DeviceAllocationConfiguration DeviceAllocationResult DeviceClaim
DeviceClaimConfiguration DeviceClassConfiguration DeviceConfiguration DeviceSelector DeviceTaint DeviceTaintEffect
DeviceTaintRuleSpec DeviceTaintRuleStatus DeviceToleration DeviceTolerationOperator NetworkDeviceData
OpaqueDeviceConfiguration ResourceClaimConsumerReference ResourcePool ResourceSlice

resource/v1alpha3 like resource/v1alpha2
PodSchedulingContext PodSchedulingContextSpec PodSchedulingContextStatus ResourceClaim ResourceClaimTemplate
ResourceClaimTemplateSpec

resource/v1beta1 like resource/v1
CELDeviceSelector CapacityRequestPolicy CapacityRequestPolicyRange CapacityRequirements Counter CounterSet
DeviceAllocationConfiguration DeviceAllocationMode DeviceAllocationResult DeviceAttribute DeviceClaim
DeviceClaimConfiguration DeviceClass DeviceClassConfiguration DeviceConfiguration DeviceCounterConsumption
DeviceDerivedAttribute DeviceSelector DeviceTaint DeviceTaintEffect DeviceToleration DeviceTolerationOperator
NetworkDeviceData NodeAllocatableMapping NodeAllocatableOverhead NodeAllocatableResource NodeAllocatableResourceMapping
OpaqueDeviceConfiguration ResourceClaim ResourceClaimConsumerReference ResourceClaimSpec ResourceClaimStatus
ResourceClaimTemplate ResourceClaimTemplateSpec ResourcePool ResourceSlice SkipNodeOperation

resource/v1beta1 like resource/v1alpha3
Device

resource/v1beta2 like resource/v1beta1
AllocatedDeviceStatus AllocationResult DeviceCapacity DeviceClassSpec DeviceConstraint

resource/v1beta2 like resource/v1
CELDeviceSelector CapacityRequestPolicy CapacityRequestPolicyRange CapacityRequirements Counter CounterSet
DeviceAllocationConfiguration DeviceAllocationMode DeviceAllocationResult DeviceAttribute DeviceClaim
DeviceClaimConfiguration DeviceClass DeviceClassConfiguration DeviceConfiguration DeviceCounterConsumption
DeviceDerivedAttribute DeviceRequest DeviceSelector DeviceTaint DeviceTaintEffect DeviceTaintRule DeviceTaintRuleSpec
DeviceTaintRuleStatus DeviceTaintSelector DeviceToleration DeviceTolerationOperator NetworkDeviceData
NodeAllocatableMapping NodeAllocatableOverhead NodeAllocatableResource NodeAllocatableResourceMapping
OpaqueDeviceConfiguration ResourceClaim ResourceClaimConsumerReference ResourceClaimSpec ResourceClaimStatus
ResourceClaimTemplate ResourceClaimTemplateSpec ResourcePool ResourceSlice ResourceSliceSpec SkipNodeOperation
`;
