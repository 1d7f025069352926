/**
 * The purpose of the types and fields of `scheduling`.
 *
 * @module
 */
export const scheduling: Readonly<Record<string, string>> = {
  "scheduling/v1.PriorityClass": "A priority that pods can name.",
  "scheduling/v1.PriorityClass.description": "When to use the class, for people.",
  "scheduling/v1.PriorityClass.globalDefault": "Whether pods without a class get this one; true for one class at most.",
  "scheduling/v1.PriorityClass.preemptionPolicy":
    "`PreemptLowerPriority` or `Never`: whether pods of the class preempt others. Immutable.",
  "scheduling/v1.PriorityClass.value": "Priority of the pods; the highest goes first. Immutable.",
  "scheduling/v1alpha3.CompositePodGroup": "Pod groups that are scheduled as one.",
  "scheduling/v1alpha3.CompositePodGroupSpec.disruptionMode":
    "Whether the groups below are preempted one by one or all together; default `single`. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.parentCompositePodGroupName":
    "Name of the group that this group is part of. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.preemptionPolicy":
    "`PreemptLowerPriority` or `Never`: whether the group preempts others. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.priority":
    "Priority of the group; admission sets it from the class. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.priorityClassName": "Name of the PriorityClass. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.schedulingConstraints":
    "Where the groups below may run relative to each other. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.schedulingPolicy": "How the groups below are scheduled. Immutable.",
  "scheduling/v1alpha3.CompositePodGroupSpec.workloadRef": "The template that the group was made from. Immutable.",
  "scheduling/v1beta1.CompositeDisruptionMode.all": "Groups below are preempted all together.",
  "scheduling/v1beta1.CompositeDisruptionMode.single": "Groups below are preempted one by one.",
  "scheduling/v1beta1.CompositeGangSchedulingPolicy.minGroupCount":
    "Fewest groups below that must fit at the same time for any to be scheduled.",
  "scheduling/v1beta1.CompositePodGroupSchedulingConstraints.topology": "Topology domains that the groups must be in.",
  "scheduling/v1beta1.CompositePodGroupSchedulingPolicy.basic": "Groups are scheduled one by one.",
  "scheduling/v1beta1.CompositePodGroupSchedulingPolicy.gang": "Groups are scheduled all together.",
  "scheduling/v1beta1.CompositePodGroupTemplate.compositePodGroupTemplates": "Templates of the composite groups below.",
  "scheduling/v1beta1.CompositePodGroupTemplate.name": "Name of the template, unique in the workload.",
  "scheduling/v1beta1.CompositePodGroupTemplate.podGroupTemplates": "Templates of the pod groups below.",
  "scheduling/v1beta1.DisruptionMode.all": "Pods are preempted all together.",
  "scheduling/v1beta1.DisruptionMode.single": "Pods are preempted one by one.",
  "scheduling/v1beta1.GangSchedulingPolicy.minCount":
    "Fewest pods that must fit at the same time for any to be scheduled.",
  "scheduling/v1beta1.PodGroup": "Pods that are scheduled together.",
  "scheduling/v1beta1.PodGroupResourceClaim.name": "Name of the claim in the group.",
  "scheduling/v1beta1.PodGroupResourceClaim.resourceClaimName":
    "Name of a ResourceClaim of the namespace; excludes `resourceClaimTemplateName`.",
  "scheduling/v1beta1.PodGroupResourceClaim.resourceClaimTemplateName":
    "Name of a ResourceClaimTemplate, from which the group's claim is made.",
  "scheduling/v1beta1.PodGroupResourceClaimStatus.name": "Name of the claim in the group.",
  "scheduling/v1beta1.PodGroupResourceClaimStatus.resourceClaimName": "Name of the ResourceClaim that was made for it.",
  "scheduling/v1beta1.PodGroupSchedulingConstraints.topology": "Topology domains that the pods must be in.",
  "scheduling/v1beta1.PodGroupSchedulingPolicy.basic": "Pods are scheduled one by one.",
  "scheduling/v1beta1.PodGroupSchedulingPolicy.gang": "Pods are scheduled all together.",
  "scheduling/v1beta1.PodGroupSpec.disruptionMode":
    "Whether the pods are preempted one by one or all together; default `single`. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.parentCompositePodGroupName":
    "Name of the group that this group is part of. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.preemptionPolicy":
    "`PreemptLowerPriority` or `Never`: whether the group preempts others. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.priority": "Priority of the group; admission sets it from the class. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.priorityClassName": "Name of the PriorityClass. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.resourceClaims": "Claims that the pods share. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.schedulingConstraints": "Where the pods may run relative to each other. Immutable.",
  "scheduling/v1beta1.PodGroupSpec.schedulingPolicy": "How the pods are scheduled.",
  "scheduling/v1beta1.PodGroupSpec.workloadRef": "The template that the group was made from. Immutable.",
  "scheduling/v1beta1.PodGroupStatus.resourceClaimStatuses": "The claims that were made for the group.",
  "scheduling/v1beta1.PodGroupTemplate.name": "Name of the template, unique in the workload.",
  "scheduling/v1beta1.TopologyConstraint.key": "Label of nodes; all pods run on nodes with the same value.",
  "scheduling/v1beta1.TypedLocalObjectReference.apiGroup": "Group of the object; empty for core.",
  "scheduling/v1beta1.TypedLocalObjectReference.name": "Name of the object.",
  "scheduling/v1beta1.Workload": "Groups of pods that belong to one piece of work.",
  "scheduling/v1beta1.WorkloadReference.templateName": "Name of the template in the Workload.",
  "scheduling/v1beta1.WorkloadReference.workloadName": "Name of the Workload.",
  "scheduling/v1beta1.WorkloadSpec.compositePodGroupTemplates":
    "Templates of composite groups, at most 8; excludes `podGroupTemplates`. Immutable.",
  "scheduling/v1beta1.WorkloadSpec.controllerRef": "The object that the workload belongs to, such as a Job. Immutable.",
  "scheduling/v1beta1.WorkloadSpec.podGroupTemplates":
    "Templates of pod groups, at most 8; excludes `compositePodGroupTemplates`.",
};
