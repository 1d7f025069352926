/**
 * How pods spread over parts of the cluster.
 *
 * @module
 */
import { field, int32, list, type Static, struct, text } from "../../schema/fields.ts";
import { labelSelector } from "../meta/label-selector.ts";

export const topologySpreadConstraint = struct({
  maxSkew: int32({
    "x-proto": 1,
    "x-required": true,
    description: "How many more pods one place may have than another; above 0.",
  }),
  topologyKey: text({
    "x-proto": 2,
    "x-required": true,
    description: "Label of nodes whose equal values mean the same place.",
  }),
  whenUnsatisfiable: text({
    "x-proto": 3,
    "x-required": true,
    enum: ["DoNotSchedule", "ScheduleAnyway"],
    description: "What to do when it cannot hold.",
  }),
  labelSelector: field(labelSelector, { "x-proto": 4, "x-pointer": true, description: "The pods that are counted." }),
  minDomains: int32({
    "x-proto": 5,
    "x-pointer": true,
    description: "Places there must be at least; with `DoNotSchedule` only.",
  }),
  nodeAffinityPolicy: text({
    "x-proto": 6,
    "x-pointer": true,
    enum: ["Honor", "Ignore"],
    "x-gate": "NodeInclusionPolicyInPodTopologySpread",
    description: "Whether nodes count that the pod cannot run on; default `Honor`.",
  }),
  nodeTaintsPolicy: text({
    "x-proto": 7,
    "x-pointer": true,
    enum: ["Honor", "Ignore"],
    "x-gate": "NodeInclusionPolicyInPodTopologySpread",
    description: "Whether tainted nodes count; default `Ignore`.",
  }),
  matchLabelKeys: list(text(), {
    "x-proto": 8,
    "x-list-type": "atomic",
    "x-gate": "MatchLabelKeysInPodTopologySpread",
    description: "Labels that must have this pod's values.",
  }),
});
export type TopologySpreadConstraint = Static<typeof topologySpreadConstraint>;
