/**
 * The types of `autoscaling/v2`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ContainerResourceMetricSource {
  name?: string;
  target?: MetricTarget;
  container?: string;
}

export interface ContainerResourceMetricStatus {
  name?: string;
  current?: MetricValueStatus;
  container?: string;
}

export interface CrossVersionObjectReference {
  /** Name of the kind. */
  kind?: string;
  name?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
}

export interface ExternalMetricSource {
  metric?: MetricIdentifier;
  target?: MetricTarget;
}

export interface ExternalMetricStatus {
  metric?: MetricIdentifier;
  current?: MetricValueStatus;
}

export interface HPAScalingPolicy {
  type?: string;
  value?: number;
  periodSeconds?: number;
}

export interface HPAScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: HPAScalingPolicy[];
  /** Since 1.33. */
  tolerance?: string;
}

/** Sets the number of replicas of a workload by what it measures. */
export interface HorizontalPodAutoscaler {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerBehavior {
  scaleUp?: HPAScalingRules;
  scaleDown?: HPAScalingRules;
}

export interface HorizontalPodAutoscalerCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** The generation of the object that it was found for. Since 1.37. */
  observedGeneration?: number | bigint;
}

export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef?: CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas?: number;
  metrics?: MetricSpec[];
  behavior?: HorizontalPodAutoscalerBehavior;
}

export interface HorizontalPodAutoscalerStatus {
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  lastScaleTime?: string;
  currentReplicas?: number;
  desiredReplicas?: number;
  currentMetrics?: MetricStatus[];
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: HorizontalPodAutoscalerCondition[];
}

export interface MetricIdentifier {
  name?: string;
  selector?: metaV1.LabelSelector;
}

export interface MetricSpec {
  type?: string;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
}

export interface MetricStatus {
  type?: string;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
}

export interface MetricTarget {
  type?: string;
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface MetricValueStatus {
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface ObjectMetricSource {
  describedObject?: CrossVersionObjectReference;
  target?: MetricTarget;
  metric?: MetricIdentifier;
}

export interface ObjectMetricStatus {
  metric?: MetricIdentifier;
  current?: MetricValueStatus;
  describedObject?: CrossVersionObjectReference;
}

export interface PodsMetricSource {
  metric?: MetricIdentifier;
  target?: MetricTarget;
}

export interface PodsMetricStatus {
  metric?: MetricIdentifier;
  current?: MetricValueStatus;
}

export interface ResourceMetricSource {
  name?: string;
  target?: MetricTarget;
}

export interface ResourceMetricStatus {
  name?: string;
  current?: MetricValueStatus;
}
