/**
 * The types of `scheduling/v1alpha3`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export type AllCompositeDisruptionMode = Record<string, never>;

export type CompositeBasicSchedulingPolicy = Record<string, never>;

export interface CompositeDisruptionMode {
  single?: SingleCompositeDisruptionMode;
  all?: AllCompositeDisruptionMode;
}

export interface CompositeGangSchedulingPolicy {
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
  spec?: CompositePodGroupSpec;
  status?: CompositePodGroupStatus;
}

export interface CompositePodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

export interface CompositePodGroupSchedulingPolicy {
  basic?: CompositeBasicSchedulingPolicy;
  gang?: CompositeGangSchedulingPolicy;
}

export interface CompositePodGroupSpec {
  parentCompositePodGroupName?: string;
  workloadRef?: WorkloadReference;
  schedulingPolicy?: CompositePodGroupSchedulingPolicy;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  disruptionMode?: CompositeDisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

export interface CompositePodGroupStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type PreemptionPolicy = "Never" | "PreemptLowerPriority";

export type SingleCompositeDisruptionMode = Record<string, never>;

export interface TopologyConstraint {
  key?: string;
}

export type WorkloadPodGroupAllDisruptionMode = Record<string, never>;

export type WorkloadPodGroupBasicSchedulingPolicy = Record<string, never>;

export interface WorkloadPodGroupDisruptionMode {
  single?: WorkloadPodGroupSingleDisruptionMode;
  all?: WorkloadPodGroupAllDisruptionMode;
}

export interface WorkloadPodGroupGangSchedulingPolicy {
  minCount?: number;
}

export interface WorkloadPodGroupResourceClaim {
  name?: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface WorkloadPodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

export interface WorkloadPodGroupSchedulingPolicy {
  basic?: WorkloadPodGroupBasicSchedulingPolicy;
  gang?: WorkloadPodGroupGangSchedulingPolicy;
}

export type WorkloadPodGroupSingleDisruptionMode = Record<string, never>;

export interface WorkloadReference {
  workloadName?: string;
  templateName?: string;
}
