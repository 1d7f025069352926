/**
 * scheduling.k8s.io/v1beta1 PodGroup: pods that are scheduled together.
 *
 * @module
 */
import type { PodGroup, PodGroupSpec } from "../../api/types/scheduling-v1beta1.ts";
import { type Demand, each, required, whenSet } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import { rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { checkGroupUpdate } from "./group-updates.ts";
import { checkReference, groupRules, longName, type SchedulingGroup, shortName } from "./pod-group-template.ts";

/** The form of the template reference in v1alpha2. */
interface OlderReference {
  workloadName?: string;
  podGroupTemplateName?: string;
}

interface AnyPodGroup extends Omit<PodGroup, "spec"> {
  spec?: Omit<PodGroupSpec, keyof SchedulingGroup> &
    SchedulingGroup & { podGroupTemplateRef?: { workload?: OlderReference } };
}

/** The version in which the disruption mode is text. */
const textModeVersion = "v1alpha2";

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
  ({ spec = {} }, place, { oldObject }) => {
    const { workloadRef, podGroupTemplateRef, parentCompositePodGroupName: parent } = spec;
    const at = place.at("spec");
    whenSet(workloadRef, at.at("workloadRef"), checkReference);
    whenSet(parent, at.at("parentCompositePodGroupName"), longName);
    if (parent !== undefined && !workloadRef && oldObject === undefined) {
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
  { id: "pod-group/immutable", severity: "error", summary: "only the minimum count of a gang can change" },
  ({ spec = {} }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    checkGroupUpdate(spec, oldObject.spec ?? {}, place.at("spec"));
  },
);

const maxClaimStatuses = 4;

const claimStatuses = rule<AnyPodGroup>(
  {
    id: "pod-group/claim-statuses",
    severity: "error",
    summary: "each item of `status.resourceClaimStatuses` names an entry of `spec.resourceClaims`, and is unique",
  },
  ({ spec = {}, status = {} }, place, { subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status", "resourceClaimStatuses");
    const { resourceClaimStatuses: statuses = [] } = status;
    const names = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
    for (const [index, { name = "" }] of statuses.entries()) {
      if (names.has(name)) continue;
      const serverText = `${quoteGo(name)}: must match the name of an entry in \`spec.resourceClaims\``;
      at.at(index, "name").invalid("must be the name of an entry in `spec.resourceClaims`", name, { serverText });
    }
    if (!atMost(maxClaimStatuses, statuses, at)) return;
    distinct(statuses, at, ({ name = "" }) => name);
    each(statuses, at, ({ resourceClaimName: claim }, own) => whenSet(claim, own.at("resourceClaimName"), longName));
  },
);

export const podGroup = kind("scheduling/v1beta1.PodGroup", {
  rules: [
    ...groupRules<AnyPodGroup>(({ spec = {} }, place) => [
      { group: spec, place: place.at("spec"), isComposite: false },
    ]),
    workload,
    fixed,
    claimStatuses,
    statusConditions("common"),
  ],
  resource: statusOnlyStrategy,
  applyDefaults({ spec }: AnyPodGroup, context) {
    if (!spec) return;
    if (context.version !== textModeVersion) spec.disruptionMode ??= { single: {} };
    else if (context.isEnabled("WorkloadAwarePreemption")) spec.disruptionMode ??= "Pod";
    if (context.isEnabled("PodGroupPreemptionPolicy")) spec.preemptionPolicy ??= "PreemptLowerPriority";
  },
});
