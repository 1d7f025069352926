/**
 * The purpose of the types and fields of `autoscaling`.
 *
 * @module
 */
export const autoscaling: Readonly<Record<string, string>> = {
  "autoscaling/v1.HorizontalPodAutoscaler": "Sets the number of replicas of a workload by what it measures.",
  "autoscaling/v1.Scale": "The number of replicas of a workload, wanted and present.",
  "autoscaling/v1.Scale.spec": "The desired state.",
  "autoscaling/v1.Scale.status": "The observed state.",
  "autoscaling/v1.ScaleSpec.replicas": "Number of pods that is wanted.",
  "autoscaling/v1.ScaleStatus.replicas": "Number of pods that there is.",
  "autoscaling/v1.ScaleStatus.selector": "Selector of the pods, as a query string.",
};
