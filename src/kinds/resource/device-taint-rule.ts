/**
 * resource.k8s.io/v1 DeviceTaintRule: a taint for all devices that it selects.
 *
 * @module
 */

import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { validateDns1123Subdomain } from "../../lexical/names.ts";
import { fields, required, text, whenSet } from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { driverName } from "../core/volume-source-checks.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { taintRuleColumns } from "./columns.ts";
import { deviceName, poolName } from "./device-names.ts";
import { checkSelectors, type DeviceSelector } from "./device-selector.ts";
import { type DeviceTaint, deviceTaint } from "./device-taint.ts";

interface TaintedDevices {
  driver?: string;
  pool?: string;
  device?: string;
  /** With `selectors`, of releases before 1.35. */
  deviceClassName?: string;
  selectors?: DeviceSelector[];
}

interface DeviceTaintRule {
  metadata?: ObjectMeta;
  spec?: { deviceSelector?: TaintedDevices; taint?: DeviceTaint };
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
    summary: "the devices to taint are told by driver, pool and name",
  },
  ({ spec }, place, visit) => selectorFields(spec?.deviceSelector, place.at("spec", "deviceSelector"), visit),
);

const taint = rule<DeviceTaintRule>(
  { id: "device-taint-rule/taint", severity: "error", summary: "a taint has a key and an effect" },
  ({ spec }, place, visit) => deviceTaint(spec?.taint, place.at("spec", "taint"), visit),
);

export const deviceTaintRule: Kind<DeviceTaintRule> = kindFromTable<DeviceTaintRule>(
  `resource.${domainPlaceholder}`,
  "DeviceTaintRule",
  { rules: [selector, taint, statusConditions("common")], resource: { columns: taintRuleColumns, ...statusAlone } },
);
