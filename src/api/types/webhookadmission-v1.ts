/**
 * The types of `webhookadmission/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** With which credentials the API server calls admission webhooks. */
export interface WebhookAdmission {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Absolute path of the kubeconfig with users named for webhooks. */
  kubeConfigFile?: string;
  /** Absolute path of a directory with policies or webhooks that are in force from the start. Since 1.36. */
  staticManifestsDir?: string;
}
