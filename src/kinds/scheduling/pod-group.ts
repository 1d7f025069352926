/**
 * scheduling.k8s.io/v1beta1 PodGroup: pods that are scheduled together.
 *
 * @module
 */
import type { PodGroup, PodGroupSpec } from "../../api/types/scheduling-v1beta1.ts";
import { type Demand, required, whenSet } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { kind } from "../kind.ts";
import { statusAlone } from "../meta/stored-part.ts";
import {
  checkReference,
  groupRules,
  lastingPart,
  longName,
  type SchedulingGroup,
  shortName,
} from "./pod-group-template.ts";

/** In v1alpha2. */
interface OlderReference {
  workloadName?: string;
  podGroupTemplateName?: string;
}

interface AnyPodGroup extends Omit<PodGroup, "spec"> {
  spec?: Omit<PodGroupSpec, keyof SchedulingGroup> &
    SchedulingGroup & { podGroupTemplateRef?: { workload?: OlderReference } };
}

/** The version in which a disruption mode is a word. */
const wordsForModes = "v1alpha2";

const checkOlderReference: Demand<OlderReference> = ({ workloadName, podGroupTemplateName }, place) => {
  required(workloadName, place.at("workloadName"), longName);
  required(podGroupTemplateName, place.at("podGroupTemplateName"), shortName);
};

const workload = rule<AnyPodGroup>(
  {
    id: "pod-group/workload",
    severity: "error",
    summary: "`podGroupTemplateRef` names a workload and a template",
  },
  ({ spec = {} }, place) => {
    const { workloadRef, podGroupTemplateRef, parentCompositePodGroupName: parent } = spec;
    const at = place.at("spec");
    whenSet(workloadRef, at.at("workloadRef"), checkReference);
    whenSet(parent, at.at("parentCompositePodGroupName"), longName);
    if (parent !== undefined && !workloadRef) {
      const serverText = "must be set when parentCompositePodGroupName is set";
      at.at("workloadRef").required("`workloadRef` must be set in a group that is part of another", { serverText });
    }
    if (!podGroupTemplateRef) return;
    const older = at.at("podGroupTemplateRef", "workload");
    if (podGroupTemplateRef.workload) checkOlderReference(podGroupTemplateRef.workload, older);
    else older.required();
  },
);

const fixed = rule<AnyPodGroup>(
  { id: "pod-group/immutable", severity: "error", summary: "only the minimum count of a gang changes" },
  ({ spec = {} }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const { spec: stored = {} } = oldObject;
    if (semanticEqual(lastingPart(spec), lastingPart(stored))) return;
    place.at("spec").say("field is immutable, except `minCount`", { atKey: true });
  },
);

export const podGroup = kind("scheduling/v1beta1.PodGroup", {
  rules: [
    ...groupRules<AnyPodGroup>(({ spec = {} }, place) => [
      { group: spec, place: place.at("spec"), isComposite: false },
    ]),
    workload,
    fixed,
  ],
  resource: statusAlone,
  applyDefaults({ spec }: AnyPodGroup, context) {
    if (!spec) return;
    if (context.version !== wordsForModes) spec.disruptionMode ??= { single: {} };
    else if (context.isEnabled("WorkloadAwarePreemption")) spec.disruptionMode ??= "Pod";
    if (context.isEnabled("PodGroupPreemptionPolicy")) spec.preemptionPolicy ??= "PreemptLowerPriority";
  },
});
