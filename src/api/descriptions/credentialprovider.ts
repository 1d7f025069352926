/**
 * The purpose of the types and fields of `credentialprovider`.
 *
 * @module
 */
export const credentialprovider: Readonly<Record<string, string>> = {
  "credentialprovider/v1.AuthConfig.password": "Password to log in with.",
  "credentialprovider/v1.AuthConfig.username": "Name to log in with.",
  "credentialprovider/v1.CredentialProviderRequest":
    "The kubelet's question to a credential provider, on its standard input.",
  "credentialprovider/v1.CredentialProviderRequest.image": "The image that is about to be pulled.",
  "credentialprovider/v1.CredentialProviderRequest.serviceAccountAnnotations":
    "Annotations of the service account that the configuration lists.",
  "credentialprovider/v1.CredentialProviderRequest.serviceAccountToken":
    "Token of the pod's service account, where the configuration asks for it.",
  "credentialprovider/v1.CredentialProviderResponse": "The answer of a credential provider, on its standard output.",
  "credentialprovider/v1.CredentialProviderResponse.auth": "Credentials by image pattern, as matchImages has them.",
  "credentialprovider/v1.CredentialProviderResponse.cacheDuration":
    "How long the answer is kept; 0s is not at all, absent is as the configuration says.",
  "credentialprovider/v1.CredentialProviderResponse.cacheKeyType":
    "For what the answer holds: Image, Registry or Global.",
};
