/**
 * The configuration of the plugin ImagePolicyWebhook: how to ask which images may run. It has neither `apiVersion` nor
 * `kind`.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { field, flag, int64, raw, type Static, struct, text } from "../../schema/fields.ts";
import { reportMissingFile } from "../component/node-file.ts";

const imagePolicy = struct({
  kubeConfigFile: text({ description: "Path of the kubeconfig that says where the webhook is.", "x-required": true }),
  allowTTL: int64({ description: "Seconds that an allowing answer is kept; 300 when absent, not at all with -1." }),
  denyTTL: int64({ description: "Seconds that any other answer is kept; 30 when absent, not at all with -1." }),
  retryBackoff: int64({ description: "Milliseconds between attempts; 500 when absent, none with -1." }),
  defaultAllow: flag({ description: "Whether images are allowed when the webhook can't be asked; false when absent." }),
});

const schema = struct(
  {
    apiVersion: text({ description: "Not looked at." }),
    kind: text({ description: "Not looked at." }),
    imagePolicy: field(imagePolicy, { description: "How to ask, and how long answers hold.", "x-required": true }),
    podNodeSelectorPluginConfig: raw({ description: "Of another plugin that may share the file." }),
  },
  { $id: "ImagePolicyWebhookConfiguration" },
);

export type ImagePolicyWebhookConfiguration = Static<typeof schema>;

/** Highest values, with their units; -1 and 0 mean something else. */
const ranges = {
  allowTTL: { max: 1800, unit: "seconds" },
  denyTTL: { max: 1800, unit: "seconds" },
  retryBackoff: { max: 300_000, unit: "milliseconds" },
} as const;

const times = rule<ImagePolicyWebhookConfiguration>(
  {
    id: "image-policy/time",
    severity: "error",
    summary: "times are whole numbers in a range; 0 is the default, and -1 turns the matter off",
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

const kubeConfigFile = rule<ImagePolicyWebhookConfiguration>(
  {
    id: "image-policy/kubeconfig-file",
    severity: "error",
    cause: "required",
    summary: "a kubeconfig says where the image policy webhook is",
  },
  ({ imagePolicy: { kubeConfigFile: file = "" } = {} }, place, { host }) => {
    const at = place.at("imagePolicy", "kubeConfigFile");
    if (file === "") at.say("`kubeConfigFile` must be set");
    else reportMissingFile(file, at, host);
  },
);

export const imagePolicyWebhookConfiguration: Kind<ImagePolicyWebhookConfiguration> = {
  kind: "ImagePolicyWebhookConfiguration",
  group: "",
  versions: [{ name: "unversioned", schema }],
  description: "How the API server asks a webhook which images may run. Written without `apiVersion` and `kind`.",
  loader: { flag: "ImagePolicyWebhook", emptyFile: "error", unknownFields: "warning", mayOmit: "identity" },
  rules: [times, kubeConfigFile],
  references: ({ imagePolicy: { kubeConfigFile: file = "" } = {} }) =>
    file.startsWith("/") ? [{ path: ["imagePolicy", "kubeConfigFile"], file, kind: "Config" }] : [],
};
