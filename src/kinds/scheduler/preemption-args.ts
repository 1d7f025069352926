/**
 * DefaultPreemptionArgs: on how many nodes the scheduler looks for pods to make room for one of higher priority.
 *
 * @module
 */
import { inRange, notNegative } from "../../rule/check.ts";
import { rule } from "../../rule/rule.ts";
import { int32, type Static, struct, text } from "../../schema/fields.ts";
import { argsKind } from "./plugin-args.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    minCandidateNodesPercentage: int32({
      description: "Share of the nodes to look at, at least; 10 by default.",
      "x-pointer": true,
    }),
    minCandidateNodesAbsolute: int32({
      description: "How many nodes to look at, at least; 100 by default.",
      "x-pointer": true,
    }),
  },
  { $id: "DefaultPreemptionArgs" },
);
type DefaultPreemptionArgs = Static<typeof schema>;

const percentage = inRange(0, 100);

const candidates = rule<DefaultPreemptionArgs>(
  {
    id: "scheduler/preemption-candidates",
    severity: "error",
    summary: "preemption has a number of candidates above 0",
  },
  ({ minCandidateNodesPercentage: share = 0, minCandidateNodesAbsolute: count = 0 }, place) => {
    percentage(share, place.at("minCandidateNodesPercentage"));
    notNegative(count, place.at("minCandidateNodesAbsolute"));
    if (share !== 0 || count !== 0) return;
    place.at("minCandidateNodesPercentage").invalid("must not be 0 while `minCandidateNodesAbsolute` is 0", share);
    place.at("minCandidateNodesAbsolute").invalid("must not be 0 while `minCandidateNodesPercentage` is 0", count);
  },
);

export const defaultPreemptionArgs = argsKind<DefaultPreemptionArgs>({
  kind: "DefaultPreemptionArgs",
  description: "On how many nodes the scheduler looks for pods to make room for one of higher priority.",
  schema,
  rules: [candidates],
  applyDefaults(args) {
    args.minCandidateNodesPercentage ??= 10;
    args.minCandidateNodesAbsolute ??= 100;
  },
});
