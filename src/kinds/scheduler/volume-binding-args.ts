/**
 * VolumeBindingArgs: how long the scheduler waits for volumes, and how their free capacity counts.
 *
 * @module
 */
import { notNegative } from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import { rule } from "../../rule/rule.ts";
import { int64, list, type Static, struct, text } from "../../schema/fields.ts";
import { argsKind, checkShape, shapePoint } from "./plugin-args.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    bindTimeoutSeconds: int64({
      description: "Longest wait for a volume to be bound; 600 by default.",
      "x-pointer": true,
    }),
    shape: list(shapePoint, {
      description: "Scores of nodes by the utilization of their storage.",
      "x-list-type": "atomic",
      "x-gate": "StorageCapacityScoring",
    }),
  },
  { $id: "VolumeBindingArgs" },
);
type VolumeBindingArgs = Static<typeof schema>;

/** The gate had another name before 1.33. */
const gateIn = (context: RuleContext): string =>
  context.reaches("1.33") ? "StorageCapacityScoring" : "VolumeCapacityPriority";

const volumeBinding = rule<VolumeBindingArgs>(
  {
    id: "scheduler/volume-binding",
    severity: "error",
    summary: "`bindTimeoutSeconds` is not negative, and a scoring shape needs its feature gate",
  },
  ({ bindTimeoutSeconds, shape }, place, visit) => {
    notNegative(bindTimeoutSeconds, place.at("bindTimeoutSeconds"));
    const gate = gateIn(visit);
    if (visit.isEnabled(gate)) checkShape(shape, place.at("shape"), visit);
    else if (shape) place.at("shape").say(`needs the feature gate ${gate}, which is off`);
  },
);

export const volumeBindingArgs = argsKind<VolumeBindingArgs>({
  kind: "VolumeBindingArgs",
  description: "How long the scheduler waits for volumes to be bound, and how their free capacity counts.",
  schema,
  rules: [volumeBinding],
  applyDefaults(args, context) {
    args.bindTimeoutSeconds ??= 600;
    if (args.shape?.length || !context.isEnabled(gateIn(context))) return;
    const [empty, full] = context.reaches("1.33") ? [10, 0] : [0, 10];
    args.shape = [
      { utilization: 0, score: empty },
      { utilization: 100, score: full },
    ];
  },
});
