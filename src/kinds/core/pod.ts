/**
 * v1 Pod: containers that run together on one node.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { podColumns } from "./pod-columns.ts";
import { defaultPod, defaultPodStatus } from "./pod-defaults.ts";
import { podRules } from "./pod-rules.ts";
import { podStrategy } from "./pod-strategy.ts";
import { podUpdateRules } from "./pod-update-rules.ts";

export const pod = kind("core/v1.Pod", {
  rules: [hostLikeName, ...podRules, ...podUpdateRules],
  applyDefaults(object, context) {
    object.spec ??= {};
    defaultPod(object.spec, context);
    if (object.status) defaultPodStatus(object.status);
  },
  resource: {
    answersDeletionWithObject: true,
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
    subresourcesSince: { resize: "1.33" },
    columns: podColumns,
    ...podStrategy,
  },
});
