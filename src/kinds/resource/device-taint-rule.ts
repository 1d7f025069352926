import type { DeviceSelector, DeviceTaintRule, DeviceTaintSelector } from "../../api/types/resource-v1.ts";
import { fields, required, text, whenSet } from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { taintRuleColumns } from "./columns.ts";
import { deviceName, poolName } from "./device-names.ts";
import { checkSelectors } from "./device-selector.ts";
import { deviceTaint } from "./device-taint.ts";

/** With what releases before 1.35 select by as well. */
interface TaintedDevices extends DeviceTaintSelector {
  deviceClassName?: string;
  selectors?: DeviceSelector[];
}

/** Of what is not asked for, nothing is to be said; what is asked for is not empty. */
const selectorFields = fields<TaintedDevices, RuleContext>({
  driver: whenSet(required(driverName)),
  pool: whenSet(required(poolName)),
  device: whenSet(deviceName),
  deviceClassName: whenSet(text(validateDns1123Subdomain)),
  selectors: checkSelectors,
});

const selector = rule<DeviceTaintRule>(
  {
    id: "device-taint-rule/selector",
    severity: "error",
    summary: "`deviceSelector` has a valid driver, pool and device name",
  },
  ({ spec }, place, visit) => selectorFields(spec?.deviceSelector, place.at("spec", "deviceSelector"), visit),
);

const taint = rule<DeviceTaintRule>(
  { id: "device-taint-rule/taint", severity: "error", summary: "a taint has a key and an effect" },
  ({ spec }, place, visit) => deviceTaint(spec?.taint, place.at("spec", "taint"), visit),
);

export const deviceTaintRule = kind("resource/v1.DeviceTaintRule", {
  rules: [selector, taint, statusConditions("common")],
  resource: {
    columns: taintRuleColumns,
    ...statusAlone,
    prepareForUpdate(object, oldObject, context) {
      statusAlone.prepareForUpdate?.(object, oldObject, context);
      const [added, before] = [object.spec?.taint, oldObject.spec?.taint];
      const isOther = added?.effect !== before?.effect;
      // The time is that of the effect, unless the client says another one.
      if (added && isOther && context.now !== undefined && added.timeAdded === before?.timeAdded) {
        added.timeAdded = context.now;
      }
    },
  },
});
