/**
 * The types of `credentialprovider`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const credentialproviderTypes = (): string => `
credentialprovider/v1.AuthConfig
username - string +
password - string +

credentialprovider/v1.CredentialProviderRequest
apiVersion - string
kind - string
image - string +
serviceAccountToken - string >=1.33
serviceAccountAnnotations - {}string >=1.33

credentialprovider/v1.CredentialProviderResponse
apiVersion - string
kind - string
cacheKeyType - string +
cacheDuration - duration *
auth - {}AuthConfig

credentialprovider/v1alpha1.CredentialProviderRequest
apiVersion - string
kind - string
image - string +

credentialprovider/v1alpha1 like credentialprovider/v1
AuthConfig CredentialProviderResponse

credentialprovider/v1beta1 like credentialprovider/v1
AuthConfig CredentialProviderResponse

credentialprovider/v1beta1 like credentialprovider/v1alpha1
CredentialProviderRequest
`;
