/**
 * The purpose of the types and fields of `apiserver`.
 *
 * @module
 */
export const apiserver: Readonly<Record<string, string>> = {
  "apiserver/v1.AESConfiguration.keys": "The first one writes; all are tried in order to read.",
  "apiserver/v1.AdmissionConfiguration":
    "How admission plugins of the API server are configured, in place or by files of their own.",
  "apiserver/v1.AdmissionConfiguration.plugins":
    "One for each plugin that needs to be configured; it does not turn the plugin on.",
  "apiserver/v1.AdmissionPluginConfiguration.configuration": "Its configuration itself; path is then not looked at.",
  "apiserver/v1.AdmissionPluginConfiguration.name": "Name of the plugin.",
  "apiserver/v1.AdmissionPluginConfiguration.path":
    "Path of a file with its configuration; a relative one starts at this file.",
  "apiserver/v1.AnonymousAuthCondition.path": "A request path, compared exactly.",
  "apiserver/v1.AnonymousAuthConfig.conditions": "Paths that anonymous requests may ask for; without any, every path.",
  "apiserver/v1.AnonymousAuthConfig.enabled": "Whether requests without credentials are let in; false when absent.",
  "apiserver/v1.AuthenticationConfiguration":
    "How the API server authenticates requests: JWT issuers with their claim mappings, and anonymous access.",
  "apiserver/v1.AuthenticationConfiguration.anonymous":
    "Anonymous access; takes the place of the flag --anonymous-auth.",
  "apiserver/v1.AuthenticationConfiguration.jwt": "Issuers of JSON web tokens, tried in this order.",
  "apiserver/v1.AuthorizationConfiguration": "How the API server decides on requests: authorizers, asked in order.",
  "apiserver/v1.AuthorizationConfiguration.authorizers": "Asked in this order until one allows or denies.",
  "apiserver/v1.AuthorizerConfiguration.name":
    "Unique name, used in metrics; of all but webhooks the type in lower case.",
  "apiserver/v1.AuthorizerConfiguration.type": "Which authorizer this is.",
  "apiserver/v1.AuthorizerConfiguration.webhook": "Settings of an authorizer of type Webhook.",
  "apiserver/v1.ClaimMappings.extra": "Further attributes of the user.",
  "apiserver/v1.ClaimMappings.groups": "The user's groups.",
  "apiserver/v1.ClaimMappings.uid": "The user's uid.",
  "apiserver/v1.ClaimMappings.username": "The user's name; always mapped.",
  "apiserver/v1.ClaimOrExpression.claim": "Name of the claim.",
  "apiserver/v1.ClaimOrExpression.expression": "CEL over `claims` that gives the value.",
  "apiserver/v1.ClaimValidationRule.claim": "Name of a claim that must be present.",
  "apiserver/v1.ClaimValidationRule.expression": "CEL over `claims` that must be true.",
  "apiserver/v1.ClaimValidationRule.message": "The message when the expression is false.",
  "apiserver/v1.ClaimValidationRule.requiredValue": "The required value of the claim; the empty string when absent.",
  "apiserver/v1.EncryptionConfiguration":
    "Which resources the API server encrypts before it stores them, how, and with which keys.",
  "apiserver/v1.EncryptionConfiguration.resources":
    "Groups of resources with their providers; the first one that names a resource counts.",
  "apiserver/v1.ExtraMapping.key": "Domain-prefixed path in lower case, such as example.org/team.",
  "apiserver/v1.ExtraMapping.valueExpression": "CEL over `claims` that gives a string or a list of strings.",
  "apiserver/v1.Issuer.audienceMatchPolicy": "How audiences are compared; must be MatchAny with several audiences.",
  "apiserver/v1.Issuer.audiences": "Accepted audiences; at least one must be in the token's aud claim.",
  "apiserver/v1.Issuer.certificateAuthority":
    "PEM certificates that the issuer's server is verified with; the system's when absent.",
  "apiserver/v1.Issuer.discoveryURL":
    "Where the discovery document is fetched instead of below url; used exactly as given.",
  "apiserver/v1.Issuer.egressSelectorType": "Through which egress dialer the issuer is reached.",
  "apiserver/v1.Issuer.url":
    "The issuer's https address; must equal the token's iss claim. Unique across authenticators.",
  "apiserver/v1.JWTAuthenticator.claimMappings": "From claims to the user.",
  "apiserver/v1.JWTAuthenticator.claimValidationRules": "Conditions on the token's claims; all must hold.",
  "apiserver/v1.JWTAuthenticator.issuer": "The token issuer.",
  "apiserver/v1.JWTAuthenticator.userValidationRules":
    "Conditions on the user that the claims were mapped to; all must hold.",
  "apiserver/v1.KMSConfiguration.apiVersion": "Version of the plugin's protocol, v1 or v2; v1 when absent.",
  "apiserver/v1.KMSConfiguration.cachesize":
    "How many keys are kept decrypted, for v1 only; 1000 when absent, without limit when negative.",
  "apiserver/v1.KMSConfiguration.endpoint": "Address of the plugin, unix:///path/of/socket.",
  "apiserver/v1.KMSConfiguration.name": "Stored with what the plugin encrypted.",
  "apiserver/v1.KMSConfiguration.timeout": "Longest wait for the plugin; 3s when absent.",
  "apiserver/v1.Key.name": "Stored with what the key encrypted.",
  "apiserver/v1.Key.secret": "The key itself, in base64: 16, 24 or 32 random bytes for AES, 32 for secretbox.",
  "apiserver/v1.PrefixedClaimOrExpression.claim": "Name of the claim.",
  "apiserver/v1.PrefixedClaimOrExpression.expression": "CEL over `claims` that gives the value.",
  "apiserver/v1.PrefixedClaimOrExpression.prefix":
    "Put before the claim's value; must be given with claim, may be empty.",
  "apiserver/v1.ProviderConfiguration.aescbc": "AES in CBC mode with PKCS#7 padding.",
  "apiserver/v1.ProviderConfiguration.aesgcm": "AES in Galois/counter mode; needs keys that are rotated often.",
  "apiserver/v1.ProviderConfiguration.identity": "No encryption.",
  "apiserver/v1.ProviderConfiguration.kms": "Envelope encryption by a plugin.",
  "apiserver/v1.ProviderConfiguration.secretbox": "XSalsa20 and Poly1305.",
  "apiserver/v1.ResourceConfiguration.providers": "The first one writes; all are tried in order to read.",
  "apiserver/v1.ResourceConfiguration.resources":
    "Resources as RESOURCE or RESOURCE.GROUP; *.GROUP, *. (the core group) and *.* are wildcards.",
  "apiserver/v1.SecretboxConfiguration.keys": "The first one writes; all are tried in order to read.",
  "apiserver/v1.TracingConfiguration": "Where the API server sends the spans of its requests, and how many of them.",
  "apiserver/v1.TracingConfiguration.endpoint":
    "Address of the collector, reached without TLS; localhost:4317 when absent.",
  "apiserver/v1.TracingConfiguration.samplingRatePerMillion":
    "How many of a million spans are sampled; the parent span decides when absent.",
  "apiserver/v1.UserValidationRule.expression": "CEL over `user` that must be true.",
  "apiserver/v1.UserValidationRule.message": "The message when the expression is false.",
  "apiserver/v1.WebhookConfiguration.authorizedTTL": "How long an allowing answer is kept; 5m when absent or zero.",
  "apiserver/v1.WebhookConfiguration.cacheAuthorizedRequests":
    "Whether allowing answers are kept at all; true when absent.",
  "apiserver/v1.WebhookConfiguration.cacheUnauthorizedRequests":
    "Whether other answers are kept at all; true when absent.",
  "apiserver/v1.WebhookConfiguration.connectionInfo": "How to reach the webhook.",
  "apiserver/v1.WebhookConfiguration.failurePolicy":
    "The decision when the webhook can't be asked, or a match condition fails.",
  "apiserver/v1.WebhookConfiguration.matchConditionSubjectAccessReviewVersion":
    "Version of the review that match conditions see; needed with match conditions.",
  "apiserver/v1.WebhookConfiguration.matchConditions":
    "All must be true for a request to be sent to the webhook; at most 64.",
  "apiserver/v1.WebhookConfiguration.subjectAccessReviewVersion": "Version of the review that is sent and expected.",
  "apiserver/v1.WebhookConfiguration.timeout": "Longest wait for an answer, above 0s and at most 30s.",
  "apiserver/v1.WebhookConfiguration.unauthorizedTTL": "How long any other answer is kept; 30s when absent or zero.",
  "apiserver/v1.WebhookConnectionInfo.kubeConfigFile": "Absolute path of the kubeconfig, for type KubeConfigFile.",
  "apiserver/v1.WebhookConnectionInfo.type":
    "How the webhook is reached: by a kubeconfig file, or as a service of the cluster.",
  "apiserver/v1.WebhookMatchCondition.expression": "CEL over `request` that must be true.",
  "apiserver/v1beta1.Connection.proxyProtocol": "How the proxy is spoken to, if at all.",
  "apiserver/v1beta1.Connection.transport": "How the proxy is reached; must be absent for Direct.",
  "apiserver/v1beta1.EgressSelection.connection": "How that traffic goes.",
  "apiserver/v1beta1.EgressSelection.name":
    'Which traffic: controlplane, cluster or etcd; "master" is an old name of controlplane.',
  "apiserver/v1beta1.EgressSelectorConfiguration":
    "Through which proxies the API server reaches nodes, webhooks, etcd and the control plane.",
  "apiserver/v1beta1.EgressSelectorConfiguration.egressSelections":
    "One for each kind of traffic; what is not listed is dialed directly.",
  "apiserver/v1beta1.TCPTransport.tlsConfig": "TLS settings; must be absent for http, present for https.",
  "apiserver/v1beta1.TCPTransport.url": "Address of the proxy, http:// or https://.",
  "apiserver/v1beta1.TLSConfig.caBundle": "Path of the CA bundle; the system's roots when absent.",
  "apiserver/v1beta1.TLSConfig.clientCert": "Path of the client certificate; must be set for https.",
  "apiserver/v1beta1.TLSConfig.clientKey": "Path of the client key; must be set for https.",
  "apiserver/v1beta1.TLSConfig.tlsServerName":
    "Name that the server's certificate is checked for; the host when absent.",
  "apiserver/v1beta1.Transport.tcp": "The proxy is reached by TCP; for HTTPConnect only.",
  "apiserver/v1beta1.Transport.uds": "The proxy is reached by a Unix domain socket.",
  "apiserver/v1beta1.UDSTransport.udsName": "Path of the socket, without unix://.",
};
