/**
 * The types of `podtolerationrestriction/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";

/** The tolerations of pods in namespaces whose annotations say nothing of them. */
export interface Configuration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Tolerations that new pods get. */
  default?: coreV1.Toleration[];
  /** The only tolerations that pods may have; any when absent. */
  whitelist?: coreV1.Toleration[];
}
