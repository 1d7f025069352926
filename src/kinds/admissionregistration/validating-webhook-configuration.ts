/**
 * admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration: webhooks that accept or refuse requests.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { apiType, type Static, struct, text } from "../../schema/fields.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { webhookConfigurationColumns } from "./columns.ts";
import { applyWebhookDefaults, webhookFields, webhookRules, webhooksField } from "./webhook.ts";

const validatingWebhook = struct(webhookFields({ objectSelector: 10, matchConditions: 11 }));

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
    webhooks: webhooksField(validatingWebhook),
  },
  { $id: "ValidatingWebhookConfiguration" },
);
type ValidatingWebhookConfiguration = Static<typeof schema>;

export const validatingWebhookConfiguration: Kind<ValidatingWebhookConfiguration> = {
  kind: "ValidatingWebhookConfiguration",
  group: admissionGroup,
  versions: [{ name: "v1", schema, since: "1.16" }],
  description: "Webhooks that the API server asks whether a request may pass.",
  rules: [...admissionMetaRules, ...webhookRules],
  applyDefaults({ webhooks = [] }) {
    for (const hook of webhooks) applyWebhookDefaults(hook);
  },
  resource: {
    plural: "validatingwebhookconfigurations",
    singular: "validatingwebhookconfiguration",
    categories: ["api-extensions"],
    scope: "Cluster",
    needsResourceVersion: true,
    columns: webhookConfigurationColumns,
    prepareForCreate(object) {
      object.metadata ??= {};
      object.metadata.generation = 1;
    },
  },
};
