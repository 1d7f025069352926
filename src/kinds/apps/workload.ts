/**
 * The rules that workloads with identical pods share: the selector matches their own pods and never changes, and the
 * pods always restart.
 *
 * @module
 */
import type { Deployment, DeploymentSpec } from "../../api/types/apps-v1.ts";
import type { LabelSelector } from "../../api/types/meta-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { intOrPercentValue, validateIntOrPercent } from "../../text/int-or-percent.ts";
import { formatLabelSelector, isOpenSelector, labelSelectorFindings, matchesLabels } from "../meta/label-selector.ts";
import { statusCounts } from "../meta/status-rules.ts";

/** A workload that keeps copies of a pod running. */
export interface ReplicatedWorkload extends Omit<Deployment, "spec" | "status"> {
  spec?: Pick<DeploymentSpec, "replicas" | "selector" | "template" | "minReadySeconds" | "revisionHistoryLimit">;
}

/** Returns kube-apiserver's error about labels that the selector does not match. */
export const unmatchedText = (labels: Readonly<Record<string, string>> | undefined): string =>
  `${showGoValue(labels ?? null)}: \`selector\` does not match template \`labels\``;

/** Requires a selector that matches the template: with another one the controller would create pods endlessly. */
const selector = rule<ReplicatedWorkload>(
  {
    id: "workload/selector",
    severity: "error",
    summary: "the selector matches the labels of the pod template",
  },
  ({ kind, spec = {} }, place) => {
    const { selector: own, template } = spec;
    const at = place.at("spec", "selector");
    if (!own) {
      at.required("`selector` must be set", {
        help: "give it the labels of the template: `matchLabels: { app: ... }`",
        also: [
          {
            field: place.at("spec", "template", "metadata", "labels").path,
            cause: "invalid",
            serverText: unmatchedText(template?.metadata?.labels),
          },
        ],
      });
      return;
    }
    const faults = labelSelectorFindings(own, at.path);
    place.pass(faults.map((fault) => ({ ...fault, ...invalidSelectorExtra(own, kind) })));
    if (faults.length > 0) return;
    if (isOpenSelector(own)) {
      at.say("must have a label: an empty selector selects every pod", {
        serverText: `{}: empty selector is invalid for ${kindOfEmptySelector(kind)}`,
      });
    } else if (!matchesLabels(own, template?.metadata?.labels ?? {})) {
      place
        .at("spec", "template", "metadata", "labels")
        .say(`must match \`spec.selector\`, ${formatLabelSelector(own)}`, {
          help: "use the same labels in the selector and the template",
          see: at.note("the selector"),
          serverText: unmatchedText(template?.metadata?.labels),
        });
    }
  },
);

/** Converts a selector to the fields that Go shows in errors. */
function shownSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): ReadonlyMap<string, unknown> {
  const requirements = matchExpressions.map(
    ({ key = "", operator = "", values = [] }) =>
      new Map<string, unknown>([
        ["key", key],
        ["operator", operator],
        ...(values.length > 0 ? [["values", values] as const] : []),
      ]),
  );
  return new Map<string, unknown>([
    ...(Object.keys(matchLabels).length > 0 ? [["matchLabels", matchLabels] as const] : []),
    ...(requirements.length > 0 ? [["matchExpressions", requirements] as const] : []),
  ]);
}

/**
 * Extends the finding about an invalid selector: kube-apiserver also names the whole selector, and does not validate
 * the template then.
 */
function invalidSelectorExtra(selector: LabelSelector, kind: string | undefined): Pick<Finding, "also" | "hides"> {
  const words = kind === "StatefulSet" ? "" : ": invalid label selector";
  const message = `${showGoValue(shownSelector(selector))}${words}`;
  return { also: [{ field: ["spec", "selector"], cause: "invalid", message }], hides: ["spec", "template"] };
}

/** Returns the kind in the error about an empty selector, in which kube-apiserver calls a ReplicaSet a deployment. */
const kindOfEmptySelector = (kind: string | undefined): string =>
  kind === "StatefulSet" ? "statefulset" : "deployment";

type Selector = LabelSelector | null | undefined;

/** Reports a change of the selector. */
export function reportSelectorChange(
  selector: Selector,
  stored: Selector,
  at: Place,
  extra: Pick<Finding, "after"> = {},
): void {
  if (!stored || semanticEqual(stored, selector)) return;
  at.say(`field is immutable: must stay ${formatLabelSelector(stored)}; got ${formatLabelSelector(selector)}`, {
    help: "delete the object and create it again",
    ...(selector ? {} : { serverText: "null: field is immutable" }),
    ...extra,
  });
}

/** Keeps the selector: a new one would orphan the pods that the old one selects. */
const selectorStays = rule<ReplicatedWorkload>(
  { id: "workload/selector-immutable", severity: "error", summary: "the selector of a workload is immutable" },
  ({ spec }, place, { oldObject }) => {
    reportSelectorChange(spec?.selector, oldObject?.spec?.selector, place.at("spec", "selector"), { after: ["spec"] });
  },
);

const podsRestart = rule<ReplicatedWorkload>(
  {
    id: "workload/pods-restart",
    severity: "error",
    summary: "the pod template has `restartPolicy: Always` and no `activeDeadlineSeconds`",
  },
  ({ spec, kind }, place) => {
    const { restartPolicy, activeDeadlineSeconds } = spec?.template?.spec ?? {};
    const at = place.at("spec", "template", "spec");
    if (restartPolicy !== undefined && restartPolicy !== "Always") {
      const help = "to run pods to completion, use a Job";
      at.at("restartPolicy").unsupported(["Always"], restartPolicy, { help, after: templatePath });
    }
    if (activeDeadlineSeconds !== undefined) {
      at.at("activeDeadlineSeconds").forbidden(
        "`activeDeadlineSeconds` must be absent: the pods run until they are deleted",
        { after: templatePath, serverText: noDeadlineText(kind === "Deployment" ? "ReplicaSet" : kind) },
      );
    }
  },
);

export const templatePath = ["spec", "template"];
export const noDeadlineText = (kind: string | undefined): string => `activeDeadlineSeconds in ${kind} is not Supported`;

type Count = "replicas" | "minReadySeconds" | "revisionHistoryLimit";

const counts = (names: readonly Count[]): Rule<ReplicatedWorkload> =>
  rule<ReplicatedWorkload>(
    { id: "workload/counts", severity: "error", summary: "counts and times of a workload are not negative" },
    ({ spec = {} }, place) => {
      for (const name of names) {
        const value = spec[name] ?? 0;
        if (value < 0) place.at("spec", name).invalid("must be 0 or above", value);
      }
    },
  );

/**
 * The numbers that are never negative. The history limit of a StatefulSet is not among them: a negative one keeps every
 * revision.
 */
const nonNegativeCounts: readonly Count[] = ["replicas", "minReadySeconds"];

/**
 * @param parts - the counters that must not exceed `replicas`, except `availableReplicas`, in the order of validation
 */
export function podCounts<T extends object>(parts: readonly string[], hasCollisions?: true): Rule<T> {
  const names = ["replicas", "availableReplicas", "observedGeneration", ...parts];
  return statusCounts([...names, "terminatingReplicas", "unavailableReplicas", "collisionCount"], {
    parts: [
      ...[...parts, "availableReplicas"].map((name) => [name, "replicas"] as const),
      ["availableReplicas", "readyReplicas"],
    ],
    ...(hasCollisions ? { hasCollisions } : {}),
  });
}

/** Rules about pods and numbers, without those about the selector. */
export const replicatedWorkloadRules: readonly Rule<ReplicatedWorkload>[] = [podsRestart, counts(nonNegativeCounts)];

export const workloadRules: readonly Rule<ReplicatedWorkload>[] = [selector, selectorStays, ...replicatedWorkloadRules];

/** The rules of a workload that limits its revision history. */
export const limitedWorkloadRules: readonly Rule<ReplicatedWorkload>[] = [
  selector,
  selectorStays,
  podsRestart,
  counts([...nonNegativeCounts, "revisionHistoryLimit"]),
];

/** Validates a number of pods, or a percentage of them. */
export function checkShare(value: number | string | undefined, place: Place<number | string>): void {
  for (const fault of value === undefined ? [] : validateIntOrPercent(value)) place.invalid(fault, value ?? 0);
}

/** Validates a number or percentage of additional pods, which may exceed 100%. */
export function checkSurge(value: number | string | undefined, place: Place<number | string>): void {
  const isAboveAll = typeof value === "string" && intOrPercentValue(value) > 100;
  if (!isAboveAll) checkShare(value, place);
}
