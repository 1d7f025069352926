/**
 * The types of `scheduling/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

/** A priority that pods can name. */
export interface PriorityClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Priority of the pods; the highest goes first. Immutable. */
  value?: number;
  /** Whether pods without a class get this one; true for one class at most. */
  globalDefault?: boolean;
  /** When to use the class, for people. */
  description?: string;
  /** `PreemptLowerPriority` or `Never`: whether pods of the class preempt others. Immutable. */
  preemptionPolicy?: coreV1.PreemptionPolicy;
}
