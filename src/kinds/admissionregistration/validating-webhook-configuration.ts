/**
 * admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration: webhooks that allow or deny requests.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { webhookConfigurationColumns } from "./columns.ts";
import { staticName } from "./static-name.ts";
import { applyWebhookDefaults, webhookRules } from "./webhook.ts";

export const validatingWebhookConfiguration = kind("admissionregistration/v1.ValidatingWebhookConfiguration", {
  rules: [staticName, ...webhookRules],
  applyDefaults({ webhooks = [] }) {
    for (const hook of webhooks) applyWebhookDefaults(hook);
  },
  resource: {
    columns: webhookConfigurationColumns,
  },
});
