/**
 * Validates `spec.scheduling` of a Job: how the pods of the Job are scheduled as a group.
 *
 * @module
 */
import type { JobSchedulingConfiguration, JobSpec } from "../../api/types/batch-v1.ts";
import type { WorkloadPodGroupSchedulingPolicy } from "../../api/types/scheduling-v1alpha3.ts";
import { atLeast, exactlyOne, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { checkImmutableFields, checkPresenceKept } from "../scheduling/group-updates.ts";
import { checkClaims, checkMode, checkTopology, policies } from "../scheduling/pod-group-template.ts";

/** Validates the scheduling of a job spec. An update may change only the number of pods in a gang. */
export function checkScheduling(spec: JobSpec, place: Place<JobSpec>, stored?: JobSpec): void {
  const { scheduling } = spec;
  const at = place.at("scheduling");
  if (stored && !checkPresenceKept(stored.scheduling, scheduling, at)) return;
  if (!scheduling) return;
  const { schedulingPolicy, schedulingConstraints, disruptionMode, resourceClaims } = scheduling;
  if (!stored || checkPresenceKept(stored.scheduling?.schedulingPolicy, schedulingPolicy, at.at("schedulingPolicy"))) {
    whenSet(schedulingPolicy, at.at("schedulingPolicy"), (policy, own) => checkPolicy(policy, own, spec));
  }
  if (stored?.scheduling) checkImmutableParts(scheduling, stored.scheduling, at);
  whenSet(schedulingConstraints, at.at("schedulingConstraints"), checkTopology);
  whenSet(disruptionMode, at.at("disruptionMode"), checkMode);
  whenSet(resourceClaims, at.at("resourceClaims"), checkClaims);
  const isBasic = schedulingPolicy?.basic !== undefined || schedulingPolicy?.gang === undefined;
  if (isBasic && disruptionMode?.all !== undefined && disruptionMode.single === undefined) {
    const serverText = '"": the disruptionMode `all` is not supported with the Basic scheduling policy';
    at.at("disruptionMode").say("must not have `all` with the scheduling policy `basic`, which is the default", {
      serverText,
    });
  }
}

function checkPolicy(
  policy: WorkloadPodGroupSchedulingPolicy,
  place: Place<WorkloadPodGroupSchedulingPolicy>,
  { parallelism = 1 }: JobSpec,
): void {
  exactlyOne(policy, policies, place);
  const count = policy.gang?.minCount;
  if (count === undefined) return;
  const at = place.at("gang", "minCount");
  atLeast(1)(count, at);
  if (count > parallelism) {
    const serverText = `${count}: must not be greater than parallelism (${parallelism})`;
    at.invalid(`must be at most \`parallelism\`, which is ${parallelism}`, count, { serverText });
  }
}

const fixedFields = ["schedulingConstraints", "disruptionMode", "resourceClaims"] as const;

function checkImmutableParts(
  now: JobSchedulingConfiguration,
  stored: JobSchedulingConfiguration,
  place: Place<JobSchedulingConfiguration>,
): void {
  checkImmutableFields(now, stored, place, fixedFields);
  const [policy, before] = [now.schedulingPolicy, stored.schedulingPolicy];
  if (!policy || !before || (policy.basic === undefined) === (before.basic === undefined)) return;
  const serverText =
    "null: the basic/gang policy variant is immutable after creation; only schedulingPolicy.gang.minCount may be updated";
  place.at("schedulingPolicy").say("must keep its variant, `basic` or `gang`", { atKey: true, serverText });
}
