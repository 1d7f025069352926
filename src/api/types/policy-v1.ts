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
  /** The desired state. */
  spec?: PodDisruptionBudgetSpec;
  /** The observed state. */
  status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetSpec {
  /** How many pods must stay available, a number or a share; excludes `maxUnavailable`. */
  minAvailable?: number | string;
  /** The pods of the budget; an empty selector is all of the namespace. */
  selector?: metaV1.LabelSelector;
  /** How many pods may be unavailable, a number or a share; excludes `minAvailable`. */
  maxUnavailable?: number | string;
  /** `IfHealthyBudget` or `AlwaysAllow`: whether pods that are not ready are evicted without regard to the budget. */
  unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType;
}

export interface PodDisruptionBudgetStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** Pods whose eviction is allowed but not observed yet, by name. */
  disruptedPods?: Record<string, string>;
  /** How many pods may be evicted now. */
  disruptionsAllowed?: number;
  /** Pods that are healthy. */
  currentHealthy?: number;
  /** Pods that must stay healthy. */
  desiredHealthy?: number;
  /** Pods that the budget counts. */
  expectedPods?: number;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type UnhealthyPodEvictionPolicyType = "AlwaysAllow" | "IfHealthyBudget";
