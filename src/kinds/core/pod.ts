/**
 * v1 Pod: containers that run together on one node.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { field, type Static, struct, text } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";
import { podColumns } from "./pod-columns.ts";
import { defaultPod, defaultPodStatus } from "./pod-defaults.ts";
import { podRules } from "./pod-rules.ts";
import { podSpec } from "./pod-spec.ts";
import { podStatus } from "./pod-status.ts";
import { podStrategy } from "./pod-strategy.ts";
import { podUpdateRules } from "./pod-update-rules.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    metadata: objectMeta,
    spec: field(podSpec, { "x-proto": 2, description: "What the pod is to be." }),
    status: field(podStatus, { "x-proto": 3, description: "What the pod is." }),
  },
  { $id: "Pod" },
);
export type Pod = Static<typeof schema>;

export const pod: Kind<Pod> = {
  kind: "Pod",
  group: "",
  versions: [{ name: "v1", schema }],
  description: "Containers that run together on one node and share its network and volumes.",
  rules: [...objectMetaRules({ scope: "Namespaced", nameRule: subdomainName }), ...podRules, ...podUpdateRules],
  applyDefaults(object, context) {
    object.spec ??= {};
    defaultPod(object.spec, context);
    if (object.status) defaultPodStatus(object.status);
  },
  resource: {
    answersDeletionWithObject: true,
    plural: "pods",
    singular: "pod",
    shortNames: ["po"],
    categories: ["all"],
    scope: "Namespaced",
    subresources: [
      "attach",
      "binding",
      "ephemeralcontainers",
      "eviction",
      "exec",
      "log",
      "portforward",
      "proxy",
      "resize",
      "status",
    ],
    columns: podColumns,
    ...podStrategy,
  },
};
