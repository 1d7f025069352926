/**
 * WebhookAdmissionConfiguration of apiserver.config: the API server's credentials for admission webhooks.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { reportMissingFile } from "../component/node-file.ts";
import { staticManifestsDir, staticManifestsRule } from "./static-manifests.ts";

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    kubeConfigFile: text({ description: "Absolute path of the kubeconfig with users named for webhooks." }),
    staticManifestsDir,
  },
  { $id: "WebhookAdmissionConfiguration" },
);

export type WebhookAdmissionConfiguration = Static<typeof schema>;

const kubeConfigFile = rule<WebhookAdmissionConfiguration>(
  {
    id: "webhook-admission/kubeconfig-file",
    severity: "error",
    summary: "the kubeconfig is named by its absolute path, and exists",
  },
  ({ kubeConfigFile: file = "" }, place, { host }) => {
    const at = place.at("kubeConfigFile");
    if (file === "") return;
    if (file.startsWith("/")) reportMissingFile(file, at, host);
    else at.say(`must be an absolute path; got "${file}"`, { value: file });
  },
);

export const webhookAdmissionConfiguration: Kind<WebhookAdmissionConfiguration> = {
  kind: "WebhookAdmissionConfiguration",
  group: "apiserver.config.<domain>",
  versions: [
    { name: "v1", schema },
    { name: "v1alpha1", kind: "WebhookAdmission", schema, until: "1.36" },
  ],
  description: "With which credentials the API server calls admission webhooks.",
  loader: {
    flag: "ValidatingAdmissionWebhook",
    emptyFile: "error",
    unknownFields: "error",
    mayOmit: "nothing",
  },
  rules: [kubeConfigFile, staticManifestsRule],
};
