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
  /** The desired state. */
  spec?: CronJobSpec;
  /** The observed state. */
  status?: CronJobStatus;
}

export interface CronJobSpec {
  /** When jobs start, in the form of cron: minute, hour, day, month, weekday. */
  schedule?: string;
  /** Name of the time zone of the schedule, such as `Etc/UTC`; default: that of kube-controller-manager. */
  timeZone?: string;
  /** How late a job may start, in seconds; absent: any time. */
  startingDeadlineSeconds?: number | bigint;
  /** `Allow`, `Forbid` or `Replace` jobs that overlap; default `Allow`. */
  concurrencyPolicy?: ConcurrencyPolicy;
  /** Whether no further jobs start; default false. */
  suspend?: boolean;
  /** The jobs that it creates. */
  jobTemplate?: JobTemplateSpec;
  /** How many successful jobs are kept; default 3. */
  successfulJobsHistoryLimit?: number;
  /** How many failed jobs are kept; default 1. */
  failedJobsHistoryLimit?: number;
}

export interface CronJobStatus {
  /** Jobs that run. */
  active?: coreV1.ObjectReference[];
  /** When a job last started. */
  lastScheduleTime?: string | null;
  /** When a job last succeeded. */
  lastSuccessfulTime?: string | null;
}

/** Runs pods until enough of them have succeeded. */
export interface Job {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: JobSpec;
  /** The observed state. */
  status?: JobStatus;
}

export interface JobCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When it was last checked. */
  lastProbeTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface JobSchedulingConfiguration {
  /** How the pods of the job are scheduled together. */
  schedulingPolicy?: schedulingV1alpha3.WorkloadPodGroupSchedulingPolicy;
  /** Where the pods of the job may run relative to each other. */
  schedulingConstraints?: schedulingV1alpha3.WorkloadPodGroupSchedulingConstraints;
  /** Whether pods are preempted one by one or all together. */
  disruptionMode?: schedulingV1alpha3.WorkloadPodGroupDisruptionMode;
  /** Claims that the pods of the job share. */
  resourceClaims?: schedulingV1alpha3.WorkloadPodGroupResourceClaim[];
}

export interface JobSpec {
  /** Most pods that run at a time; default 1. */
  parallelism?: number;
  /** How many pods must succeed; absent: one success ends the job. */
  completions?: number;
  /** Seconds after the start at which the job fails. */
  activeDeadlineSeconds?: number | bigint;
  /** How failures of pods count, by exit code or condition. */
  podFailurePolicy?: PodFailurePolicy;
  /** Which indexes must succeed for the job to succeed. */
  successPolicy?: SuccessPolicy;
  /** How many failures of pods are retried before the job fails; default 6. */
  backoffLimit?: number;
  /** How many failures of an index are retried before the index fails. */
  backoffLimitPerIndex?: number;
  /** How many indexes may fail before the job fails. */
  maxFailedIndexes?: number;
  /** The pods that belong to it; the API server sets it unless `manualSelector` is true. */
  selector?: metaV1.LabelSelector;
  /** Whether the selector and the labels of the template are given by hand. */
  manualSelector?: boolean;
  /** The pods that it creates; their restart policy is `Never` or `OnFailure`. */
  template?: coreV1.PodTemplateSpec;
  /** Seconds after its end at which the job is deleted; absent: never. */
  ttlSecondsAfterFinished?: number;
  /** `NonIndexed` or `Indexed`: whether each pod has a number of its own; default `NonIndexed`. */
  completionMode?: CompletionMode;
  /** Whether no pods are created; pods that run are deleted. */
  suspend?: boolean;
  /** `TerminatingOrFailed` or `Failed`: when a pod gets a replacement. */
  podReplacementPolicy?: PodReplacementPolicy;
  /** Name of the controller that runs the job; default kube-controller-manager. Immutable. */
  managedBy?: string;
  /** How the pods of the job are scheduled as a group. Since 1.37. */
  scheduling?: JobSchedulingConfiguration;
}

export interface JobStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: JobCondition[];
  /** When the job controller first saw the job, or when it was last resumed. */
  startTime?: string | null;
  /** When the job succeeded. */
  completionTime?: string | null;
  /** Pods that are pending or running, and not terminating. */
  active?: number;
  /** Pods that succeeded. */
  succeeded?: number;
  /** Pods that failed. */
  failed?: number;
  /** Pods that are terminating and are neither succeeded nor failed. */
  terminating?: number;
  /** Indexes that succeeded, such as `1,3-5`. */
  completedIndexes?: string;
  /** Indexes that failed, such as `1,3-5`. */
  failedIndexes?: string;
  /** Finished pods that the counters do not contain yet. */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /** Active pods that are ready. */
  ready?: number;
}

export interface JobTemplateSpec {
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The job. */
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  /** Tried in order; the first that matches counts. */
  rules?: PodFailurePolicyRule[] | null;
}

export type PodFailurePolicyAction = "Count" | "FailIndex" | "FailJob" | "Ignore";

export type PodFailurePolicyOnExitCodesOperator = "In" | "NotIn";

export interface PodFailurePolicyOnExitCodesRequirement {
  /** Name of the container; absent: any. */
  containerName?: string;
  /** `In` or `NotIn` the values. */
  operator?: PodFailurePolicyOnExitCodesOperator;
  /** Exit codes, sorted; 0 is not allowed with `In`. */
  values?: number[] | null;
}

export interface PodFailurePolicyOnPodConditionsPattern {
  /** Type of the condition of the pod. */
  type?: string;
  /** Status that the condition must have; default `True`. */
  status?: string;
}

export interface PodFailurePolicyRule {
  /** `FailJob`, `FailIndex`, `Ignore` or `Count` the failure. */
  action?: PodFailurePolicyAction;
  /** Exit codes of containers that the rule is for. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Conditions of pods that the rule is for. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export type PodReplacementPolicy = "Failed" | "TerminatingOrFailed";

export interface SuccessPolicy {
  /** Tried in order; the first that holds ends the job with success. */
  rules?: SuccessPolicyRule[] | null;
}

export interface SuccessPolicyRule {
  /** Indexes that must succeed, such as `1,3-5`. */
  succeededIndexes?: string;
  /** How many indexes must succeed. */
  succeededCount?: number;
}

export interface UncountedTerminatedPods {
  /** UIDs of pods that succeeded. */
  succeeded?: string[];
  /** UIDs of pods that failed. */
  failed?: string[];
}
