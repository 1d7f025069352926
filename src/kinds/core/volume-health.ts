/**
 * The health of volumes, as CSI drivers report it for claims, for volumes of pods, and for storage that a node can
 * reach.
 *
 * @module
 */
import type { VolumeHealthCondition } from "../../api/types/core-v1.ts";
import { atMostBytes, oneOf, required } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { conditionReason } from "../meta/status-rules.ts";

export const maxHealthConditions = 16;
const maxReasonBytes = 256;
const maxMessageBytes = 1024;

const states = ["DataLoss", "Degraded", "Inaccessible"];

type Conditions = readonly VolumeHealthCondition[];

/** Validates the reason and the message of a condition. */
export function checkHealthTexts(
  { reason = "", message = "" }: VolumeHealthCondition,
  place: Place<VolumeHealthCondition>,
): void {
  required(reason, place.at("reason"), conditionReason);
  atMostBytes(maxReasonBytes)(reason, place.at("reason"));
  atMostBytes(maxMessageBytes)(message, place.at("message"));
}

export function checkVolumeHealth(conditions: Conditions, place: Place<Conditions>): void {
  if (!atMost(maxHealthConditions, conditions, place)) {
    for (const [index, { reason }] of conditions.entries()) {
      if (reason) conditionReason(reason, place.at(index, "reason"));
    }
    return;
  }
  for (const [index, condition] of conditions.entries()) {
    const at = place.at(index);
    required(condition.status, at.at("status"), oneOf(states));
    checkHealthTexts(condition, at);
  }
  distinct(conditions, place, ({ status = "", reason = "" }) => `${status} ${reason}`);
}
