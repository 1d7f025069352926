/**
 * The types of `kubelet/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface CredentialProvider {
  /** File name of the program in the provider directory. */
  name?: string;
  /** Images it has credentials for: host with wildcards by label, port and path prefix. */
  matchImages?: string[];
  /** How long credentials are kept when the provider does not say. */
  defaultCacheDuration?: string;
  /** Version of the exchange that the provider speaks. */
  apiVersion?: string;
  /** Its arguments. */
  args?: string[];
  /** Environment variables in addition to those of the kubelet. */
  env?: ExecEnvVar[];
  /** Settings of the pod's token that the provider is given; without it the provider gets none. Since 1.33. */
  tokenAttributes?: ServiceAccountTokenAttributes;
}

/** Which programs fetch credentials for which images; a file, or all files of a directory together. */
export interface CredentialProviderConfig {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Asked in this order; credentials of earlier ones are tried first. */
  providers?: CredentialProvider[];
}

export interface ExecEnvVar {
  /** Name of the variable. */
  name?: string;
  /** Value of the variable. */
  value?: string;
}

export interface ServiceAccountTokenAttributes {
  /** Audience of the token. */
  serviceAccountTokenAudience?: string;
  /** Whether pods without a service account are not served. */
  requireServiceAccount?: boolean;
  /** Annotations that the service account must have; they are passed on. */
  requiredServiceAccountAnnotationKeys?: string[];
  /** Annotations that are passed on where the service account has them. */
  optionalServiceAccountAnnotationKeys?: string[];
  /** Whether credentials are cached by service account or by token. Since 1.34. */
  cacheType?: string;
}
