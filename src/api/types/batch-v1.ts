/**
 * The types of `batch/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";
import type * as schedulingV1alpha3 from "./scheduling-v1alpha3.ts";

export type CompletionMode = "Indexed" | "NonIndexed";

export type ConcurrencyPolicy = "Allow" | "Forbid" | "Replace";

/** Starts jobs by the clock. */
export interface CronJob {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: CronJobSpec;
  status?: CronJobStatus;
}

export interface CronJobSpec {
  schedule?: string;
  timeZone?: string;
  startingDeadlineSeconds?: number | bigint;
  concurrencyPolicy?: ConcurrencyPolicy;
  suspend?: boolean;
  jobTemplate?: JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

export interface CronJobStatus {
  active?: coreV1.ObjectReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

/** Runs pods until enough of them have succeeded. */
export interface Job {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: JobSpec;
  status?: JobStatus;
}

export interface JobCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  lastProbeTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface JobSchedulingConfiguration {
  schedulingPolicy?: schedulingV1alpha3.WorkloadPodGroupSchedulingPolicy;
  schedulingConstraints?: schedulingV1alpha3.WorkloadPodGroupSchedulingConstraints;
  disruptionMode?: schedulingV1alpha3.WorkloadPodGroupDisruptionMode;
  resourceClaims?: schedulingV1alpha3.WorkloadPodGroupResourceClaim[];
}

export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number | bigint;
  podFailurePolicy?: PodFailurePolicy;
  successPolicy?: SuccessPolicy;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: metaV1.LabelSelector;
  manualSelector?: boolean;
  template?: coreV1.PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: CompletionMode;
  suspend?: boolean;
  podReplacementPolicy?: PodReplacementPolicy;
  managedBy?: string;
  /** Since 1.37. */
  scheduling?: JobSchedulingConfiguration;
}

export interface JobStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: JobCondition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: UncountedTerminatedPods;
  ready?: number;
}

export interface JobTemplateSpec {
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  rules?: PodFailurePolicyRule[];
}

export type PodFailurePolicyAction = "Count" | "FailIndex" | "FailJob" | "Ignore";

export type PodFailurePolicyOnExitCodesOperator = "In" | "NotIn";

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator?: PodFailurePolicyOnExitCodesOperator;
  values?: number[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  type?: string;
  status?: string;
}

export interface PodFailurePolicyRule {
  action?: PodFailurePolicyAction;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export type PodReplacementPolicy = "Failed" | "TerminatingOrFailed";

export interface SuccessPolicy {
  rules?: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

export interface UncountedTerminatedPods {
  succeeded?: string[];
  failed?: string[];
}
