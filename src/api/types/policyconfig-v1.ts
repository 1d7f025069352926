/**
 * The types of `policyconfig/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** Where the API server finds mutating admission policies that are in force from the start. */
export interface MutatingAdmissionPolicyConfiguration {
  apiVersion?: string;
  kind?: string;
  /** Absolute path of a directory with policies or webhooks that are in force from the start. */
  staticManifestsDir?: string;
}

/** Where the API server finds validating admission policies that are in force from the start. */
export interface ValidatingAdmissionPolicyConfiguration {
  apiVersion?: string;
  kind?: string;
  /** Absolute path of a directory with policies or webhooks that are in force from the start. */
  staticManifestsDir?: string;
}
