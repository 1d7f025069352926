import { plain, type Section, under } from "./section.ts";

const claimOrExpression = plain("claim", "expression");
const prefixed = plain("claim", "prefix", "expression");

/** Configuration documents of the API server. */
export const apiServerSections: readonly Section[] = [
  {
    title: "AuthenticationConfiguration",
    kind: "AuthenticationConfiguration",
    fields: {
      ...plain("apiVersion", "kind", "jwt", "anonymous", "anonymous.enabled", "anonymous.conditions[].path"),
      ...plain("jwt[].issuer", "jwt[].claimValidationRules", "jwt[].claimMappings", "jwt[].userValidationRules"),
      ...under(
        "jwt[].issuer",
        plain(
          "url",
          "discoveryURL",
          "certificateAuthority",
          "audiences[]",
          "audienceMatchPolicy",
          "egressSelectorType",
        ),
      ),
      ...under("jwt[].claimValidationRules[]", plain("claim", "requiredValue", "expression", "message")),
      ...under("jwt[].claimMappings.username", prefixed),
      ...under("jwt[].claimMappings.groups", prefixed),
      ...under("jwt[].claimMappings.uid", claimOrExpression),
      ...under("jwt[].claimMappings.extra[]", plain("key", "valueExpression")),
      ...under("jwt[].userValidationRules[]", plain("expression", "message")),
    },
  },
  {
    title: "AuthorizationConfiguration",
    kind: "AuthorizationConfiguration",
    sample: { authorizers: [{ type: "Webhook", webhook: {} }] },
    fields: {
      ...plain("apiVersion", "kind", "authorizers[].type", "authorizers[].name", "authorizers[].webhook"),
      ...under("authorizers[].webhook", {
        authorizedTTL: { default: "5m" },
        cacheAuthorizedRequests: { default: true },
        unauthorizedTTL: { default: "30s" },
        cacheUnauthorizedRequests: { default: true },
        ...plain("timeout", "subjectAccessReviewVersion", "matchConditionSubjectAccessReviewVersion", "failurePolicy"),
        ...plain("connectionInfo.type", "connectionInfo.kubeConfigFile", "matchConditions[].expression"),
      }),
    },
  },
  {
    title: "EgressSelectorConfiguration",
    kind: "EgressSelectorConfiguration",
    fields: {
      ...plain("apiVersion", "kind", "egressSelections[].name"),
      ...under("egressSelections[].connection", {
        ...plain("proxyProtocol", "transport.tcp.url", "transport.uds.udsName"),
        ...under("transport.tcp.tlsConfig", {
          caBundle: { documented: "the system's roots when absent" },
          ...plain("clientKey", "clientCert"),
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
    fields: plain("apiVersion", "kind", "plugins[].name", "plugins[].path", "plugins[].configuration"),
  },
  {
    title: "EventRateLimit Configuration",
    kind: "Configuration.eventratelimit.admission.k8s.io",
    sample: { limits: [{ type: "Namespace" }] },
    fields: { ...plain("limits[].type", "limits[].qps", "limits[].burst"), "limits[].cacheSize": { default: 4096 } },
  },
];
