/**
 * apps/v1 DaemonSet: runs one pod on every matching node.
 *
 * @module
 */
import type { DaemonSet } from "../../api/types/apps-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Column } from "../../kind/kind.ts";
import type { Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { intOrPercentValue, validateIntOrPercent } from "../../text/int-or-percent.ts";
import { parseInt64 } from "../../text/int64.ts";
import { containerColumns } from "../core/container-columns.ts";
import { defaultPodSpec } from "../core/pod-defaults.ts";
import { podTemplateRules } from "../core/pod-rules.ts";
import { kind } from "../kind.ts";
import { ageColumn, labelsCell, nameColumn } from "../meta/columns.ts";
import { countGeneration } from "../meta/generation.ts";
import { formatLabelSelector, isOpenSelector, labelSelectorFindings, matchesLabels } from "../meta/label-selector.ts";
import { statusCounts } from "../meta/status-rules.ts";
import { keepStored } from "../meta/stored-part.ts";
import { noDeadlineText, reportSelectorChange, templatePath, unmatchedText } from "./workload.ts";

/** Requires a selector that matches the template: with another one the controller would create pods endlessly. */
const selector = rule<DaemonSet>(
  { id: "daemon-set/selector", severity: "error", summary: "the selector matches the labels of the pod template" },
  ({ spec }, place) => {
    const path = ["spec", "selector"];
    const { selector: own, template } = spec ?? {};
    const faults = own ? labelSelectorFindings(own, path) : [];
    for (const fault of faults) place.pass([fault]);
    if (own && isOpenSelector(own)) {
      place.along(path).say("must have a label: an empty selector selects every pod", {
        serverText: "{}: empty selector is invalid for daemonset",
      });
    }
    if (faults.length > 0 || (own && matchesLabels(own, template?.metadata?.labels ?? {}))) return;
    place
      .at("spec", "template", "metadata", "labels")
      .say(
        own
          ? `must match \`spec.selector\`, ${formatLabelSelector(own)}`
          : "must match `spec.selector`, which is not set",
        {
          help: own
            ? "use the same labels in the selector and the template"
            : "add `selector: { matchLabels: ... }` with the template's labels",
          ...(own ? { see: place.along(path).note("the selector") } : {}),
          serverText: unmatchedText(template?.metadata?.labels),
        },
      );
  },
);

/** Keeps the selector: a new one would orphan the pods that the old one selects. */
const selectorStays = rule<DaemonSet>(
  { id: "daemon-set/selector-immutable", severity: "error", summary: "the selector of a DaemonSet is immutable" },
  ({ spec }, place, { oldObject }) => {
    reportSelectorChange(spec?.selector, oldObject?.spec?.selector, place.at("spec", "selector"));
  },
);

const counters = [
  "currentNumberScheduled",
  "numberMisscheduled",
  "desiredNumberScheduled",
  "numberReady",
  "observedGeneration",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "collisionCount",
] as const;

const status = statusCounts(counters, { hasCollisions: true });

const podsRestart = rule<DaemonSet>(
  {
    id: "daemon-set/pods-restart",
    severity: "error",
    summary: "the pod template has `restartPolicy: Always` and no `activeDeadlineSeconds`",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "template", "spec");
    const { restartPolicy, activeDeadlineSeconds } = spec?.template?.spec ?? {};
    if (restartPolicy !== "Always") {
      at.at("restartPolicy").say(`must be "Always" in a DaemonSet; got ${JSON.stringify(restartPolicy)}`, {
        cause: "unsupported",
        help: "to run pods to completion, use a Job",
        after: templatePath,
        serverText: `${showGoValue(restartPolicy ?? "")}: supported values: "Always"`,
      });
    }
    if (activeDeadlineSeconds !== undefined) {
      at.at("activeDeadlineSeconds").say("`activeDeadlineSeconds` must be absent in a DaemonSet", {
        cause: "forbidden",
        atKey: true,
        after: templatePath,
        serverText: noDeadlineText("DaemonSet"),
      });
    }
  },
);

const counts = rule<DaemonSet>(
  { id: "daemon-set/counts", severity: "error", summary: "counts of a DaemonSet are not negative" },
  ({ spec }, place) => {
    const { minReadySeconds = 0, revisionHistoryLimit = 0 } = spec ?? {};
    requireNonNegative(minReadySeconds, place.at("spec", "minReadySeconds"));
    requireNonNegative(revisionHistoryLimit, place.at("spec", "revisionHistoryLimit"));
  },
);

function requireNonNegative(value: number, place: Place): void {
  if (value < 0) place.say(`must be 0 or above; got ${value}`, { value });
}

/**
 * Requires exactly one of the two: with neither, an update could not replace any pod; with both, the order of steps
 * would be ambiguous.
 */
const rollingUpdate = rule<DaemonSet>(
  {
    id: "daemon-set/rolling-update",
    severity: "error",
    summary: "a rolling update has `maxSurge` or `maxUnavailable` above 0, not both",
  },
  ({ spec }, place) => {
    const { type, rollingUpdate: rolling } = spec?.updateStrategy ?? {};
    if (type !== "RollingUpdate" || !rolling) return;
    const at = place.at("spec", "updateStrategy", "rollingUpdate");
    const { maxUnavailable = 0, maxSurge = 0 } = rolling;
    for (const fault of validateIntOrPercent(maxUnavailable)) at.at("maxUnavailable").invalid(fault, maxUnavailable);
    for (const fault of validateIntOrPercent(maxSurge)) at.at("maxSurge").invalid(fault, maxSurge);
    const hasUnavailable = intOrPercentValue(maxUnavailable) !== 0;
    const hasSurge = intOrPercentValue(maxSurge) !== 0;
    if (hasUnavailable && hasSurge) {
      at.at("maxSurge").say(`must be 0 while maxUnavailable is not; got ${JSON.stringify(maxSurge)}`, {
        serverText: `${JSON.stringify(maxSurge)}: may not be set when maxUnavailable is non-zero`,
        help: "also write `maxUnavailable: 0`: the default is 1",
      });
    } else if (!hasUnavailable && !hasSurge) {
      at.at("maxUnavailable").required(`must be above 0 while maxSurge is 0; got ${JSON.stringify(maxUnavailable)}`, {
        help: "omit both for the default (one pod at a time), or set maxSurge",
      });
    }
  },
);

/** The annotation that counts changes of the template. It is kept for clients that predate revisions. */
const templateGeneration = "deprecated.daemonset.template.generation";

/**
 * Reports an annotation that is not an integer. It is a field of kube-apiserver's internal type, so kube-apiserver
 * parses it while decoding the body.
 */
function templateGenerationFindings({ metadata }: DaemonSet): Finding[] {
  const value = metadata?.annotations?.[templateGeneration];
  const number = value === undefined ? 0n : parseInt64(value);
  if (value === undefined || typeof number === "bigint") return [];
  const path = ["metadata", "annotations", templateGeneration];
  return [{ path, message: `must be a 64-bit integer; got ${JSON.stringify(value)}`, value, serverText: number }];
}

const templateGenerationCounts = rule<DaemonSet>(
  {
    id: "daemon-set/template-generation",
    severity: "error",
    cause: "decode",
    summary: "the annotation `deprecated.daemonset.template.generation` is an integer",
  },
  (object, place) => place.pass(templateGenerationFindings(object)),
);

function setTemplateGeneration(object: DaemonSet, generation: number): void {
  object.metadata ??= {};
  // The rule about the annotation reports text that is not a number.
  if (typeof parseInt64(object.metadata.annotations?.[templateGeneration] ?? "0") === "string") return;
  object.metadata.annotations = { ...object.metadata.annotations, [templateGeneration]: String(generation) };
}

const templateGenerationOf = ({ metadata }: DaemonSet): number =>
  Number(metadata?.annotations?.[templateGeneration]) || 0;

function startTemplateGeneration(object: DaemonSet): void {
  setTemplateGeneration(object, Math.max(1, templateGenerationOf(object)));
}

function countTemplateGeneration(object: DaemonSet, oldObject: DaemonSet): void {
  const before = templateGenerationOf(oldObject);
  const isChanged = !semanticEqual(object.spec?.template, oldObject.spec?.template);
  setTemplateGeneration(object, isChanged ? before + 1 : before);
}

/** The counters that a stored object always contains, even if they are 0. */
const shownCounts = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

function showCounts(object: DaemonSet): void {
  object.status = { ...shownCounts, ...object.status };
}

/** Descriptions of the counters that tables show. */
const counterWords = {
  desiredNumberScheduled: "Nodes that should run a pod.",
  currentNumberScheduled: "Nodes that should run a pod and do.",
  numberReady: "Nodes with a pod that is ready.",
  updatedNumberScheduled: "Nodes with a pod of the newest template.",
  numberAvailable: "Nodes with a pod that is available.",
} as const;

const counterColumn = (name: string, counter: keyof typeof counterWords): Column<DaemonSet> => ({
  name,
  type: "integer",
  description: counterWords[counter],
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

export const daemonSet = kind("apps/v1.DaemonSet", {
  rules: [
    selectorStays,
    selector,
    status,
    ...podTemplateRules<DaemonSet>(
      ({ spec }) => spec?.template,
      (place) => place.at("spec", "template"),
    ),
    podsRestart,
    counts,
    rollingUpdate,
    templateGenerationCounts,
  ],
  applyDefaults(object, context) {
    object.spec ??= {};
    const { spec } = object;
    spec.updateStrategy ??= {};
    spec.updateStrategy.type ||= "RollingUpdate";
    if (spec.updateStrategy.type === "RollingUpdate") {
      spec.updateStrategy.rollingUpdate ??= {};
      spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1;
      spec.updateStrategy.rollingUpdate.maxSurge ??= 0;
    } else if (spec.updateStrategy.rollingUpdate) {
      // For any other type, the stored form contains both numbers if `rollingUpdate` is set.
      spec.updateStrategy.rollingUpdate.maxUnavailable ??= 0;
      spec.updateStrategy.rollingUpdate.maxSurge ??= 0;
    }
    spec.revisionHistoryLimit ??= 10;
    spec.template ??= {};
    spec.template.spec ??= {};
    defaultPodSpec(spec.template.spec, context);
  },
  resource: {
    columns,
    fieldAnnotations: [templateGeneration],
    readFreeFields: (object) => ({ unfit: templateGenerationFindings(object), unknown: [] }),
    // Every writer becomes a manager of the annotation, which kube-apiserver reads as 0 if it is absent.
    moveWritten(object) {
      setTemplateGeneration(object, templateGenerationOf(object));
    },
    prepareForCreate(object) {
      delete object.status;
      showCounts(object);
      startTemplateGeneration(object);
    },
    prepareForUpdate(object, oldObject) {
      keepStored("status", object, oldObject);
      countGeneration(object, oldObject);
      countTemplateGeneration(object, oldObject);
    },
    prepareForSubresource(_subresource, object, oldObject) {
      keepStored("spec", object, oldObject);
      setTemplateGeneration(object, templateGenerationOf(oldObject));
      showCounts(object);
    },
  },
});
