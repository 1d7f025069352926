/**
 * The purpose of the types and fields of `lifecycle`.
 *
 * @module
 */
export const lifecycle: Readonly<Record<string, string>> = {
  "lifecycle/v1alpha1.Eviction": "An eviction that is under way.",
  "lifecycle/v1alpha1.EvictionRequest": "Asks for a pod to be evicted in good order.",
};
