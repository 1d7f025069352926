/**
 * The purpose of the types and fields of `scheduling`.
 *
 * @module
 */
export const scheduling: Readonly<Record<string, string>> = {
  "scheduling/v1.PriorityClass": "A priority that pods can name.",
  "scheduling/v1alpha3.CompositePodGroup": "Pod groups that are scheduled as one.",
  "scheduling/v1beta1.PodGroup": "Pods that are scheduled together.",
  "scheduling/v1beta1.Workload": "Groups of pods that belong to one piece of work.",
};
