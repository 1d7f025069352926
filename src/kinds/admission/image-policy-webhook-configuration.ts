/**
 * The configuration of the plugin ImagePolicyWebhook: how kube-apiserver calls the webhook that decides which images
 * may run. It has neither `apiVersion` nor `kind`.
 *
 * @module
 */
import type { AdmissionConfig } from "../../api/types/imagepolicywebhook-unversioned.ts";
import { rule } from "../../rule/rule.ts";
import { raw, text } from "../../schema/fields.ts";
import { reportMissingFile } from "../component/node-file.ts";
import { kind } from "../kind.ts";

/** The highest values, in the units of the fields. The values -1 and 0 are special and outside of these ranges. */
const ranges = {
  allowTTL: { max: 1800, unit: "seconds" },
  denyTTL: { max: 1800, unit: "seconds" },
  retryBackoff: { max: 300_000, unit: "milliseconds" },
} as const;

const times = rule<AdmissionConfig>(
  {
    id: "image-policy/time",
    severity: "error",
    summary: "times are whole numbers within bounds; 0 means the default, and -1 turns retries or caching off",
  },
  ({ imagePolicy: policy = {} }, place) => {
    for (const name of ["retryBackoff", "allowTTL", "denyTTL"] as const) {
      const value = policy[name] ?? 0;
      const { max, unit } = ranges[name];
      if (value >= -1 && value <= max) continue;
      place
        .at("imagePolicy", name)
        .say(`must be from 1 to ${max} ${unit}, 0 for the default, or -1 for none; got ${value}`, {
          value: Number(value),
        });
    }
  },
);

const kubeConfigFile = rule<AdmissionConfig>(
  {
    id: "image-policy/kubeconfig-file",
    severity: "error",
    cause: "required",
    summary: "`kubeConfigFile` names a kubeconfig for the image policy webhook",
  },
  ({ imagePolicy: { kubeConfigFile: file = "" } = {} }, place, { host }) => {
    const at = place.at("imagePolicy", "kubeConfigFile");
    if (file === "") at.say("`kubeConfigFile` must be set");
    else reportMissingFile(file, at, host);
  },
);

export const imagePolicyWebhookConfiguration = kind("imagepolicywebhook/unversioned.AdmissionConfig", {
  kind: "ImagePolicyWebhookConfiguration",
  moreFields: {
    apiVersion: text({ description: "Not looked at." }),
    kind: text({ description: "Not looked at." }),
    podNodeSelectorPluginConfig: raw({ description: "For another plugin that may share the file." }),
  },
  loader: { flag: "ImagePolicyWebhook", emptyFile: "error", unknownFields: "warning", mayOmit: "identity" },
  rules: [times, kubeConfigFile],
  references: ({ imagePolicy: { kubeConfigFile: file = "" } = {} }) =>
    file.startsWith("/") ? [{ path: ["imagePolicy", "kubeConfigFile"], file, kind: "Config" }] : [],
});
