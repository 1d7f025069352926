/**
 * The types of `autoscaling/v2`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ContainerResourceMetricSource {
  /** Name of the resource, such as `cpu`. */
  name?: string;
  /** The value to hold. */
  target?: MetricTarget;
  /** Name of the container. */
  container?: string;
}

export interface ContainerResourceMetricStatus {
  /** Name of the resource. */
  name?: string;
  /** The current value. */
  current?: MetricValueStatus;
  /** Name of the container. */
  container?: string;
}

export interface CrossVersionObjectReference {
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
  name?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
}

export interface ExternalMetricSource {
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
  /** The value to hold. */
  target?: MetricTarget;
}

export interface ExternalMetricStatus {
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
  /** The current value. */
  current?: MetricValueStatus;
}

export interface HPAScalingPolicy {
  /** `Pods` or `Percent`: the unit of `value`. */
  type?: string;
  /** Most pods, or the largest percentage, that may change in `periodSeconds`. */
  value?: number;
  /** Length of the window, at most 1800 seconds. */
  periodSeconds?: number;
}

export interface HPAScalingRules {
  /** Seconds of past recommendations to consider; default 0 up, 300 down. */
  stabilizationWindowSeconds?: number;
  /** `Max`, `Min` or `Disabled`: which policy counts; default `Max`. */
  selectPolicy?: string;
  /** Limits of the change within a time. */
  policies?: HPAScalingPolicy[];
  /** Deviation from the target that causes no change; default 0.1. Since 1.33. */
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
  /** The desired state. */
  spec?: HorizontalPodAutoscalerSpec;
  /** The observed state. */
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerBehavior {
  /** Rules for more pods. */
  scaleUp?: HPAScalingRules;
  /** Rules for fewer pods. */
  scaleDown?: HPAScalingRules;
}

export interface HorizontalPodAutoscalerCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** The generation of the object that it was found for. Since 1.37. */
  observedGeneration?: number | bigint;
}

export interface HorizontalPodAutoscalerSpec {
  /** The object whose `scale` subresource is written, such as a Deployment. */
  scaleTargetRef?: CrossVersionObjectReference;
  /** Fewest pods; default 1. */
  minReplicas?: number;
  /** Most pods. */
  maxReplicas?: number;
  /** The metrics to hold; the one that asks for most pods counts. Default: 80% CPU. */
  metrics?: MetricSpec[];
  /** How fast the number of pods may change. */
  behavior?: HorizontalPodAutoscalerBehavior;
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
  /** The last values of the metrics. */
  currentMetrics?: MetricStatus[] | null;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: HorizontalPodAutoscalerCondition[];
}

export interface MetricIdentifier {
  /** Name of the metric. */
  name?: string;
  /** Labels that the metrics server selects by. */
  selector?: metaV1.LabelSelector;
}

export interface MetricSpec {
  /** `ContainerResource`, `External`, `Object`, `Pods` or `Resource`: the field that is set. */
  type?: string;
  /** A metric of one object, such as the requests of an Ingress. */
  object?: ObjectMetricSource;
  /** A metric of each pod, averaged. */
  pods?: PodsMetricSource;
  /** A resource of the pods, such as CPU. */
  resource?: ResourceMetricSource;
  /** A resource of one container of each pod. */
  containerResource?: ContainerResourceMetricSource;
  /** A metric from outside the cluster. */
  external?: ExternalMetricSource;
}

export interface MetricStatus {
  /** `ContainerResource`, `External`, `Object`, `Pods` or `Resource`: the field that is set. */
  type?: string;
  /** A metric of one object. */
  object?: ObjectMetricStatus;
  /** A metric of each pod, averaged. */
  pods?: PodsMetricStatus;
  /** A resource of the pods. */
  resource?: ResourceMetricStatus;
  /** A resource of one container of each pod. */
  containerResource?: ContainerResourceMetricStatus;
  /** A metric from outside the cluster. */
  external?: ExternalMetricStatus;
}

export interface MetricTarget {
  /** `Utilization`, `Value` or `AverageValue`: the field that is set. */
  type?: string;
  /** The value to hold. */
  value?: string;
  /** The value to hold, averaged over the pods. */
  averageValue?: string;
  /** The percentage of the pods' requests to hold. */
  averageUtilization?: number;
}

export interface MetricValueStatus {
  /** The value. */
  value?: string;
  /** The value, averaged over the pods. */
  averageValue?: string;
  /** The percentage of the pods' requests. */
  averageUtilization?: number;
}

export interface ObjectMetricSource {
  /** The object that the metric is of. */
  describedObject?: CrossVersionObjectReference;
  /** The value to hold. */
  target?: MetricTarget;
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
}

export interface ObjectMetricStatus {
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
  /** The current value. */
  current?: MetricValueStatus;
  /** The object that the metric is of. */
  describedObject?: CrossVersionObjectReference;
}

export interface PodsMetricSource {
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
  /** The value to hold. */
  target?: MetricTarget;
}

export interface PodsMetricStatus {
  /** The metric, by name and selector. */
  metric?: MetricIdentifier;
  /** The current value. */
  current?: MetricValueStatus;
}

export interface ResourceMetricSource {
  /** Name of the resource, such as `cpu`. */
  name?: string;
  /** The value to hold. */
  target?: MetricTarget;
}

export interface ResourceMetricStatus {
  /** Name of the resource. */
  name?: string;
  /** The current value. */
  current?: MetricValueStatus;
}
