/**
 * The purpose of the types and fields of `imagepolicywebhook`.
 *
 * @module
 */
export const imagepolicywebhook: Readonly<Record<string, string>> = {
  "imagepolicywebhook/unversioned.AdmissionConfig":
    "How the API server asks a webhook which images may run. Written without `apiVersion` and `kind`.",
  "imagepolicywebhook/unversioned.AdmissionConfig.imagePolicy": "How to ask, and how long answers hold.",
  "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.allowTTL":
    "Seconds that an allowing answer is kept; 300 when absent, not at all with -1.",
  "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.defaultAllow":
    "Whether images are allowed when the webhook can't be asked; false when absent.",
  "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.denyTTL":
    "Seconds that any other answer is kept; 30 when absent, not at all with -1.",
  "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.kubeConfigFile":
    "Path of the kubeconfig that says where the webhook is.",
  "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.retryBackoff":
    "Milliseconds between attempts; 500 when absent, none with -1.",
};
