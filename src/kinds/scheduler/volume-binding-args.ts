/**
 * VolumeBindingArgs: how long the scheduler waits for volumes, and how their free capacity affects the scores of nodes.
 *
 * @module
 */
import type { VolumeBindingArgs } from "../../api/types/kubescheduler-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { notNegative } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { argsLoader, checkShape } from "./plugin-args.ts";

/** Returns the name of the feature gate, which differs before 1.33. */
const gateNameIn = (context: RuleContext): string =>
  context.reaches("1.33") ? "StorageCapacityScoring" : "VolumeCapacityPriority";

const volumeBinding = rule<VolumeBindingArgs>(
  {
    id: "scheduler/volume-binding",
    severity: "error",
    summary: "`bindTimeoutSeconds` is not negative, and a scoring shape needs its feature gate",
  },
  ({ bindTimeoutSeconds, shape }, place, visit) => {
    notNegative(bindTimeoutSeconds, place.at("bindTimeoutSeconds"));
    const gate = gateNameIn(visit);
    if (visit.isEnabled(gate)) checkShape(shape, place.at("shape"));
    else if (shape) place.at("shape").say(`needs the feature gate ${gate}, which is off`);
  },
);

export const volumeBindingArgs = kind("kubescheduler/v1.VolumeBindingArgs", {
  loader: argsLoader,
  rules: [volumeBinding],
  applyDefaults(args, context) {
    args.bindTimeoutSeconds ??= 600;
    if (args.shape?.length || !context.isEnabled(gateNameIn(context))) return;
    const [empty, full] = context.reaches("1.33") ? [10, 0] : [0, 10];
    args.shape = [
      { utilization: 0, score: empty },
      { utilization: 100, score: full },
    ];
  },
});
