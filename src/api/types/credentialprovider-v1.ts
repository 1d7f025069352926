/**
 * The types of `credentialprovider/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface AuthConfig {
  /** Name to log in with. */
  username?: string;
  /** Password to log in with. */
  password?: string;
}

/** The kubelet's question to a credential provider, on its standard input. */
export interface CredentialProviderRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** The image that is about to be pulled. */
  image?: string;
  /** Token of the pod's service account, where the configuration asks for it. Since 1.33. */
  serviceAccountToken?: string;
  /** Annotations of the service account that the configuration lists. Since 1.33. */
  serviceAccountAnnotations?: Record<string, string>;
}

/** The answer of a credential provider, on its standard output. */
export interface CredentialProviderResponse {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** For what the answer holds: Image, Registry or Global. */
  cacheKeyType?: string;
  /** How long the answer is kept; 0s is not at all, absent is as the configuration says. */
  cacheDuration?: string;
  /** Credentials by image pattern, as matchImages has them. */
  auth?: Record<string, AuthConfig>;
}
