import { plain, type Section, under } from "./section.ts";

const userInfo = plain("username", "uid", "groups[]", "extra{}");

/** Reviews and other documents that components exchange. */
export const exchangeSections: readonly Section[] = [
  {
    title: "ExecCredential",
    kind: "ExecCredential",
    versions: ["v1", "v1beta1"],
    fields: {
      ...plain("apiVersion", "kind", "spec.interactive"),
      ...under(
        "spec.cluster",
        plain("server", "tls-server-name", "insecure-skip-tls-verify", "proxy-url", "disable-compression", "config"),
      ),
      "spec.cluster.certificate-authority-data": { documented: "default the system's" },
      ...under("status", plain("expirationTimestamp", "token", "clientCertificateData", "clientKeyData")),
    },
  },
  {
    title: "ImageReview",
    kind: "ImageReview",
    fields: plain(
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
      ...under("request", {
        ...plain("uid", "kind.group", "kind.version", "kind.kind", "resource.group", "resource.version"),
        ...plain("resource.resource", "subResource", "requestKind", "requestResource", "requestSubResource", "name"),
        ...plain("namespace", "operation", "userInfo", "object", "oldObject", "dryRun", "options"),
      }),
      ...under("response", {
        ...plain("uid", "allowed", "status", "patch", "patchType", "auditAnnotations{}", "warnings[]"),
      }),
    },
  },
  {
    title: "Audit Event",
    kind: "Event.audit.k8s.io",
    fields: {
      ...plain("level", "auditID", "stage", "requestURI", "verb", "authenticationMetadata"),
      ...under("user", userInfo),
      ...under("impersonatedUser", userInfo),
    },
  },
];
