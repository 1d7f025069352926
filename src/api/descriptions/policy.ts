/**
 * The purpose of the types and fields of `policy`.
 *
 * @module
 */
export const policy: Readonly<Record<string, string>> = {
  "policy/v1.Eviction": "Asks for a pod to be removed, if budgets allow it.",
  "policy/v1.Eviction.deleteOptions": "Options of the deletion that follows.",
  "policy/v1.PodDisruptionBudget": "How many pods of a set may be down at once by choice.",
};
