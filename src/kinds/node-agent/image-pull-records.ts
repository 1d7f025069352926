/**
 * ImagePullIntent and ImagePulledRecord: what the node agent notes of pulled images, to know who may use them later.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { flag, list, mapOf, type Static, struct, text, time } from "../../schema/fields.ts";

const owner = {
  uid: text({ description: "Its uid.", "x-required": true }),
  namespace: text({ description: "Its namespace.", "x-required": true }),
  name: text({ description: "Its name.", "x-required": true }),
};

const credentials = struct({
  kubernetesSecrets: list(
    struct({
      ...owner,
      credentialHash: text({ description: "Hash of what was sent to the registry.", "x-required": true }),
    }),
    { description: "Secrets that the image was pulled with.", "x-list-type": "set" },
  ),
  kubernetesServiceAccounts: list(struct(owner), {
    description: "Service accounts that the image was pulled with.",
    "x-list-type": "set",
    "x-since": "1.34",
  }),
  nodePodsAccessible: flag({ description: "All pods of the node may use the image; the lists are empty then." }),
});

const intentSchema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    image: text({ description: "The image as the pod names it.", "x-required": true }),
  },
  { $id: "ImagePullIntent" },
);

const recordSchema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    lastUpdatedTime: time({ description: "When the record was written last.", "x-required": true }),
    imageRef: text({ description: "The image as the container runtime names it.", "x-required": true }),
    credentialMapping: mapOf(credentials, {
      description: "Credentials that were good for the image, by its name without tag and digest.",
      "x-required": true,
    }),
  },
  { $id: "ImagePulledRecord" },
);

/** Written by the node agent into its own directory; it reads them back strictly. */
const written = {
  group: "kubelet.config.<domain>",
  rules: [],
} as const;

export const imagePullIntent: Kind<Static<typeof intentSchema>> = {
  ...written,
  kind: "ImagePullIntent",
  versions: [
    { name: "v1beta1", schema: intentSchema, since: "1.35" },
    { name: "v1alpha1", schema: intentSchema, since: "1.33" },
  ],
  description: "The node agent is about to pull an image; it goes when the pull has ended.",
};

export const imagePulledRecord: Kind<Static<typeof recordSchema>> = {
  ...written,
  kind: "ImagePulledRecord",
  versions: [
    { name: "v1beta1", schema: recordSchema, since: "1.35" },
    { name: "v1alpha1", schema: recordSchema, since: "1.33" },
  ],
  description: "Who may use an image that the node agent pulled.",
};
