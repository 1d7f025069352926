/**
 * apps/v1 DaemonSet: one pod on every matching node.
 *
 * @module
 */
import type { Column, Kind } from "../../kind/kind.ts";
import { validateDns1123Subdomain } from "../../lexical/names.ts";
import { field, int32, int64, intOrString, list, type Static, struct, text, time } from "../../schema/fields.ts";
import { containerColumns } from "../core/container-columns.ts";
import { podTemplateSpec } from "../core/pod-template-spec.ts";
import { ageColumn, labelsCell, nameColumn } from "../meta/columns.ts";
import { formatLabelSelector, labelSelector } from "../meta/label-selector.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";

const rollingUpdateDaemonSet = struct({
  maxUnavailable: intOrString({
    "x-proto": 1,
    description: "Nodes without a running pod, a number or a percentage; default 1.",
  }),
  maxSurge: intOrString({ "x-proto": 2, description: "Nodes with an extra pod, a number or a percentage; default 0." }),
});

const daemonSetUpdateStrategy = struct({
  type: text({
    "x-proto": 1,
    enum: ["RollingUpdate", "OnDelete"],
    description: "Default `RollingUpdate`; `OnDelete` waits until a pod is deleted.",
  }),
  rollingUpdate: field(rollingUpdateDaemonSet, {
    "x-proto": 2,
    description: "How many at a time, for `RollingUpdate`.",
  }),
});

const daemonSetSpec = struct({
  selector: field(labelSelector, {
    "x-proto": 1,
    description: "The pods that belong to it; must match the template's labels. Never changes.",
  }),
  template: field(podTemplateSpec, { "x-proto": 2, description: "The pod that runs on each node." }),
  updateStrategy: field(daemonSetUpdateStrategy, {
    "x-proto": 3,
    description: "How pods are replaced when the template changes.",
  }),
  minReadySeconds: int32({ "x-proto": 4, description: "Seconds a pod must be ready to count as available." }),
  revisionHistoryLimit: int32({
    "x-proto": 6,
    "x-pointer": true,
    description: "How many old revisions are kept; default 10.",
  }),
});

const daemonSetCondition = struct({
  type: text({ "x-proto": 1, description: "Name of the condition." }),
  status: text({ "x-proto": 2, description: "`True`, `False` or `Unknown`." }),
  lastTransitionTime: time({ "x-proto": 3, description: "When it last changed." }),
  reason: text({ "x-proto": 4, description: "Why, in a word." }),
  message: text({ "x-proto": 5, description: "Why, for people." }),
});

const daemonSetStatus = struct({
  currentNumberScheduled: int32({ "x-proto": 1, description: "Nodes that run a pod and should." }),
  numberMisscheduled: int32({ "x-proto": 2, description: "Nodes that run a pod and should not." }),
  desiredNumberScheduled: int32({ "x-proto": 3, description: "Nodes that should run a pod." }),
  numberReady: int32({ "x-proto": 4, description: "Nodes with a pod that is ready." }),
  observedGeneration: int64({ "x-proto": 5, description: "The generation that the status is about." }),
  updatedNumberScheduled: int32({ "x-proto": 6, description: "Nodes with a pod of the newest template." }),
  numberAvailable: int32({ "x-proto": 7, description: "Nodes with a pod that is available." }),
  numberUnavailable: int32({ "x-proto": 8, description: "Nodes without one." }),
  collisionCount: int32({ "x-proto": 9, "x-pointer": true, description: "How often a name of a revision was taken." }),
  conditions: list(daemonSetCondition, {
    "x-proto": 10,
    "x-list-type": "map",
    "x-list-map-keys": ["type"],
    "x-patch-strategy": "merge",
    "x-patch-merge-key": "type",
    description: "What is true of the set.",
  }),
});

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    metadata: objectMeta,
    spec: field(daemonSetSpec, { "x-proto": 2, description: "What should run, and where." }),
    status: field(daemonSetStatus, { "x-proto": 3, description: "What runs." }),
  },
  { $id: "DaemonSet" },
);
type DaemonSet = Static<typeof schema>;

type Counter =
  | "desiredNumberScheduled"
  | "currentNumberScheduled"
  | "numberReady"
  | "updatedNumberScheduled"
  | "numberAvailable";

const counterColumn = (name: string, counter: Counter): Column<DaemonSet> => ({
  name,
  type: "integer",
  description: daemonSetStatus.properties[counter].description ?? "",
  value: ({ status }) => status?.[counter] ?? 0,
});

const columns: readonly Column<DaemonSet>[] = [
  nameColumn,
  counterColumn("Desired", "desiredNumberScheduled"),
  counterColumn("Current", "currentNumberScheduled"),
  counterColumn("Ready", "numberReady"),
  counterColumn("Up-to-date", "updatedNumberScheduled"),
  counterColumn("Available", "numberAvailable"),
  {
    name: "Node Selector",
    type: "string",
    description: "Labels that the node must have.",
    value: ({ spec }) => labelsCell(spec?.template?.spec?.nodeSelector),
  },
  ageColumn,
  ...containerColumns<DaemonSet>(({ spec }) => spec?.template?.spec?.containers, 1),
  {
    name: "Selector",
    type: "string",
    description: "The pods that belong to it.",
    priority: 1,
    value: ({ spec }) => formatLabelSelector(spec?.selector),
  },
];

export const daemonSet: Kind<DaemonSet> = {
  kind: "DaemonSet",
  group: "apps",
  versions: [{ name: "v1", schema }],
  description: "Keeps one copy of a pod on every node, or on every node that matches.",
  rules: [...objectMetaRules({ scope: "Namespaced", nameRule: validateDns1123Subdomain })],
  resource: {
    plural: "daemonsets",
    singular: "daemonset",
    shortNames: ["ds"],
    categories: ["all"],
    scope: "Namespaced",
    subresources: ["status"],
    columns,
  },
};
