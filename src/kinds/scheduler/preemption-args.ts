/**
 * DefaultPreemptionArgs: on how many nodes the scheduler looks for pods to evict in favor of a pod with higher
 * priority.
 *
 * @module
 */
import type { DefaultPreemptionArgs } from "../../api/types/kubescheduler-v1.ts";
import { inRange, notNegative } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const percentage = inRange(0, 100);

const candidates = rule<DefaultPreemptionArgs>(
  {
    id: "scheduler/preemption-candidates",
    severity: "error",
    summary: "`minCandidateNodesPercentage` or `minCandidateNodesAbsolute` is above 0",
  },
  ({ minCandidateNodesPercentage: share = 0, minCandidateNodesAbsolute: count = 0 }, place) => {
    percentage(share, place.at("minCandidateNodesPercentage"));
    notNegative(count, place.at("minCandidateNodesAbsolute"));
    if (share !== 0 || count !== 0) return;
    place.at("minCandidateNodesPercentage").invalid("must not be 0 while `minCandidateNodesAbsolute` is 0", share);
    place.at("minCandidateNodesAbsolute").invalid("must not be 0 while `minCandidateNodesPercentage` is 0", count);
  },
);

export const defaultPreemptionArgs = kind("kubescheduler/v1.DefaultPreemptionArgs", {
  loader: argsLoader,
  rules: [candidates],
  applyDefaults(args) {
    args.minCandidateNodesPercentage ??= 10;
    args.minCandidateNodesAbsolute ??= 100;
  },
});
