/**
 * v1 ServiceAccount: the identity of pods.
 *
 * @module
 */
import type { ServiceAccount } from "../../api/types/core-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";

/** Keeps only the names of the referenced secrets, which are always in the namespace of the account. */
function keepSecretNames(object: ServiceAccount): void {
  if (object.secrets) object.secrets = object.secrets.map(({ name = "" }) => ({ name }));
}

const mountableSecrets = "kubernetes.io/enforce-mountable-secrets";

/** Warns about the deprecated annotation, unless the stored account already has it. */
const oldAnnotation = rule<ServiceAccount>(
  {
    id: "service-account/mountable-secrets",
    severity: "warning",
    summary: "a ServiceAccount does not have the deprecated annotation `kubernetes.io/enforce-mountable-secrets`",
  },
  ({ metadata }, place, { oldObject }) => {
    const isNew = oldObject?.metadata?.annotations?.[mountableSecrets] === undefined;
    if (metadata?.annotations?.[mountableSecrets] === undefined || !isNew) return;
    place.at("metadata", "annotations", mountableSecrets).say("the annotation is deprecated since 1.32", {
      help: "keep secrets apart by namespaces",
      serverWarning: "{field}: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets",
      atKey: true,
    });
  },
);

export const serviceAccount = kind("core/v1.ServiceAccount", {
  rules: [oldAnnotation],
  resource: {
    columns: [nameColumn, ageColumn],
    prepareForCreate: keepSecretNames,
    prepareForUpdate: keepSecretNames,
  },
});
