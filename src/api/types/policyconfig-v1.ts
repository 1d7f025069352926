/**
 * The types of `policyconfig/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** Where the API server finds mutating admission policies that are in force from the start. */
export interface MutatingAdmissionPolicyConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Absolute path of a directory with policies or webhooks that are in force from the start. */
  staticManifestsDir?: string;
}

/** Where the API server finds validating admission policies that are in force from the start. */
export interface ValidatingAdmissionPolicyConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Absolute path of a directory with policies or webhooks that are in force from the start. */
  staticManifestsDir?: string;
}
