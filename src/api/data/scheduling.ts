/**
 * The types of `scheduling`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const schedulingTypes = (): string => `
scheduling/v1.PriorityClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
value 2 int32 +
globalDefault 3 bool
description 4 string
preemptionPolicy 5 core/v1.PreemptionPolicy *

scheduling/v1alpha1.BasicSchedulingPolicy

scheduling/v1alpha1.GangSchedulingPolicy
minCount 1 int32 !

scheduling/v1alpha1.PodGroup
name 1 string !
policy 3 PodGroupPolicy !

scheduling/v1alpha1.PodGroupPolicy
basic 2 BasicSchedulingPolicy *
gang 3 GangSchedulingPolicy *

scheduling/v1alpha1.TypedLocalObjectReference
apiGroup 1 string
kind 2 string !
name 3 string !

scheduling/v1alpha1.Workload
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 WorkloadSpec !

scheduling/v1alpha1.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroups 2 []PodGroup ! list=map keys=name

scheduling/v1alpha2.DisruptionMode = Pod | PodGroup

scheduling/v1alpha2.PodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodGroupSpec !
status 3 PodGroupStatus

scheduling/v1alpha2.PodGroupResourceClaim
name 1 string ! format=k8s-short-name
resourceClaimName 2 string * format=k8s-long-name
resourceClaimTemplateName 3 string * format=k8s-long-name

scheduling/v1alpha2.PodGroupResourceClaimStatus
name 1 string !
resourceClaimName 2 string * format=k8s-long-name

scheduling/v1alpha2.PodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha2.PodGroupSchedulingPolicy
basic 1 BasicSchedulingPolicy *
gang 2 GangSchedulingPolicy *

scheduling/v1alpha2.PodGroupSpec
podGroupTemplateRef 1 PodGroupTemplateReference + *
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode * gate=WorkloadAwarePreemption default="Pod"
priorityClassName 6 string gate=WorkloadAwarePreemption
priority 7 int32 * gate=WorkloadAwarePreemption

scheduling/v1alpha2.PodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceClaimStatuses 2 []PodGroupResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims

scheduling/v1alpha2.PodGroupTemplate
name 1 string ! format=k8s-short-name
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints + * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode * gate=WorkloadAwarePreemption
priorityClassName 6 string gate=WorkloadAwarePreemption
priority 7 int32 * gate=WorkloadAwarePreemption

scheduling/v1alpha2.PodGroupTemplateReference
workload 1 WorkloadPodGroupTemplateReference + *

scheduling/v1alpha2.TopologyConstraint
key 1 string ! format=k8s-label-key

scheduling/v1alpha2.TypedLocalObjectReference
apiGroup 1 string format=k8s-long-name
kind 2 string ! format=k8s-path-segment-name
name 3 string ! format=k8s-path-segment-name

scheduling/v1alpha2.WorkloadPodGroupTemplateReference
workloadName 1 string ! format=k8s-long-name
podGroupTemplateName 2 string ! format=k8s-short-name

scheduling/v1alpha2.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroupTemplates 2 []PodGroupTemplate ! list=map keys=name

scheduling/v1alpha3.AllCompositeDisruptionMode

scheduling/v1alpha3.AllDisruptionMode

scheduling/v1alpha3.CompositeBasicSchedulingPolicy

scheduling/v1alpha3.CompositeDisruptionMode
single 1 SingleCompositeDisruptionMode *
all 2 AllCompositeDisruptionMode *

scheduling/v1alpha3.CompositeGangSchedulingPolicy
minGroupCount 1 int32 !

scheduling/v1alpha3.CompositePodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CompositePodGroupSpec !
status 3 CompositePodGroupStatus

scheduling/v1alpha3.CompositePodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha3.CompositePodGroupSchedulingPolicy
basic 1 CompositeBasicSchedulingPolicy *
gang 2 CompositeGangSchedulingPolicy *

scheduling/v1alpha3.CompositePodGroupSpec
parentCompositePodGroupName 1 string * format=k8s-long-name
workloadRef 2 WorkloadReference ! *
schedulingPolicy 3 CompositePodGroupSchedulingPolicy !
schedulingConstraints 4 CompositePodGroupSchedulingConstraints *
disruptionMode 5 CompositeDisruptionMode * default={"single": {}}
priorityClassName 6 string format=k8s-long-name
priority 7 int32 *
preemptionPolicy 8 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.CompositePodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

scheduling/v1alpha3.CompositePodGroupTemplate
name 1 string ! format=k8s-short-name
schedulingPolicy 2 CompositePodGroupSchedulingPolicy !
schedulingConstraints 3 CompositePodGroupSchedulingConstraints *
disruptionMode 4 CompositeDisruptionMode *
priorityClassName 5 string format=k8s-long-name
priority 6 int32 *
preemptionPolicy 7 PreemptionPolicy * gate=PodGroupPreemptionPolicy
podGroupTemplates 8 []PodGroupTemplate list=map keys=name
compositePodGroupTemplates 9 []CompositePodGroupTemplate list=map keys=name

scheduling/v1alpha3.DisruptionMode
single 1 SingleDisruptionMode *
all 2 AllDisruptionMode *

scheduling/v1alpha3.PodGroupSpec
parentCompositePodGroupName 1 string * gate=CompositePodGroup format=k8s-long-name
workloadRef 2 WorkloadReference *
schedulingPolicy 3 PodGroupSchedulingPolicy !
schedulingConstraints 4 PodGroupSchedulingConstraints * gate=TopologyAwareWorkloadScheduling
resourceClaims 5 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 6 DisruptionMode * default={"single": {}}
priorityClassName 7 string format=k8s-long-name
priority 8 int32 *
preemptionPolicy 9 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.PodGroupTemplate
name 1 string ! format=k8s-short-name
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints + * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode *
priorityClassName 6 string format=k8s-long-name
priority 7 int32 *
preemptionPolicy 8 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.PreemptionPolicy = Never | PreemptLowerPriority

scheduling/v1alpha3.SingleCompositeDisruptionMode

scheduling/v1alpha3.SingleDisruptionMode

scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode

scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy

scheduling/v1alpha3.WorkloadPodGroupDisruptionMode
single 1 WorkloadPodGroupSingleDisruptionMode *
all 2 WorkloadPodGroupAllDisruptionMode *

scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy
minCount 1 int32 *

scheduling/v1alpha3.WorkloadPodGroupResourceClaim
name 1 string ! format=k8s-short-name
resourceClaimName 2 string * format=k8s-long-name
resourceClaimTemplateName 3 string * format=k8s-long-name

scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy
basic 1 WorkloadPodGroupBasicSchedulingPolicy *
gang 2 WorkloadPodGroupGangSchedulingPolicy *

scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode

scheduling/v1alpha3.WorkloadReference
workloadName 1 string ! format=k8s-long-name
templateName 2 string ! format=k8s-short-name

scheduling/v1alpha3.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroupTemplates 2 []PodGroupTemplate + list=map keys=name
compositePodGroupTemplates 3 []CompositePodGroupTemplate list=map keys=name gate=CompositePodGroup

scheduling/v1alpha2 like scheduling/v1alpha1
BasicSchedulingPolicy GangSchedulingPolicy Workload

scheduling/v1alpha3 like scheduling/v1alpha1
BasicSchedulingPolicy GangSchedulingPolicy Workload

scheduling/v1alpha3 like scheduling/v1alpha2
PodGroup PodGroupResourceClaim PodGroupResourceClaimStatus PodGroupSchedulingConstraints PodGroupSchedulingPolicy
PodGroupStatus TopologyConstraint TypedLocalObjectReference

scheduling/v1beta1 like scheduling/v1alpha3
AllCompositeDisruptionMode AllDisruptionMode CompositeBasicSchedulingPolicy CompositeDisruptionMode
CompositeGangSchedulingPolicy CompositePodGroupSchedulingConstraints CompositePodGroupSchedulingPolicy
CompositePodGroupTemplate DisruptionMode PodGroupSpec PodGroupTemplate PreemptionPolicy SingleCompositeDisruptionMode
SingleDisruptionMode WorkloadReference WorkloadSpec

scheduling/v1beta1 like scheduling/v1alpha1
BasicSchedulingPolicy GangSchedulingPolicy Workload

scheduling/v1beta1 like scheduling/v1alpha2
PodGroup PodGroupResourceClaim PodGroupResourceClaimStatus PodGroupSchedulingConstraints PodGroupSchedulingPolicy
PodGroupStatus TopologyConstraint TypedLocalObjectReference
`;
