/**
 * The types of `imagepolicywebhook/unversioned`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** How the API server asks a webhook which images may run. Written without `apiVersion` and `kind`. */
export interface AdmissionConfig {
  /** How to ask, and how long answers hold. */
  imagePolicy?: imagePolicyWebhookConfig;
}

export interface imagePolicyWebhookConfig {
  /** Path of the kubeconfig that says where the webhook is. */
  kubeConfigFile?: string;
  /** Seconds that an allowing answer is kept; 300 when absent, not at all with -1. */
  allowTTL?: number | bigint;
  /** Seconds that any other answer is kept; 30 when absent, not at all with -1. */
  denyTTL?: number | bigint;
  /** Milliseconds between attempts; 500 when absent, none with -1. */
  retryBackoff?: number | bigint;
  /** Whether images are allowed when the webhook can't be asked; false when absent. */
  defaultAllow?: boolean;
}
