/**
 * The types of `autoscaling/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface CrossVersionObjectReference {
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
  name?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
}

/** Sets the number of replicas of a workload by what it measures. */
export interface HorizontalPodAutoscaler {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: HorizontalPodAutoscalerSpec;
  /** The observed state. */
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerSpec {
  /** The object whose `scale` subresource is written, such as a Deployment. */
  scaleTargetRef?: CrossVersionObjectReference;
  /** Fewest pods; default 1. */
  minReplicas?: number;
  /** Most pods. */
  maxReplicas?: number;
  /** CPU use to hold, as a percentage of the requests of the pods. */
  targetCPUUtilizationPercentage?: number;
}

export interface HorizontalPodAutoscalerStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** When the number of pods last changed. */
  lastScaleTime?: string | null;
  /** How many pods there are. */
  currentReplicas?: number;
  /** How many pods there should be. */
  desiredReplicas?: number;
  /** CPU use of all pods, as a percentage of their requests. */
  currentCPUUtilizationPercentage?: number;
}

/** The number of replicas of a workload, wanted and present. */
export interface Scale {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ScaleSpec;
  /** The observed state. */
  status?: ScaleStatus;
}

export interface ScaleSpec {
  /** Number of pods that is wanted. */
  replicas?: number;
}

export interface ScaleStatus {
  /** Number of pods that there is. */
  replicas?: number;
  /** Selector of the pods, as a query string. */
  selector?: string;
}
