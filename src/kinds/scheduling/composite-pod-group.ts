/**
 * scheduling.k8s.io/v1alpha3 CompositePodGroup: pod groups that are scheduled as a unit.
 *
 * @module
 */
import type { CompositePodGroup } from "../../api/types/scheduling-v1alpha3.ts";
import { whenSet } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { checkImmutableFields } from "./group-updates.ts";
import { checkReference, groupRules, longName } from "./pod-group-template.ts";

const workload = rule<CompositePodGroup>(
  {
    id: "composite-pod-group/workload",
    severity: "error",
    summary: "a CompositePodGroup names its workload and a template of that workload",
  },
  ({ spec: { workloadRef, parentCompositePodGroupName: parent } = {} }, place) => {
    const at = place.at("spec");
    if (workloadRef) checkReference(workloadRef, at.at("workloadRef"));
    else at.at("workloadRef").required();
    whenSet(parent, at.at("parentCompositePodGroupName"), longName);
  },
);

const lasting = [
  "parentCompositePodGroupName",
  "workloadRef",
  "schedulingPolicy",
  "schedulingConstraints",
  "disruptionMode",
  "priorityClassName",
  "priority",
  "preemptionPolicy",
] as const;

const fixed = rule<CompositePodGroup>(
  {
    id: "composite-pod-group/immutable",
    severity: "error",
    summary: "the `spec` of a CompositePodGroup is immutable",
  },
  ({ spec = {} }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    checkImmutableFields(spec, oldObject.spec ?? {}, place.at("spec"), lasting);
  },
);

export const compositePodGroup = kind("scheduling/v1alpha3.CompositePodGroup", {
  rules: [
    ...groupRules<CompositePodGroup>(({ spec = {} }, place) => [
      { group: spec, place: place.at("spec"), isComposite: true },
    ]),
    workload,
    fixed,
    statusConditions("common"),
  ],
  resource: statusOnlyStrategy,
  applyDefaults({ spec }, context) {
    if (!spec) return;
    spec.disruptionMode ??= { single: {} };
    if (context.isEnabled("PodGroupPreemptionPolicy")) spec.preemptionPolicy ??= "PreemptLowerPriority";
  },
});
