/**
 * admissionregistration.k8s.io/v1 MutatingWebhookConfiguration: webhooks that may change what is requested.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { apiType, type Static, struct, text } from "../../schema/fields.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { webhookConfigurationColumns } from "./columns.ts";
import { applyWebhookDefaults, webhookFields, webhookRules, webhooksField } from "./webhook.ts";

const mutatingWebhook = struct({
  ...webhookFields({ objectSelector: 11, matchConditions: 12 }),
  reinvocationPolicy: text({
    "x-proto": 10,
    "x-pointer": true,
    enum: ["Never", "IfNeeded"],
    description: "Whether it is asked again when a later webhook changes the object; `Never` when absent.",
  }),
});

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
    webhooks: webhooksField(mutatingWebhook),
  },
  { $id: "MutatingWebhookConfiguration" },
);
type MutatingWebhookConfiguration = Static<typeof schema>;

export const mutatingWebhookConfiguration: Kind<MutatingWebhookConfiguration> = {
  kind: "MutatingWebhookConfiguration",
  group: admissionGroup,
  versions: [{ name: "v1", schema, since: "1.16" }],
  description: "Webhooks that the API server lets change a request before it is validated.",
  rules: [...admissionMetaRules, ...webhookRules],
  applyDefaults({ webhooks = [] }) {
    for (const hook of webhooks) {
      applyWebhookDefaults(hook);
      hook.reinvocationPolicy ??= "Never";
    }
  },
  resource: {
    plural: "mutatingwebhookconfigurations",
    singular: "mutatingwebhookconfiguration",
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
