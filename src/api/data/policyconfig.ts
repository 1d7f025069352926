/**
 * The types of `policyconfig`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const policyconfigTypes = (): string => `
policyconfig/v1.MutatingAdmissionPolicyConfiguration
apiVersion - string
kind - string
staticManifestsDir - string

policyconfig/v1.ValidatingAdmissionPolicyConfiguration
apiVersion - string
kind - string
staticManifestsDir - string
`;
