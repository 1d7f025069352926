/**
 * InterPodAffinityArgs: how affinity between pods affects the scores of nodes.
 *
 * @module
 */
import type { InterPodAffinityArgs } from "../../api/types/kubescheduler-v1.ts";
import { inRange } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const weight = inRange(0, 100);

const hardWeight = rule<InterPodAffinityArgs>(
  {
    id: "scheduler/pod-affinity-weight",
    severity: "error",
    summary: "`hardPodAffinityWeight` is from 0 to 100",
  },
  ({ hardPodAffinityWeight = 0 }, place) => weight(hardPodAffinityWeight, place.at("hardPodAffinityWeight")),
);

export const interPodAffinityArgs = kind("kubescheduler/v1.InterPodAffinityArgs", {
  loader: argsLoader,
  rules: [hardWeight],
  applyDefaults(args) {
    args.hardPodAffinityWeight ??= 1;
  },
});
