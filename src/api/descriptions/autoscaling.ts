/**
 * What the types and fields of `autoscaling` are for.
 *
 * @module
 */
export const autoscaling: Readonly<Record<string, string>> = {
  "autoscaling/v1.HorizontalPodAutoscaler": "Sets the number of replicas of a workload by what it measures.",
  "autoscaling/v1.Scale": "The number of replicas of a workload, wanted and present.",
};
