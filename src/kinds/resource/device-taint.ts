/**
 * Taints of devices: a claim without a matching toleration does not get the device.
 *
 * @module
 */
import type { DeviceTaint } from "../../api/types/resource-v1.ts";
import type { UpdateContext } from "../../kind/kind.ts";
import { type Demand, required, text, unlessEmpty } from "../../rule/demand.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";

const qualifiedName = text(validateQualifiedName);
const labelValue = text(validateLabelValue);

export const deviceTaint: Demand<DeviceTaint> = ({ key = "", value, effect }, place) => {
  qualifiedName(key, place.at("key"));
  unlessEmpty(value, place.at("value"), labelValue);
  required(effect, place.at("effect"));
};

/** Sets the time of taints without one to the time of the write. */
export function defaultTaintTimes(taints: readonly (DeviceTaint | undefined)[], { now }: UpdateContext): void {
  if (now === undefined) return;
  for (const taint of taints) if (taint) taint.timeAdded ??= now;
}
