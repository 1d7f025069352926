/**
 * The purpose of the types and fields of `policy`.
 *
 * @module
 */
export const policy: Readonly<Record<string, string>> = {
  "policy/v1.Eviction": "Asks for a pod to be removed, if budgets allow it.",
  "policy/v1.Eviction.deleteOptions": "Options of the deletion that follows.",
  "policy/v1.PodDisruptionBudget": "How many pods of a set may be down at once by choice.",
  "policy/v1.PodDisruptionBudgetSpec.maxUnavailable":
    "How many pods may be unavailable, a number or a share; excludes `minAvailable`.",
  "policy/v1.PodDisruptionBudgetSpec.minAvailable":
    "How many pods must stay available, a number or a share; excludes `maxUnavailable`.",
  "policy/v1.PodDisruptionBudgetSpec.selector": "The pods of the budget; an empty selector is all of the namespace.",
  "policy/v1.PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy":
    "`IfHealthyBudget` or `AlwaysAllow`: whether pods that are not ready are evicted without regard to the budget.",
  "policy/v1.PodDisruptionBudgetStatus.currentHealthy": "Pods that are healthy.",
  "policy/v1.PodDisruptionBudgetStatus.desiredHealthy": "Pods that must stay healthy.",
  "policy/v1.PodDisruptionBudgetStatus.disruptedPods": "Pods whose eviction is allowed but not observed yet, by name.",
  "policy/v1.PodDisruptionBudgetStatus.disruptionsAllowed": "How many pods may be evicted now.",
  "policy/v1.PodDisruptionBudgetStatus.expectedPods": "Pods that the budget counts.",
};
