/**
 * DynamicResourcesArgs: how long the scheduler looks for devices.
 *
 * @module
 */
import { parseDuration } from "../../lexical/duration.ts";
import { rule } from "../../rule/rule.ts";
import { duration, type Static, struct, text } from "../../schema/fields.ts";
import { argsKind } from "./plugin-args.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    filterTimeout: duration({
      description: "Longest search for devices on one node; 10s by default, 0 is no limit.",
      "x-pointer": true,
      "x-gate": "DRASchedulerFilterTimeout",
    }),
    bindingTimeout: duration({
      description: "Longest wait for devices to be ready; 10m by default.",
      "x-pointer": true,
      "x-since": "1.35",
      "x-gate": "DRADeviceBindingConditions,DRAResourceClaimDeviceStatus",
    }),
  },
  { $id: "DynamicResourcesArgs" },
);
type DynamicResourcesArgs = Static<typeof schema>;

const second = 1_000_000_000n;

const timeouts: readonly { field: "filterTimeout" | "bindingTimeout"; gates: readonly string[]; least: bigint }[] = [
  { field: "filterTimeout", gates: ["DRASchedulerFilterTimeout"], least: 0n },
  {
    field: "bindingTimeout",
    gates: ["DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus"],
    least: second,
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
        place.at(field).invalid(`must be ${least / second}s or above`, written);
    }
  },
);

export const dynamicResourcesArgs = argsKind<DynamicResourcesArgs>({
  kind: "DynamicResourcesArgs",
  description: "How long the scheduler looks for devices, and waits for them.",
  schema,
  since: "1.34",
  rules: [limits],
});
