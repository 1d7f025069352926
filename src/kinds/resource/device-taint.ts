/**
 * Taints of devices: who does not tolerate them does not get the device.
 *
 * @module
 */
import type { DeviceTaint } from "../../api/types/resource-v1.ts";
import { type Check, fields, required, text, unlessEmpty } from "../../rule/check.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";

const taintFields = fields<DeviceTaint>({
  key: (key = "", place) => text(validateQualifiedName)(key, place),
  value: unlessEmpty(text(validateLabelValue)),
  effect: required(),
});

export const deviceTaint: Check<DeviceTaint | undefined> = (taint = {}, place, scope) =>
  taintFields(taint, place, scope);
