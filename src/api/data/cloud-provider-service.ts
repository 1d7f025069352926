/**
 * The types of `cloud-provider-service`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const cloudProviderServiceTypes = (): string => `
cloud-provider-service/v1alpha1.ServiceControllerConfiguration
ConcurrentServiceSyncs - int32 +
`;
