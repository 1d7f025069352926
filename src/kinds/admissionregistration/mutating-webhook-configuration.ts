/**
 * admissionregistration.k8s.io/v1 MutatingWebhookConfiguration: webhooks that may change the objects of requests.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { webhookConfigurationColumns } from "./columns.ts";
import { staticName } from "./static-name.ts";
import { applyWebhookDefaults, webhookRules } from "./webhook.ts";

export const mutatingWebhookConfiguration = kind("admissionregistration/v1.MutatingWebhookConfiguration", {
  rules: [staticName, ...webhookRules],
  applyDefaults({ webhooks = [] }) {
    for (const hook of webhooks) {
      applyWebhookDefaults(hook);
      hook.reinvocationPolicy ??= "Never";
    }
  },
  resource: {
    columns: webhookConfigurationColumns,
  },
});
