/**
 * apps/v1 ReplicaSet: a number of equal pods.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { podTemplateSpec } from "../core/pod-template-spec.ts";
import { podCounts, type Workload, workloadRules } from "./workload.ts";

export const replicaSet: Kind<Workload> = kindFromTable<Workload>("apps", "ReplicaSet", {
  notes: { "spec.template": podTemplateSpec },
  rules: [
    ...workloadRules,
    ...podTemplateRules<Workload>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    podCounts<Workload>(["fullyLabeledReplicas"]),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    object.spec.replicas ??= 1;
    object.spec.template ??= {};
    object.spec.template.spec ??= {};
    defaultPodSpec(object.spec.template.spec, context);
  },
});
