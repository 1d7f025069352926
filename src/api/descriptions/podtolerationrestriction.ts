/**
 * The purpose of the types and fields of `podtolerationrestriction`.
 *
 * @module
 */
export const podtolerationrestriction: Readonly<Record<string, string>> = {
  "podtolerationrestriction/v1alpha1.Configuration":
    "The tolerations of pods in namespaces whose annotations say nothing of them.",
  "podtolerationrestriction/v1alpha1.Configuration.default": "Tolerations that new pods get.",
  "podtolerationrestriction/v1alpha1.Configuration.whitelist":
    "The only tolerations that pods may have; any when absent.",
};
