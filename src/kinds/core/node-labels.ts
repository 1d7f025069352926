/**
 * Warnings about deprecated labels of nodes: nodes lose them eventually, and selectors with them then match no node.
 *
 * @module
 */
import type { NodeSelectorTerm } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import type { RuleInfo } from "../../rule/rule.ts";

export const nodeLabelInfo: RuleInfo = {
  id: "node/old-label",
  severity: "warning",
  summary: "node selectors do not use deprecated node labels",
};

interface OldLabel {
  readonly since?: string;
  readonly use?: string;
  /** The advice at the end of kube-apiserver's warning if no other label replaces this one. */
  readonly upstreamUse?: string;
}

const oldLabels: ReadonlyMap<string, OldLabel> = new Map([
  ["beta.kubernetes.io/arch", { since: "1.14", use: "kubernetes.io/arch" }],
  ["beta.kubernetes.io/os", { since: "1.14", use: "kubernetes.io/os" }],
  ["failure-domain.beta.kubernetes.io/region", { since: "1.17", use: "topology.kubernetes.io/region" }],
  ["failure-domain.beta.kubernetes.io/zone", { since: "1.17", use: "topology.kubernetes.io/zone" }],
  ["beta.kubernetes.io/instance-type", { since: "1.17", use: "node.kubernetes.io/instance-type" }],
  ["app.kubernetes.io/created-by", { since: "1.9" }],
  [
    "scheduler.alpha.kubernetes.io/preferAvoidPods",
    { since: "1.22", upstreamUse: "use Taints and Tolerations instead" },
  ],
  ["node-role.kubernetes.io/master", { use: "node-role.kubernetes.io/control-plane" }],
]);

/**
 * Formats kube-apiserver's warning. If the label is the value of a field, the warning contains it in addition to the
 * field.
 */
type WarningFormatter = (label: string, advice: string) => string;
const formatValueWarning: WarningFormatter = (label, advice) => `{field}: ${label} is ${advice}`;
export const formatFieldWarning: WarningFormatter = (_label, advice) => `{field}: ${advice}`;

/** @param extra - `atKey` if the label is the last key of the place */
export function adviseOnNodeLabel(
  label: string,
  place: Place,
  words = formatValueWarning,
  extra: { readonly atKey?: true } = {},
) {
  const old = oldLabels.get(label);
  if (!old) return;
  const { since, use, upstreamUse = use && `use "${use}" instead` } = old;
  const advice = [since && `deprecated since v${since}`, upstreamUse].filter(Boolean).join("; ");
  place.say(`the node label "${label}" is deprecated${since ? ` since ${since}` : ""}`, {
    help: use ? `use "${use}"` : "use taints and tolerations, or a label of your own",
    serverWarning: words(label, advice),
    ...extra,
  });
}

type Labels = Readonly<Record<string, string>>;

export function adviseOnNodeLabels(labels: Labels, place: Place<Labels>, words = formatFieldWarning): void {
  for (const label in labels) adviseOnNodeLabel(label, place.at(label), words, { atKey: true });
}

type Requirements = readonly { readonly key?: string }[];

export function adviseOnRequirements(
  requirements: Requirements | undefined,
  place: Place<Requirements>,
  words = formatValueWarning,
): void {
  requirements?.forEach(({ key = "" }, index) => {
    adviseOnNodeLabel(key, place.at(index, "key"), words);
  });
}

type Terms = readonly NodeSelectorTerm[];

export function adviseOnTerms(terms: Terms | null | undefined, place: Place<Terms>): void {
  terms?.forEach(({ matchExpressions }, index) => {
    adviseOnRequirements(matchExpressions, place.at(index, "matchExpressions"));
  });
}
