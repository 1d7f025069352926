/**
 * The types of `pod-security`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const podSecurityTypes = (): string => `
pod-security/v1.PodSecurityConfiguration
apiVersion - string
kind - string
defaults - PodSecurityDefaults +
exemptions - PodSecurityExemptions +

pod-security/v1.PodSecurityDefaults
enforce - string
enforce-version - string
audit - string
audit-version - string
warn - string
warn-version - string

pod-security/v1.PodSecurityExemptions
usernames - []string
namespaces - []string
runtimeClasses - []string

pod-security/v1alpha1 like pod-security/v1
PodSecurityConfiguration PodSecurityDefaults PodSecurityExemptions

pod-security/v1beta1 like pod-security/v1
PodSecurityConfiguration PodSecurityDefaults PodSecurityExemptions
`;
