/**
 * The types of `scheduling/v1beta1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export type AllCompositeDisruptionMode = Record<string, never>;

export type AllDisruptionMode = Record<string, never>;

export type BasicSchedulingPolicy = Record<string, never>;

export type CompositeBasicSchedulingPolicy = Record<string, never>;

export interface CompositeDisruptionMode {
  /** Groups below are preempted one by one. */
  single?: SingleCompositeDisruptionMode;
  /** Groups below are preempted all together. */
  all?: AllCompositeDisruptionMode;
}

export interface CompositeGangSchedulingPolicy {
  /** Fewest groups below that must fit at the same time for any to be scheduled. */
  minGroupCount?: number;
}

export interface CompositePodGroupSchedulingConstraints {
  /** Topology domains that the groups must be in. */
  topology?: TopologyConstraint[];
}

export interface CompositePodGroupSchedulingPolicy {
  /** Groups are scheduled one by one. */
  basic?: CompositeBasicSchedulingPolicy;
  /** Groups are scheduled all together. */
  gang?: CompositeGangSchedulingPolicy;
}

export interface CompositePodGroupTemplate {
  /** Name of the template, unique in the workload. */
  name?: string;
  /** How the groups below are scheduled. Immutable. */
  schedulingPolicy?: CompositePodGroupSchedulingPolicy;
  /** Where the groups below may run relative to each other. Immutable. */
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  /** Whether the groups below are preempted one by one or all together; default `single`. Immutable. */
  disruptionMode?: CompositeDisruptionMode;
  /** Name of the PriorityClass. Immutable. */
  priorityClassName?: string;
  /** Priority of the group; admission sets it from the class. Immutable. */
  priority?: number;
  /** `PreemptLowerPriority` or `Never`: whether the group preempts others. Immutable. */
  preemptionPolicy?: PreemptionPolicy;
  /** Templates of the pod groups below. */
  podGroupTemplates?: PodGroupTemplate[];
  /** Templates of the composite groups below. */
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}

export interface DisruptionMode {
  /** Pods are preempted one by one. */
  single?: SingleDisruptionMode;
  /** Pods are preempted all together. */
  all?: AllDisruptionMode;
}

export interface GangSchedulingPolicy {
  /** Fewest pods that must fit at the same time for any to be scheduled. */
  minCount?: number;
}

/** Pods that are scheduled together. */
export interface PodGroup {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: PodGroupSpec;
  /** The observed state. */
  status?: PodGroupStatus;
}

export interface PodGroupResourceClaim {
  /** Name of the claim in the group. */
  name?: string;
  /** Name of a ResourceClaim of the namespace; excludes `resourceClaimTemplateName`. */
  resourceClaimName?: string;
  /** Name of a ResourceClaimTemplate, from which the group's claim is made. */
  resourceClaimTemplateName?: string;
}

export interface PodGroupResourceClaimStatus {
  /** Name of the claim in the group. */
  name?: string;
  /** Name of the ResourceClaim that was made for it. */
  resourceClaimName?: string;
}

export interface PodGroupSchedulingConstraints {
  /** Topology domains that the pods must be in. */
  topology?: TopologyConstraint[];
}

export interface PodGroupSchedulingPolicy {
  /** Pods are scheduled one by one. */
  basic?: BasicSchedulingPolicy;
  /** Pods are scheduled all together. */
  gang?: GangSchedulingPolicy;
}

export interface PodGroupSpec {
  /** Name of the group that this group is part of. Immutable. */
  parentCompositePodGroupName?: string;
  /** The template that the group was made from. Immutable. */
  workloadRef?: WorkloadReference;
  /** How the pods are scheduled. */
  schedulingPolicy?: PodGroupSchedulingPolicy;
  /** Where the pods may run relative to each other. Immutable. */
  schedulingConstraints?: PodGroupSchedulingConstraints;
  /** Claims that the pods share. Immutable. */
  resourceClaims?: PodGroupResourceClaim[];
  /** Whether the pods are preempted one by one or all together; default `single`. Immutable. */
  disruptionMode?: DisruptionMode;
  /** Name of the PriorityClass. Immutable. */
  priorityClassName?: string;
  /** Priority of the group; admission sets it from the class. Immutable. */
  priority?: number;
  /** `PreemptLowerPriority` or `Never`: whether the group preempts others. Immutable. */
  preemptionPolicy?: PreemptionPolicy;
}

export interface PodGroupStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  /** The claims that were made for the group. */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

export interface PodGroupTemplate {
  /** Name of the template, unique in the workload. */
  name?: string;
  /** How the pods are scheduled. */
  schedulingPolicy?: PodGroupSchedulingPolicy;
  /** Where the pods may run relative to each other. Immutable. */
  schedulingConstraints?: PodGroupSchedulingConstraints | null;
  /** Claims that the pods share. Immutable. */
  resourceClaims?: PodGroupResourceClaim[];
  /** Whether the pods are preempted one by one or all together; default `single`. Immutable. */
  disruptionMode?: DisruptionMode;
  /** Name of the PriorityClass. Immutable. */
  priorityClassName?: string;
  /** Priority of the group; admission sets it from the class. Immutable. */
  priority?: number;
  /** `PreemptLowerPriority` or `Never`: whether the group preempts others. Immutable. */
  preemptionPolicy?: PreemptionPolicy;
}

export type PreemptionPolicy = "Never" | "PreemptLowerPriority";

export type SingleCompositeDisruptionMode = Record<string, never>;

export type SingleDisruptionMode = Record<string, never>;

export interface TopologyConstraint {
  /** Label of nodes; all pods run on nodes with the same value. */
  key?: string;
}

export interface TypedLocalObjectReference {
  /** Group of the object; empty for core. */
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
  name?: string;
}

/** Groups of pods that belong to one piece of work. */
export interface Workload {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: WorkloadSpec;
}

export interface WorkloadReference {
  /** Name of the Workload. */
  workloadName?: string;
  /** Name of the template in the Workload. */
  templateName?: string;
}

export interface WorkloadSpec {
  /** The object that the workload belongs to, such as a Job. Immutable. */
  controllerRef?: TypedLocalObjectReference;
  /** Templates of pod groups, at most 8; excludes `compositePodGroupTemplates`. */
  podGroupTemplates?: PodGroupTemplate[] | null;
  /** Templates of composite groups, at most 8; excludes `podGroupTemplates`. Immutable. */
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}
