/**
 * The scheduling fields that PodGroups, CompositePodGroups and their templates in workloads share.
 *
 * @module
 */
import type {
  CompositePodGroupSchedulingPolicy,
  DisruptionMode,
  PodGroupResourceClaim,
  PodGroupSchedulingConstraints,
  PodGroupSchedulingPolicy,
  PodGroupTemplate,
  WorkloadReference,
} from "../../api/types/scheduling-v1beta1.ts";
import { atLeast, type Demand, each, exactlyOne, required, text, unlessEmpty, whenSet } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";

/** The policies of pod groups and of composite pod groups, which differ in a field of `gang`. */
type SchedulingPolicy = PodGroupSchedulingPolicy & CompositePodGroupSchedulingPolicy;

/** The fields that a group and its template share. */
export interface SchedulingGroup extends Omit<PodGroupTemplate, "name" | "schedulingPolicy" | "disruptionMode"> {
  schedulingPolicy?: SchedulingPolicy;
  /** The name of `schedulingPolicy` in the first version. */
  policy?: SchedulingPolicy;
  /** Text in v1alpha2, an object in later versions. */
  disruptionMode?: string | DisruptionMode;
}

/** A pod group or a composite pod group, and its place. */
export interface PlacedGroup {
  readonly group: SchedulingGroup;
  readonly place: Place<SchedulingGroup>;
  readonly isComposite: boolean;
}

const maxTopologies = 1;
const maxClaims = 4;
const highestOfUsers = 1_000_000_000;

export const longName = text(validateDns1123Subdomain);
export const shortName = text(validateDns1123Label);

export const policies = ["basic", "gang"] as const;

function checkPolicy(policy: SchedulingPolicy, place: Place<SchedulingPolicy>, isComposite: boolean): void {
  exactlyOne(policy, policies, place);
  if (!policy.gang) return;
  const field = isComposite ? "minGroupCount" : "minCount";
  const at = place.at("gang", field);
  const count = policy.gang[field];
  if (count === 0) at.invalid("must be 1 or above", count, { cause: "required", serverText: "" });
  else required(count, at, atLeast(1));
}

const topologyKey = text(validateQualifiedName);

export const checkTopology: Demand<PodGroupSchedulingConstraints> = ({ topology }, place) => {
  const at = place.at("topology");
  if (atMost(maxTopologies, topology, at))
    each(topology, at, ({ key }, own) => required(key, own.at("key"), topologyKey));
};

const sources = ["resourceClaimName", "resourceClaimTemplateName"] as const;

const claim: Demand<PodGroupResourceClaim> = (value, place) => {
  required(value.name, place.at("name"), shortName);
  for (const name of exactlyOne(value, sources, place)) longName(value[name] ?? "", place.at(name));
};

export const checkClaims: Demand<readonly PodGroupResourceClaim[]> = (claims, place) => {
  if (!atMost(maxClaims, claims, place)) return;
  each(claims, place, claim);
  distinct(claims, place, ({ name = "" }) => name);
};

const modes = ["single", "all"] as const;

export const checkMode: Demand<DisruptionMode> = (mode, place) => {
  exactlyOne(mode, modes, place);
};

/** Returns the rules about all groups of an object. */
export function groupRules<T>(
  groupsOf: (object: T, place: Place<T>, visit: Visit<T>) => readonly PlacedGroup[],
): readonly Rule<T>[] {
  const ofGroups = (name: string, summary: string, check: (placed: PlacedGroup, visit: Visit<T>) => void): Rule<T> =>
    rule({ id: `pod-group/${name}`, severity: "error", summary }, (_object, _place, visit) => {
      for (const placed of visit.once(groupsOf)) check(placed, visit);
    });
  return [
    ofGroups("scheduling", "a group has one scheduling policy: basic or gang", (placed, context) => {
      const { group, place, isComposite } = placed;
      const field = context.version === "v1alpha1" ? "policy" : "schedulingPolicy";
      checkPolicy(group[field] ?? {}, place.at(field), isComposite);
      whenSet(group.schedulingConstraints, place.at("schedulingConstraints"), checkTopology);
    }),
    ofGroups(
      "resource-claims",
      "a resource claim entry has either a claim name or a template name",
      ({ group, place }) => whenSet(group.resourceClaims, place.at("resourceClaims"), checkClaims),
    ),
    ofGroups("disruption", "the disruption mode is per pod or for the whole group", ({ group, place }) => {
      const { disruptionMode: mode } = group;
      if (typeof mode === "object") checkMode(mode, place.at("disruptionMode") as Place<DisruptionMode>);
    }),
    ofGroups(
      "priority",
      "`priorityClassName` of a group is a valid name, and `priority` is at most 1000000000",
      ({ group, place }) => {
        unlessEmpty(group.priorityClassName, place.at("priorityClassName"), longName);
        const { priority = 0 } = group;
        if (priority > highestOfUsers) place.at("priority").invalid(`must be at most ${highestOfUsers}`, priority);
      },
    ),
  ];
}

export const checkReference: Demand<WorkloadReference> = ({ workloadName, templateName }, place) => {
  required(workloadName, place.at("workloadName"), longName);
  required(templateName, place.at("templateName"), shortName);
};
