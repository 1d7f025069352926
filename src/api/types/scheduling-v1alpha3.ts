/**
 * The types of `scheduling/v1alpha3`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export type AllCompositeDisruptionMode = Record<string, never>;

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

/** Pod groups that are scheduled as one. */
export interface CompositePodGroup {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: CompositePodGroupSpec;
  /** The observed state. */
  status?: CompositePodGroupStatus;
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

export interface CompositePodGroupSpec {
  /** Name of the group that this group is part of. Immutable. */
  parentCompositePodGroupName?: string;
  /** The template that the group was made from. Immutable. */
  workloadRef?: WorkloadReference | null;
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
}

export interface CompositePodGroupStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type PreemptionPolicy = "Never" | "PreemptLowerPriority";

export type SingleCompositeDisruptionMode = Record<string, never>;

export interface TopologyConstraint {
  /** Label of nodes; all pods run on nodes with the same value. */
  key?: string;
}

export type WorkloadPodGroupAllDisruptionMode = Record<string, never>;

export type WorkloadPodGroupBasicSchedulingPolicy = Record<string, never>;

export interface WorkloadPodGroupDisruptionMode {
  /** Pods are preempted one by one. */
  single?: WorkloadPodGroupSingleDisruptionMode;
  /** Pods are preempted all together. */
  all?: WorkloadPodGroupAllDisruptionMode;
}

export interface WorkloadPodGroupGangSchedulingPolicy {
  /** Fewest pods that must fit at the same time for any to be scheduled. */
  minCount?: number;
}

export interface WorkloadPodGroupResourceClaim {
  /** Name of the claim in the group. */
  name?: string;
  /** Name of a ResourceClaim of the namespace; excludes `resourceClaimTemplateName`. */
  resourceClaimName?: string;
  /** Name of a ResourceClaimTemplate, from which the group's claim is made. */
  resourceClaimTemplateName?: string;
}

export interface WorkloadPodGroupSchedulingConstraints {
  /** Topology domains that the pods must be in. */
  topology?: TopologyConstraint[];
}

export interface WorkloadPodGroupSchedulingPolicy {
  /** Pods are scheduled one by one. */
  basic?: WorkloadPodGroupBasicSchedulingPolicy;
  /** Pods are scheduled all together. */
  gang?: WorkloadPodGroupGangSchedulingPolicy;
}

export type WorkloadPodGroupSingleDisruptionMode = Record<string, never>;

export interface WorkloadReference {
  /** Name of the Workload. */
  workloadName?: string;
  /** Name of the template in the Workload. */
  templateName?: string;
}
