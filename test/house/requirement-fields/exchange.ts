import { fieldsUnder, plainFields, type Section } from "./section.ts";

const userInfo = plainFields("username", "uid", "groups[]", "extra{}");

/** Reviews and other documents that components exchange. */
export const exchangeSections: readonly Section[] = [
  {
    title: "ExecCredential",
    kind: "ExecCredential",
    versions: ["v1", "v1beta1"],
    fields: {
      ...plainFields("apiVersion", "kind", "spec.interactive"),
      ...fieldsUnder(
        "spec.cluster",
        plainFields(
          "server",
          "tls-server-name",
          "insecure-skip-tls-verify",
          "proxy-url",
          "disable-compression",
          "config",
        ),
      ),
      "spec.cluster.certificate-authority-data": { documented: "default the system's" },
      ...fieldsUnder("status", plainFields("expirationTimestamp", "token", "clientCertificateData", "clientKeyData")),
    },
  },
  {
    title: "ImageReview",
    kind: "ImageReview",
    fields: plainFields(
      "metadata",
      "spec.containers[].image",
      "spec.annotations{}",
      "spec.namespace",
      "status.allowed",
      "status.reason",
      "status.auditAnnotations{}",
    ),
  },
  {
    title: "AdmissionReview",
    kind: "AdmissionReview",
    fields: {
      ...fieldsUnder("request", {
        ...plainFields("uid", "kind.group", "kind.version", "kind.kind", "resource.group", "resource.version"),
        ...plainFields(
          "resource.resource",
          "subResource",
          "requestKind",
          "requestResource",
          "requestSubResource",
          "name",
        ),
        ...plainFields("namespace", "operation", "userInfo", "object", "oldObject", "dryRun", "options"),
      }),
      ...fieldsUnder("response", {
        ...plainFields("uid", "allowed", "status", "patch", "patchType", "auditAnnotations{}", "warnings[]"),
      }),
    },
  },
  {
    title: "Audit Event",
    kind: "Event.audit.k8s.io",
    fields: {
      ...plainFields("level", "auditID", "stage", "requestURI", "verb", "authenticationMetadata"),
      ...fieldsUnder("user", userInfo),
      ...fieldsUnder("impersonatedUser", userInfo),
    },
  },
];
