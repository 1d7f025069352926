/**
 * The types of `policy/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** Asks for a pod to be removed, if budgets allow it. */
export interface Eviction {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Options of the deletion that follows. */
  deleteOptions?: metaV1.DeleteOptions;
}

/** How many pods of a set may be down at once by choice. */
export interface PodDisruptionBudget {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetSpec {
  minAvailable?: number | string;
  selector?: metaV1.LabelSelector;
  maxUnavailable?: number | string;
  unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType;
}

export interface PodDisruptionBudgetStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  disruptedPods?: Record<string, string>;
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  expectedPods?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type UnhealthyPodEvictionPolicyType = "AlwaysAllow" | "IfHealthyBudget";
