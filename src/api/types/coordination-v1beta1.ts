/**
 * The types of `coordination/v1beta1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** One who would take a lease. */
export interface LeaseCandidate {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: LeaseCandidateSpec;
}

export interface LeaseCandidateSpec {
  /** Name of the lease that the candidate is for. Immutable. */
  leaseName?: string;
  /** When the API server last asked whether the candidate lives. */
  pingTime?: string | null;
  /** When the candidate last answered. */
  renewTime?: string | null;
  /** Version of the candidate's program. */
  binaryVersion?: string;
  /** Version that the candidate emulates. */
  emulationVersion?: string;
  /** How the holder of the lease is chosen. */
  strategy?: string;
}
