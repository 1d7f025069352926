/**
 * The types of `apiserver/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface AESConfiguration {
  /** The first one writes; all are tried in order to read. */
  keys?: Key[];
}

/** How admission plugins of the API server are configured, in place or by files of their own. */
export interface AdmissionConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** One for each plugin that needs to be configured; it does not turn the plugin on. */
  plugins?: AdmissionPluginConfiguration[];
}

export interface AdmissionPluginConfiguration {
  /** Name of the plugin. */
  name?: string;
  /** Path of a file with its configuration; a relative one starts at this file. */
  path?: string;
  /** Its configuration itself; path is then not looked at. */
  configuration?: unknown;
}

export interface AnonymousAuthCondition {
  /** A request path, compared exactly. */
  path?: string;
}

export interface AnonymousAuthConfig {
  /** Whether requests without credentials are let in; false when absent. */
  enabled?: boolean;
  /** Paths that anonymous requests may ask for; without any, every path. */
  conditions?: AnonymousAuthCondition[];
}

/** How the API server authenticates requests: JWT issuers with their claim mappings, and anonymous access. */
export interface AuthenticationConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Issuers of JSON web tokens, tried in this order. */
  jwt?: JWTAuthenticator[];
  /** Anonymous access; takes the place of the flag --anonymous-auth. */
  anonymous?: AnonymousAuthConfig;
}

/** How the API server decides on requests: authorizers, asked in order. */
export interface AuthorizationConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Asked in this order until one allows or denies. */
  authorizers?: AuthorizerConfiguration[];
}

export interface AuthorizerConfiguration {
  /** Which authorizer this is. */
  type?: string;
  /** Unique name, used in metrics; of all but webhooks the type in lower case. */
  name?: string;
  /** Settings of an authorizer of type Webhook. */
  webhook?: WebhookConfiguration;
}

export interface ClaimMappings {
  /** The user's name; always mapped. */
  username?: PrefixedClaimOrExpression;
  /** The user's groups. */
  groups?: PrefixedClaimOrExpression;
  /** The user's uid. */
  uid?: ClaimOrExpression;
  /** Further attributes of the user. */
  extra?: ExtraMapping[];
}

export interface ClaimOrExpression {
  /** Name of the claim. */
  claim?: string;
  /** CEL over `claims` that gives the value. */
  expression?: string;
}

export interface ClaimValidationRule {
  /** Name of a claim that must be present. */
  claim?: string;
  /** The required value of the claim; the empty string when absent. */
  requiredValue?: string;
  /** CEL over `claims` that must be true. */
  expression?: string;
  /** The message when the expression is false. */
  message?: string;
}

/** Which resources the API server encrypts before it stores them, how, and with which keys. */
export interface EncryptionConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Groups of resources with their providers; the first one that names a resource counts. */
  resources?: ResourceConfiguration[];
}

export interface ExtraMapping {
  /** Domain-prefixed path in lower case, such as example.org/team. */
  key?: string;
  /** CEL over `claims` that gives a string or a list of strings. */
  valueExpression?: string;
}

export type IdentityConfiguration = Record<string, never>;

export interface Issuer {
  /** The issuer's https address; must equal the token's iss claim. Unique across authenticators. */
  url?: string;
  /** Where the discovery document is fetched instead of below url; used exactly as given. */
  discoveryURL?: string;
  /** PEM certificates that the issuer's server is verified with; the system's when absent. */
  certificateAuthority?: string;
  /** Accepted audiences; at least one must be in the token's aud claim. */
  audiences?: string[];
  /** How audiences are compared; must be MatchAny with several audiences. */
  audienceMatchPolicy?: string;
  /** Through which egress dialer the issuer is reached. */
  egressSelectorType?: string;
}

export interface JWTAuthenticator {
  /** The token issuer. */
  issuer?: Issuer;
  /** Conditions on the token's claims; all must hold. */
  claimValidationRules?: ClaimValidationRule[];
  /** From claims to the user. */
  claimMappings?: ClaimMappings;
  /** Conditions on the user that the claims were mapped to; all must hold. */
  userValidationRules?: UserValidationRule[];
}

export interface KMSConfiguration {
  /** Version of the plugin's protocol, v1 or v2; v1 when absent. */
  apiVersion?: string;
  /** Stored with what the plugin encrypted. */
  name?: string;
  /** How many keys are kept decrypted, for v1 only; 1000 when absent, without limit when negative. */
  cachesize?: number;
  /** Address of the plugin, unix:///path/of/socket. */
  endpoint?: string;
  /** Longest wait for the plugin; 3s when absent. */
  timeout?: string;
}

export interface Key {
  /** Stored with what the key encrypted. */
  name?: string;
  /** The key itself, in base64: 16, 24 or 32 random bytes for AES, 32 for secretbox. */
  secret?: string;
}

export interface PrefixedClaimOrExpression {
  /** Name of the claim. */
  claim?: string;
  /** Put before the claim's value; must be given with claim, may be empty. */
  prefix?: string;
  /** CEL over `claims` that gives the value. */
  expression?: string;
}

export interface ProviderConfiguration {
  /** AES in Galois/counter mode; needs keys that are rotated often. */
  aesgcm?: AESConfiguration;
  /** AES in CBC mode with PKCS#7 padding. */
  aescbc?: AESConfiguration;
  /** XSalsa20 and Poly1305. */
  secretbox?: SecretboxConfiguration;
  /** No encryption. */
  identity?: IdentityConfiguration;
  /** Envelope encryption by a plugin. */
  kms?: KMSConfiguration;
}

export interface ResourceConfiguration {
  /** Resources as RESOURCE or RESOURCE.GROUP; *.GROUP, *. (the core group) and *.* are wildcards. */
  resources?: string[];
  /** The first one writes; all are tried in order to read. */
  providers?: ProviderConfiguration[];
}

export interface SecretboxConfiguration {
  /** The first one writes; all are tried in order to read. */
  keys?: Key[];
}

/** Where the API server sends the spans of its requests, and how many of them. */
export interface TracingConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Address of the collector, reached without TLS; localhost:4317 when absent. */
  endpoint?: string;
  /** How many of a million spans are sampled; the parent span decides when absent. */
  samplingRatePerMillion?: number;
}

export interface UserValidationRule {
  /** CEL over `user` that must be true. */
  expression?: string;
  /** The message when the expression is false. */
  message?: string;
}

export interface WebhookConfiguration {
  /** How long an allowing answer is kept; 5m when absent or zero. */
  authorizedTTL?: string;
  /** How long any other answer is kept; 30s when absent or zero. */
  unauthorizedTTL?: string;
  /** Longest wait for an answer, above 0s and at most 30s. */
  timeout?: string;
  /** Version of the review that is sent and expected. */
  subjectAccessReviewVersion?: string;
  /** Version of the review that match conditions see; needed with match conditions. */
  matchConditionSubjectAccessReviewVersion?: string;
  /** The decision when the webhook can't be asked, or a match condition fails. */
  failurePolicy?: string;
  /** How to reach the webhook. */
  connectionInfo?: WebhookConnectionInfo;
  /** All must be true for a request to be sent to the webhook; at most 64. */
  matchConditions?: WebhookMatchCondition[];
  /** Whether allowing answers are kept at all; true when absent. Since 1.34. */
  cacheAuthorizedRequests?: boolean;
  /** Whether other answers are kept at all; true when absent. Since 1.34. */
  cacheUnauthorizedRequests?: boolean;
}

export interface WebhookConnectionInfo {
  /** How the webhook is reached: by a kubeconfig file, or as a service of the cluster. */
  type?: string;
  /** Absolute path of the kubeconfig, for type KubeConfigFile. */
  kubeConfigFile?: string;
}

export interface WebhookMatchCondition {
  /** CEL over `request` that must be true. */
  expression?: string;
}
