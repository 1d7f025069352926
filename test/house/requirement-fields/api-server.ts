import { fieldsUnder, plainFields, type Section } from "./section.ts";

const claimOrExpression = plainFields("claim", "expression");
const prefixedClaimFields = plainFields("claim", "prefix", "expression");

/** Configuration documents of the API server. */
export const apiServerSections: readonly Section[] = [
  {
    title: "AuthenticationConfiguration",
    kind: "AuthenticationConfiguration",
    fields: {
      ...plainFields("apiVersion", "kind", "jwt", "anonymous", "anonymous.enabled", "anonymous.conditions[].path"),
      ...plainFields("jwt[].issuer", "jwt[].claimValidationRules", "jwt[].claimMappings", "jwt[].userValidationRules"),
      ...fieldsUnder(
        "jwt[].issuer",
        plainFields(
          "url",
          "discoveryURL",
          "certificateAuthority",
          "audiences[]",
          "audienceMatchPolicy",
          "egressSelectorType",
        ),
      ),
      ...fieldsUnder("jwt[].claimValidationRules[]", plainFields("claim", "requiredValue", "expression", "message")),
      ...fieldsUnder("jwt[].claimMappings.username", prefixedClaimFields),
      ...fieldsUnder("jwt[].claimMappings.groups", prefixedClaimFields),
      ...fieldsUnder("jwt[].claimMappings.uid", claimOrExpression),
      ...fieldsUnder("jwt[].claimMappings.extra[]", plainFields("key", "valueExpression")),
      ...fieldsUnder("jwt[].userValidationRules[]", plainFields("expression", "message")),
    },
  },
  {
    title: "AuthorizationConfiguration",
    kind: "AuthorizationConfiguration",
    sample: { authorizers: [{ type: "Webhook", webhook: {} }] },
    fields: {
      ...plainFields("apiVersion", "kind", "authorizers[].type", "authorizers[].name", "authorizers[].webhook"),
      ...fieldsUnder("authorizers[].webhook", {
        authorizedTTL: { default: "5m" },
        cacheAuthorizedRequests: { default: true },
        unauthorizedTTL: { default: "30s" },
        cacheUnauthorizedRequests: { default: true },
        ...plainFields(
          "timeout",
          "subjectAccessReviewVersion",
          "matchConditionSubjectAccessReviewVersion",
          "failurePolicy",
        ),
        ...plainFields("connectionInfo.type", "connectionInfo.kubeConfigFile", "matchConditions[].expression"),
      }),
    },
  },
  {
    title: "EgressSelectorConfiguration",
    kind: "EgressSelectorConfiguration",
    fields: {
      ...plainFields("apiVersion", "kind", "egressSelections[].name"),
      ...fieldsUnder("egressSelections[].connection", {
        ...plainFields("proxyProtocol", "transport.tcp.url", "transport.uds.udsName"),
        ...fieldsUnder("transport.tcp.tlsConfig", {
          caBundle: { documented: "the system's roots when absent" },
          ...plainFields("clientKey", "clientCert"),
          tlsServerName: { documented: "the host when absent" },
        }),
      }),
    },
  },
  {
    title: "TracingConfiguration",
    kind: "TracingConfiguration",
    fields: {
      endpoint: { documented: "localhost:4317 when absent" },
      samplingRatePerMillion: { documented: "the parent span decides when absent" },
    },
  },
  {
    title: "AdmissionConfiguration",
    kind: "AdmissionConfiguration",
    fields: plainFields("apiVersion", "kind", "plugins[].name", "plugins[].path", "plugins[].configuration"),
  },
  {
    title: "EventRateLimit Configuration",
    kind: "Configuration.eventratelimit.admission.k8s.io",
    sample: { limits: [{ type: "Namespace" }] },
    fields: {
      ...plainFields("limits[].type", "limits[].qps", "limits[].burst"),
      "limits[].cacheSize": { default: 4096 },
    },
  },
];
