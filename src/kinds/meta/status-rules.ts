/**
 * Rules of kube-apiserver about a status that a controller writes: counters and conditions.
 *
 * @module
 */
import type { Condition } from "../../api/types/meta-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { atMostBytes, type Demand, notNegative } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";

type Count = number | bigint | undefined;
type Counts = Readonly<Record<string, Count>>;

interface HasStatus {
  readonly status?: object;
}

/** Returns the counters in the status of an object. */
const countsOf = (object: unknown): Counts => ((object as HasStatus | undefined)?.status ?? {}) as Counts;

interface CountOptions {
  /** Pairs of counters in which the first must not exceed the second. */
  readonly parts?: readonly (readonly [part: string, whole: string])[];
  /** Whether `collisionCount` must not be decremented or removed. Default: no. */
  readonly hasCollisions?: true;
}

/** @param names - counters that must not be negative */
export function statusCounts<T extends object>(
  names: readonly string[],
  { parts = [], hasCollisions }: CountOptions = {},
): Rule<T> {
  return rule<T>(
    { id: "status/counts", severity: "error", summary: "status counts are 0 or above and consistent with each other" },
    (object, place, { oldObject, subresource }) => {
      if (subresource !== "status") return;
      const at = place.along(["status"]);
      const counts = countsOf(object);
      for (const name of names) {
        const count = memberOf(counts, name) ?? 0;
        if (count < 0) at.at(name).invalid("must be 0 or above", count);
      }
      for (const [part, whole] of parts) {
        const count = memberOf(counts, part) ?? 0;
        if (count <= (memberOf(counts, whole) ?? 0)) continue;
        const isFull = whole === "replicas" || (object as { kind?: string }).kind === "StatefulSet";
        const serverText = `${count}: cannot be greater than ${isFull ? "status." : ""}${whole}`;
        // kube-apiserver compares counters after it validates each of them.
        at.at(part).invalid(`must not be above \`${whole}\``, count, { serverText, after: at.path });
      }
      if (hasCollisions) checkCollisions(counts, countsOf(oldObject), at.at("collisionCount"));
    },
  );
}

/** Reports a decremented counter. The names of new pods depend on it, so a lower value would repeat names. */
function checkCollisions({ collisionCount: now }: Counts, { collisionCount: before }: Counts, place: Place): void {
  if (before === undefined || (now !== undefined && now >= before)) return;
  const said = { serverText: `${now ?? 0}: cannot be decremented`, after: place.path.slice(0, -1) };
  if (now === undefined) place.say(`must stay ${before} or above`, said);
  else place.invalid(`must be ${before} or above`, now, said);
}

/**
 * How a kind validates its conditions: all fields of the common type, only their types, only that their status is a
 * known one, or only that their generation is not negative.
 */
export type ConditionForm = "common" | "typed" | "known-status" | "generation";

/** @param typeText - kube-apiserver's error about a condition of the common form without a type */
export function statusConditions<T extends object>(form: ConditionForm, typeText = ""): Rule<T> {
  return rule<T>(
    { id: "status/conditions", severity: "error", summary: "the conditions of a status are well-formed" },
    (object, place, { subresource }) => {
      if (subresource !== "status") return;
      const { conditions = [] } = ((object as HasStatus).status ?? {}) as { conditions?: readonly Condition[] };
      checkConditions(conditions, place.along(["status", "conditions"]), form, typeText);
    },
  );
}

/** Validates the conditions of a status, or of a part of it. */
export function checkConditions(
  conditions: readonly Condition[],
  place: Place<readonly Condition[]>,
  form: ConditionForm,
  typeText = "",
): void {
  const types = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const at = place.at(index);
    const { type = "", status = "" } = condition;
    if (form === "known-status" && !statuses.includes(status)) {
      const serverText = `${showGoValue(status)}: supported values: ${statuses.map(showGoValue).join(", ")}`;
      at.at("status").unsupported(statuses, status, { serverText });
    }
    if (form === "generation") notNegative(condition.observedGeneration, at.at("observedGeneration"));
    if ((form === "common" || form === "typed") && types.has(type)) {
      const field = form === "common" ? { field: at.path, serverText: showGoValue(type) } : {};
      at.at("type").say(`must be unique; got ${type} again`, { cause: "duplicate", ...field });
    }
    if (form === "common") {
      if (type === "") at.at("type").required(undefined, { serverText: typeText });
      checkCommonCondition(condition, at);
    }
    if (form === "typed" && type === "") at.at("type").required();
    types.add(type);
  }
}

export const statuses: readonly string[] = ["True", "False", "Unknown"];
/** Matches letters, digits and underscores, with commas and colons in between. */
const reasonPattern = /^[A-Za-z](?:[\w,:]*\w)?$/;
const reasonText =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Requires a reason in machine-readable form. */
export const conditionReason: Demand<string> = (reason, place) => {
  if (reasonPattern.test(reason)) return;
  const serverText = `${showGoValue(reason)}: ${reasonText}`;
  place.invalid("must be a word such as MinimumReplicas", reason, { serverText });
};

const maxReasonBytes = 1024;
const maxMessageBytes = 32_768;

function checkCommonCondition(
  { type = "", status = "", reason = "", message = "", ...rest }: Condition,
  place: Place<Condition>,
): void {
  for (const fault of type === "" ? [] : validateQualifiedName(type)) place.at("type").invalid(fault, type);
  if (status === "") place.at("status").required();
  else if (!statuses.includes(status)) place.at("status").unsupported(statuses, status);
  const { observedGeneration = 0, lastTransitionTime = "" } = rest;
  if (observedGeneration < 0) {
    const serverText = `${observedGeneration}: must be greater than or equal to zero`;
    place.at("observedGeneration").invalid("must be 0 or above", observedGeneration, { serverText });
  }
  if (lastTransitionTime === "") place.at("lastTransitionTime").required();
  if (reason === "") place.at("reason").required();
  else conditionReason(reason, place.at("reason"));
  atMostBytes(maxReasonBytes)(reason, place.at("reason"));
  atMostBytes(maxMessageBytes)(message, place.at("message"));
}
