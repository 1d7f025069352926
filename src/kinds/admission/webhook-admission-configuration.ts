/**
 * WebhookAdmissionConfiguration of apiserver.config: the API server's credentials for admission webhooks.
 *
 * @module
 */
import type { WebhookAdmission } from "../../api/types/webhookadmission-v1.ts";
import { rule } from "../../rule/rule.ts";
import { reportMissingFile } from "../component/node-file.ts";
import { kind } from "../kind.ts";
import { staticManifestsRule } from "./static-manifests.ts";

const kubeConfigFile = rule<WebhookAdmission>(
  {
    id: "webhook-admission/kubeconfig-file",
    severity: "error",
    summary: "`kubeConfigFile` is an absolute path that exists",
  },
  ({ kubeConfigFile: file = "" }, place, visit) => {
    const at = place.at("kubeConfigFile");
    if (file === "") {
      if (!visit.reaches("1.36")) at.say("`kubeConfigFile` must be set before 1.36");
    } else if (file.startsWith("/")) reportMissingFile(file, at, visit.host);
    else at.say(`must be an absolute path; got "${file}"`, { value: file });
  },
);

export const webhookAdmissionConfiguration = kind("webhookadmission/v1.WebhookAdmission", {
  loader: {
    flag: "ValidatingAdmissionWebhook",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.36",
    mayOmit: "nothing",
  },
  rules: [kubeConfigFile, staticManifestsRule],
});
