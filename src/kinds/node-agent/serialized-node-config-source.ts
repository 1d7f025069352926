/**
 * SerializedNodeConfigSource: what is left of configuring node agents through config maps. Nothing reads it any more.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { type Static, struct, text } from "../../schema/fields.ts";

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    source: struct(
      {
        configMap: struct(
          {
            namespace: text({ description: "Its namespace.", "x-required": true }),
            name: text({ description: "Its name.", "x-required": true }),
            uid: text({ description: "Its uid." }),
            resourceVersion: text({ description: "Its resource version." }),
            kubeletConfigKey: text({ description: "The key that holds the configuration.", "x-required": true }),
          },
          { description: "The config map with the configuration.", "x-pointer": true },
        ),
      },
      { description: "Where the configuration came from." },
    ),
  },
  { $id: "SerializedNodeConfigSource" },
);

export const serializedNodeConfigSource: Kind<Static<typeof schema>> = {
  kind: "SerializedNodeConfigSource",
  group: "kubelet.config.<domain>",
  versions: [{ name: "v1beta1", schema }],
  description: "Where a node agent had its configuration from, when config maps could hold it; of no effect today.",
  rules: [],
};
