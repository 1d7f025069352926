/**
 * Taints of devices: who does not tolerate them does not get the device.
 *
 * @module
 */
import type { DeviceTaint } from "../../api/types/resource-v1.ts";
import { type Demand, required, text, unlessEmpty } from "../../rule/demand.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";

const qualifiedName = text(validateQualifiedName);
const labelValue = text(validateLabelValue);

export const deviceTaint: Demand<DeviceTaint> = ({ key = "", value, effect }, place) => {
  qualifiedName(key, place.at("key"));
  unlessEmpty(value, place.at("value"), labelValue);
  required(effect, place.at("effect"));
};
