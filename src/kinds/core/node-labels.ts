/**
 * Labels of nodes that have successors: nodes lose the old ones, and selectors with these then match none.
 *
 * @module
 */
import type { NodeSelectorTerm } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import type { RuleInfo } from "../../rule/rule.ts";

export const nodeLabelInfo: RuleInfo = {
  id: "node/old-label",
  severity: "warning",
  summary: "selectors of nodes use labels that are not deprecated",
};

interface OldLabel {
  readonly since?: string;
  readonly use?: string;
}

const oldLabels: ReadonlyMap<string, OldLabel> = new Map([
  ["beta.kubernetes.io/arch", { since: "1.14", use: "kubernetes.io/arch" }],
  ["beta.kubernetes.io/os", { since: "1.14", use: "kubernetes.io/os" }],
  ["failure-domain.beta.kubernetes.io/region", { since: "1.17", use: "topology.kubernetes.io/region" }],
  ["failure-domain.beta.kubernetes.io/zone", { since: "1.17", use: "topology.kubernetes.io/zone" }],
  ["beta.kubernetes.io/instance-type", { since: "1.17", use: "node.kubernetes.io/instance-type" }],
  ["app.kubernetes.io/created-by", { since: "1.9" }],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", { since: "1.22" }],
  ["node-role.kubernetes.io/master", { use: "node-role.kubernetes.io/control-plane" }],
]);

/** @param extra - `atKey` where the label is the last key of the place */
export function adviseOnNodeLabel(label: string, place: Place, extra: { readonly atKey?: true } = {}): void {
  const old = oldLabels.get(label);
  if (!old) return;
  place.say(`the node label "${label}" is deprecated${old.since ? ` since ${old.since}` : ""}`, {
    help: old.use ? `use "${old.use}"` : "use taints and tolerations, or a label of your own",
    ...extra,
  });
}

type Labels = Readonly<Record<string, string>>;

export function adviseOnNodeLabels(labels: Labels, place: Place<Labels>): void {
  for (const label in labels) adviseOnNodeLabel(label, place.at(label), { atKey: true });
}

type Requirements = readonly { readonly key?: string }[];

export function adviseOnRequirements(requirements: Requirements | undefined, place: Place<Requirements>): void {
  requirements?.forEach(({ key = "" }, index) => {
    adviseOnNodeLabel(key, place.at(index, "key"));
  });
}

type Terms = readonly NodeSelectorTerm[];

export function adviseOnTerms(terms: Terms | null | undefined, place: Place<Terms>): void {
  terms?.forEach(({ matchExpressions }, index) => {
    adviseOnRequirements(matchExpressions, place.at(index, "matchExpressions"));
  });
}
