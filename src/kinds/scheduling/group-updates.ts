/**
 * Updates of pod groups and their templates: only the number of pods in a gang may change.
 *
 * @module
 */
import type { PodGroupSpec } from "../../api/types/scheduling-v1beta1.ts";
import type { Place } from "../../rule/place.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { SchedulingGroup } from "./pod-group-template.ts";

type GroupPolicy = NonNullable<SchedulingGroup["schedulingPolicy"]>;

/** A group or its template. Only a group has the first two fields. */
type Group = Pick<PodGroupSpec, "parentCompositePodGroupName" | "workloadRef"> & SchedulingGroup;

const fixedFields = [
  "parentCompositePodGroupName",
  "workloadRef",
  "schedulingConstraints",
  "resourceClaims",
  "disruptionMode",
  "priorityClassName",
  "priority",
  "preemptionPolicy",
] as const;

export function checkGroupUpdate(now: Group, stored: Group, place: Place<Group>): void {
  checkImmutableFields(now, stored, place, fixedFields);
  const [policy, before]: readonly [GroupPolicy, GroupPolicy] = [
    now.schedulingPolicy ?? {},
    stored.schedulingPolicy ?? {},
  ];
  const at = place.at("schedulingPolicy");
  if ((policy.basic === undefined) !== (before.basic === undefined)) reportImmutable(at.at("basic"));
  checkPresenceKept(before.gang, policy.gang, at.at("gang"));
}

export function checkImmutableFields<T extends object>(
  now: T,
  stored: T,
  place: Place<T>,
  names: readonly (keyof T & string)[],
): void {
  for (const name of names) if (!semanticEqual(now[name], stored[name])) reportImmutable(place.along([name]));
}

const reportImmutable = (place: Place): void =>
  place.say("field is immutable", { atKey: true, cause: "invalid", hides: place.path });

/** Reports a field that an update sets or removes; returns false then. */
export function checkPresenceKept(stored: object | undefined, now: object | undefined, place: Place): boolean {
  if ((stored === undefined) === (now === undefined)) return true;
  const [must, serverText] =
    now === undefined
      ? ["must stay set", "null: field cannot be cleared once set"]
      : ["must be set on creation or never", "null: field cannot be set once created"];
  place.say(must, { atKey: true, cause: "invalid", serverText, hides: place.path });
  return false;
}
