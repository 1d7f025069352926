/**
 * The purpose of the types and fields of `webhookadmission`.
 *
 * @module
 */
export const webhookadmission: Readonly<Record<string, string>> = {
  "webhookadmission/v1.WebhookAdmission": "With which credentials the API server calls admission webhooks.",
  "webhookadmission/v1.WebhookAdmission.kubeConfigFile":
    "Absolute path of the kubeconfig with users named for webhooks.",
  "webhookadmission/v1.WebhookAdmission.staticManifestsDir":
    "Absolute path of a directory with policies or webhooks that are in force from the start.",
};
