/**
 * apps/v1 ReplicaSet: a number of identical pods.
 *
 * @module
 */
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { podCounts, type ReplicatedWorkload, workloadRules } from "./workload.ts";
import { replicaSetColumns } from "./workload-columns.ts";

export const replicaSet = kind("apps/v1.ReplicaSet", {
  resource: { columns: replicaSetColumns },
  rules: [
    hostLikeName,
    ...workloadRules,
    ...podTemplateRules<ReplicatedWorkload>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    podCounts<ReplicatedWorkload>(["fullyLabeledReplicas", "readyReplicas"]),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    object.spec.replicas ??= 1;
    object.spec.template ??= {};
    object.spec.template.spec ??= {};
    defaultPodSpec(object.spec.template.spec, context);
  },
});
