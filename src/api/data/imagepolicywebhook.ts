/**
 * The types of `imagepolicywebhook`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const imagepolicywebhookTypes = (): string => `
imagepolicywebhook/unversioned.AdmissionConfig
imagePolicy - imagePolicyWebhookConfig +

imagepolicywebhook/unversioned.imagePolicyWebhookConfig
kubeConfigFile - string +
allowTTL - int64 +
denyTTL - int64 +
retryBackoff - int64 +
defaultAllow - bool +
`;
