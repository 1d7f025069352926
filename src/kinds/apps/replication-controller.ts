/**
 * v1 ReplicationController: a number of identical pods; the predecessor of ReplicaSet.
 *
 * @module
 */
import type { ReplicationController } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { copyTemplateLabels, defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { formatLabelSelector } from "../meta/label-selector.ts";
import { hostLikeName } from "../meta/object-meta-rules.ts";
import { keepStored } from "../meta/stored-part.ts";
import { podCounts, replicatedWorkloadRules, unmatchedText } from "./workload.ts";
import { replicationControllerColumns } from "./workload-columns.ts";

const selector = rule<ReplicationController>(
  {
    id: "replication-controller/selector",
    severity: "error",
    summary: "the selector matches the labels of the pod template",
  },
  ({ spec: { selector: own = {}, template } = {} }, place) => {
    const pods = place.at("spec", "template");
    if (!template) pods.required("`template` must be set", { hides: pods.path });
    const at = place.at("spec", "selector");
    if (Object.keys(own).length === 0) {
      at.required("`selector` must have a label", { help: "give the template labels, which are the default selector" });
      return;
    }
    if (!template) return;
    const { labels = {} } = template.metadata ?? {};
    // Compares the labels without parsing them. In other kinds, an invalid selector selects nothing.
    if (Object.entries(own).every(([key, value]) => memberOf(labels, key) === value)) return;
    place
      .at("spec", "template", "metadata", "labels")
      .say(`must match \`spec.selector\`, ${formatLabelSelector({ matchLabels: own })}`, {
        help: "use the same labels in the selector and the template",
        see: at.note("the selector"),
        serverText: unmatchedText(template.metadata?.labels),
      });
  },
);

export const replicationController = kind("core/v1.ReplicationController", {
  resource: {
    columns: replicationControllerColumns,
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      copyTemplateLabels(object, object.spec?.template);
    },
    selectableFields: ({ status }) => ({ "status.replicas": String(status?.replicas ?? 0) }),
  },
  rules: [
    hostLikeName,
    selector,
    ...(replicatedWorkloadRules as readonly Rule<ReplicationController>[]),
    ...podTemplateRules<ReplicationController>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    podCounts<ReplicationController>(["fullyLabeledReplicas", "readyReplicas"]),
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    object.spec.replicas ??= 1;
    const { template: pods } = object.spec;
    if (!pods) return;
    const labels = pods.metadata?.labels;
    if (labels && Object.keys(object.spec.selector ?? {}).length === 0) object.spec.selector = { ...labels };
    copyTemplateLabels(object, pods);
    pods.spec ??= {};
    defaultPodSpec(pods.spec, context);
  },
});
