/**
 * The purpose of the types and fields of `policyconfig`.
 *
 * @module
 */
export const policyconfig: Readonly<Record<string, string>> = {
  "policyconfig/v1.MutatingAdmissionPolicyConfiguration":
    "Where the API server finds mutating admission policies that are in force from the start.",
  "policyconfig/v1.MutatingAdmissionPolicyConfiguration.staticManifestsDir":
    "Absolute path of a directory with policies or webhooks that are in force from the start.",
  "policyconfig/v1.ValidatingAdmissionPolicyConfiguration":
    "Where the API server finds validating admission policies that are in force from the start.",
  "policyconfig/v1.ValidatingAdmissionPolicyConfiguration.staticManifestsDir":
    "Absolute path of a directory with policies or webhooks that are in force from the start.",
};
