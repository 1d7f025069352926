/**
 * The types of `apiserver`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const apiserverTypes = (): string => `
apiserver/v1.AESConfiguration
keys - []Key +

apiserver/v1.AdmissionConfiguration
apiVersion - string
kind - string
plugins - []AdmissionPluginConfiguration +

apiserver/v1.AdmissionPluginConfiguration
name - string +
path - string +
configuration - raw + *

apiserver/v1.AnonymousAuthCondition
path - string +

apiserver/v1.AnonymousAuthConfig
enabled - bool +
conditions - []AnonymousAuthCondition

apiserver/v1.AuthenticationConfiguration
apiVersion - string
kind - string
jwt - []JWTAuthenticator +
anonymous - AnonymousAuthConfig *

apiserver/v1.AuthorizationConfiguration
apiVersion - string
kind - string
authorizers - []AuthorizerConfiguration +

apiserver/v1.AuthorizerConfiguration
type - string +
name - string +
webhook - WebhookConfiguration *

apiserver/v1.ClaimMappings
username - PrefixedClaimOrExpression !
groups - PrefixedClaimOrExpression
uid - ClaimOrExpression +
extra - []ExtraMapping

apiserver/v1.ClaimOrExpression
claim - string
expression - string

apiserver/v1.ClaimValidationRule
claim - string
requiredValue - string
expression - string
message - string

apiserver/v1.EncryptionConfiguration
apiVersion - string
kind - string
resources - []ResourceConfiguration +

apiserver/v1.ExtraMapping
key - string !
valueExpression - string !

apiserver/v1.IdentityConfiguration

apiserver/v1.Issuer
url - string !
discoveryURL - string *
certificateAuthority - string
audiences - []string !
audienceMatchPolicy - string
egressSelectorType - string

apiserver/v1.JWTAuthenticator
issuer - Issuer !
claimValidationRules - []ClaimValidationRule
claimMappings - ClaimMappings !
userValidationRules - []UserValidationRule

apiserver/v1.KMSConfiguration
apiVersion - string +
name - string +
cachesize - int32 *
endpoint - string +
timeout - duration *

apiserver/v1.Key
name - string +
secret - string +

apiserver/v1.PrefixedClaimOrExpression
claim - string
prefix - string *
expression - string

apiserver/v1.ProviderConfiguration
aesgcm - AESConfiguration *
aescbc - AESConfiguration *
secretbox - SecretboxConfiguration *
identity - IdentityConfiguration *
kms - KMSConfiguration *

apiserver/v1.ResourceConfiguration
resources - []string +
providers - []ProviderConfiguration +

apiserver/v1.SecretboxConfiguration
keys - []Key +

apiserver/v1.TracingConfiguration
apiVersion - string
kind - string
endpoint - string *
samplingRatePerMillion - int32 *

apiserver/v1.UserValidationRule
expression - string !
message - string

apiserver/v1.WebhookConfiguration
authorizedTTL - duration +
unauthorizedTTL - duration +
timeout - duration +
subjectAccessReviewVersion - string +
matchConditionSubjectAccessReviewVersion - string +
failurePolicy - string +
connectionInfo - WebhookConnectionInfo +
matchConditions - []WebhookMatchCondition +
cacheAuthorizedRequests - bool * >=1.34
cacheUnauthorizedRequests - bool * >=1.34

apiserver/v1.WebhookConnectionInfo
type - string +
kubeConfigFile - string + *

apiserver/v1.WebhookMatchCondition
expression - string +

apiserver/v1alpha1.AuthenticationConfiguration
apiVersion - string
kind - string
jwt - []JWTAuthenticator +
anonymous - AnonymousAuthConfig * >=1.31

apiserver/v1alpha1.Connection
proxyProtocol - string
transport - Transport *

apiserver/v1alpha1.EgressSelection
name - string +
connection - Connection +

apiserver/v1alpha1.EgressSelectorConfiguration
apiVersion - string
kind - string
egressSelections - []EgressSelection +

apiserver/v1alpha1.Issuer
url - string !
discoveryURL - string *
certificateAuthority - string
audiences - []string !
audienceMatchPolicy - string
egressSelectorType - string >=1.34

apiserver/v1alpha1.TCPTransport
url - string
tlsConfig - TLSConfig *

apiserver/v1alpha1.TLSConfig
caBundle - string
clientKey - string
clientCert - string
tlsServerName - string >=1.36

apiserver/v1alpha1.Transport
tcp - TCPTransport *
uds - UDSTransport *

apiserver/v1alpha1.UDSTransport
udsName - string

apiserver/v1alpha1 like apiserver/v1
AdmissionConfiguration AdmissionPluginConfiguration AnonymousAuthCondition AnonymousAuthConfig
AuthorizationConfiguration AuthorizerConfiguration ClaimMappings ClaimOrExpression ClaimValidationRule ExtraMapping
JWTAuthenticator PrefixedClaimOrExpression TracingConfiguration UserValidationRule WebhookConfiguration
WebhookConnectionInfo WebhookMatchCondition

apiserver/v1beta1 like apiserver/v1
AnonymousAuthCondition AnonymousAuthConfig AuthorizationConfiguration AuthorizerConfiguration ClaimMappings
ClaimOrExpression ClaimValidationRule ExtraMapping JWTAuthenticator PrefixedClaimOrExpression TracingConfiguration
UserValidationRule WebhookConfiguration WebhookConnectionInfo WebhookMatchCondition

apiserver/v1beta1 like apiserver/v1alpha1
AuthenticationConfiguration Connection EgressSelection EgressSelectorConfiguration Issuer TCPTransport TLSConfig
Transport UDSTransport
`;
