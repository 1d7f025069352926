/**
 * The types of `webhookadmission`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const webhookadmissionTypes = (): string => `
webhookadmission/v1.WebhookAdmission
apiVersion - string
kind - string
kubeConfigFile - string +
staticManifestsDir - string >=1.36

webhookadmission/v1alpha1.WebhookAdmission
apiVersion - string
kind - string
kubeConfigFile - string +
`;
