/**
 * InterPodAffinityArgs: how affinity between pods counts in scores.
 *
 * @module
 */
import { inRange } from "../../rule/check.ts";
import { rule } from "../../rule/rule.ts";
import { flag, int32, type Static, struct, text } from "../../schema/fields.ts";
import { argsKind } from "./plugin-args.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    hardPodAffinityWeight: int32({
      description: "How much the required affinity of pods that are there counts for others; 1 by default.",
      "x-pointer": true,
    }),
    ignorePreferredTermsOfExistingPods: flag({
      description: "Preferences of pods that are there count only for them.",
    }),
  },
  { $id: "InterPodAffinityArgs" },
);
type InterPodAffinityArgs = Static<typeof schema>;

const weight = inRange(0, 100);

const hardWeight = rule<InterPodAffinityArgs>(
  {
    id: "scheduler/pod-affinity-weight",
    severity: "error",
    summary: "`hardPodAffinityWeight` is from 0 to 100",
  },
  ({ hardPodAffinityWeight = 0 }, place) => weight(hardPodAffinityWeight, place.at("hardPodAffinityWeight")),
);

export const interPodAffinityArgs = argsKind<InterPodAffinityArgs>({
  kind: "InterPodAffinityArgs",
  description: "How affinity between pods counts in the scores of nodes.",
  schema,
  rules: [hardWeight],
  applyDefaults(args) {
    args.hardPodAffinityWeight ??= 1;
  },
});
