/**
 * resource.k8s.io DeviceTaintRule: a taint for all devices that match a selector.
 *
 * @module
 */
import type { DeviceSelector, DeviceTaintRule, DeviceTaintSelector } from "../../api/types/resource-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { required, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { taintRuleColumns } from "./columns.ts";
import { deviceName, poolName } from "./device-names.ts";
import { checkSelectors } from "./device-selector.ts";
import { defaultTaintTimes, deviceTaint } from "./device-taint.ts";

/** A selector with the additional criteria of releases before 1.35. */
interface TaintedDevices extends DeviceTaintSelector {
  deviceClassName?: string;
  selectors?: DeviceSelector[];
}

const subdomain = text(validateDns1123Subdomain);

/** Validates the criteria of a selector. An absent criterion is valid, an empty one is not. */
function checkSelector(value: TaintedDevices, place: Place<TaintedDevices>, context: RuleContext): void {
  if (value.driver !== undefined) required(value.driver, place.at("driver"), driverName);
  if (value.pool !== undefined) required(value.pool, place.at("pool"), poolName);
  whenSet(value.device, place.at("device"), deviceName);
  whenSet(value.deviceClassName, place.at("deviceClassName"), subdomain);
  checkSelectors(value.selectors, place.at("selectors"), context);
}

const selector = rule<DeviceTaintRule>(
  {
    id: "device-taint-rule/selector",
    severity: "error",
    summary: "`deviceSelector` has a valid driver, pool and device name",
  },
  ({ spec }, place, visit) =>
    whenSet(spec?.deviceSelector, place.at("spec", "deviceSelector"), (selector, at) =>
      checkSelector(selector, at, visit),
    ),
);

const taint = rule<DeviceTaintRule>(
  { id: "device-taint-rule/taint", severity: "error", summary: "a taint has a key and an effect" },
  ({ spec }, place) => deviceTaint(spec?.taint ?? {}, place.at("spec", "taint")),
);

export const deviceTaintRule = kind("resource/v1.DeviceTaintRule", {
  rules: [selector, taint, statusConditions("common", "is required")],
  applyDefaults: ({ spec }, context) => defaultTaintTimes([spec?.taint], context),
  resource: {
    columns: taintRuleColumns,
    ...statusOnlyStrategy,
    prepareForUpdate(object, oldObject, context) {
      statusOnlyStrategy.prepareForUpdate?.(object, oldObject, context);
      const [added, before] = [object.spec?.taint, oldObject.spec?.taint];
      const isOther = added?.effect !== before?.effect;
      // A new effect restarts the time, unless the client sets another one.
      if (added && isOther && context.now !== undefined && added.timeAdded === before?.timeAdded) {
        added.timeAdded = context.now;
      }
    },
  },
});
