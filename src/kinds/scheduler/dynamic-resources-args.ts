/**
 * DynamicResourcesArgs: how long the scheduler searches for devices.
 *
 * @module
 */
import type { DynamicResourcesArgs } from "../../api/types/kubescheduler-v1.ts";
import { rule } from "../../rule/rule.ts";
import { parseDuration } from "../../text/duration.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const nanosPerSecond = 1_000_000_000n;

const timeouts: readonly { field: "filterTimeout" | "bindingTimeout"; gates: readonly string[]; least: bigint }[] = [
  { field: "filterTimeout", gates: ["DRASchedulerFilterTimeout"], least: 0n },
  {
    field: "bindingTimeout",
    gates: ["DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus"],
    least: nanosPerSecond,
  },
];

const limits = rule<DynamicResourcesArgs>(
  {
    id: "scheduler/device-timeouts",
    severity: "error",
    summary: "timeouts of dynamic resources are long enough, and their feature gates are on",
  },
  (args, place, visit) => {
    for (const { field, gates, least } of timeouts) {
      const written = args[field];
      if (written === undefined) continue;
      const off = gates.find((gate) => !visit.isEnabled(gate));
      const parsed = parseDuration(written);
      if (off) place.at(field).forbidden(`needs the feature gate ${off}, which is off`);
      else if (parsed.ok && parsed.value < least)
        place.at(field).invalid(`must be ${least / nanosPerSecond}s or above`, written);
    }
  },
);

export const dynamicResourcesArgs = kind("kubescheduler/v1.DynamicResourcesArgs", {
  loader: argsLoader,
  rules: [limits],
});
