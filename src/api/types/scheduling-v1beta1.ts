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
  single?: SingleCompositeDisruptionMode;
  all?: AllCompositeDisruptionMode;
}

export interface CompositeGangSchedulingPolicy {
  minGroupCount?: number;
}

export interface CompositePodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

export interface CompositePodGroupSchedulingPolicy {
  basic?: CompositeBasicSchedulingPolicy;
  gang?: CompositeGangSchedulingPolicy;
}

export interface CompositePodGroupTemplate {
  name?: string;
  schedulingPolicy?: CompositePodGroupSchedulingPolicy;
  schedulingConstraints?: CompositePodGroupSchedulingConstraints;
  disruptionMode?: CompositeDisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
  podGroupTemplates?: PodGroupTemplate[];
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}

export interface DisruptionMode {
  single?: SingleDisruptionMode;
  all?: AllDisruptionMode;
}

export interface GangSchedulingPolicy {
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
  spec?: PodGroupSpec;
  status?: PodGroupStatus;
}

export interface PodGroupResourceClaim {
  name?: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface PodGroupResourceClaimStatus {
  name?: string;
  resourceClaimName?: string;
}

export interface PodGroupSchedulingConstraints {
  topology?: TopologyConstraint[];
}

export interface PodGroupSchedulingPolicy {
  basic?: BasicSchedulingPolicy;
  gang?: GangSchedulingPolicy;
}

export interface PodGroupSpec {
  parentCompositePodGroupName?: string;
  workloadRef?: WorkloadReference;
  schedulingPolicy?: PodGroupSchedulingPolicy;
  schedulingConstraints?: PodGroupSchedulingConstraints;
  resourceClaims?: PodGroupResourceClaim[];
  disruptionMode?: DisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

export interface PodGroupStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

export interface PodGroupTemplate {
  name?: string;
  schedulingPolicy?: PodGroupSchedulingPolicy;
  schedulingConstraints?: PodGroupSchedulingConstraints;
  resourceClaims?: PodGroupResourceClaim[];
  disruptionMode?: DisruptionMode;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: PreemptionPolicy;
}

export type PreemptionPolicy = "Never" | "PreemptLowerPriority";

export type SingleCompositeDisruptionMode = Record<string, never>;

export type SingleDisruptionMode = Record<string, never>;

export interface TopologyConstraint {
  key?: string;
}

export interface TypedLocalObjectReference {
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
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
  spec?: WorkloadSpec;
}

export interface WorkloadReference {
  workloadName?: string;
  templateName?: string;
}

export interface WorkloadSpec {
  controllerRef?: TypedLocalObjectReference;
  podGroupTemplates?: PodGroupTemplate[];
  compositePodGroupTemplates?: CompositePodGroupTemplate[];
}
