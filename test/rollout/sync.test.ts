/** Syncs against what the real DaemonSet controller did: scripts/rollout/record.mjs wrote the cases. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DaemonSetSpec } from "../../src/api/types/apps-v1.ts";
import type { Node } from "../../src/api/types/core-v1.ts";
import {
  countsOf,
  type DaemonPod,
  type DaemonSetCounts,
  type RolloutState,
  type SyncResult,
  sync,
  updateOf,
} from "../../src/rollout/sync.ts";

interface RecordedCase {
  readonly spec: DaemonSetSpec;
  readonly nodes: readonly Node[];
  readonly pods: readonly DaemonPod[];
  readonly nowMs: number;
  readonly after: readonly DaemonPod[];
  readonly status: DaemonSetCounts;
}

const cases = readFileSync(join(import.meta.dirname, "data/controller.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line, index) => ({ index, ...(JSON.parse(line) as RecordedCase) }));

const maxSyncs = 20;

/** The state in which the controller does nothing more, without kubelets: what it made stays pending. */
function settled(state: RolloutState, round = 0): RolloutState {
  if (round === maxSyncs) throw new Error("the controller does not come to rest");
  const result = sync(state);
  const isAtRest = result.creates.length === 0 && result.deletes.length === 0;
  return isAtRest ? state : settled(written(state, result, round), round + 1);
}

/** A state after the writes of a sync. */
function written(
  state: RolloutState,
  { creates, deletes }: Pick<SyncResult, "creates" | "deletes">,
  round: number | string,
): RolloutState {
  const deleted = new Set(deletes.map(({ name }) => name));
  const left = state.pods.flatMap((pod): DaemonPod[] => {
    if (!deleted.has(pod.name)) return [pod];
    return endsAtOnce(pod) ? [] : [{ ...pod, isTerminating: true }];
  });
  const made = creates.map(
    (node): DaemonPod => ({ ...pending, name: `made-${round}-${node}`, node, createdMs: state.nowMs }),
  );
  return { ...state, pods: [...left, ...made] };
}

/** A pod without a kubelet to end it. */
const endsAtOnce = ({ isScheduled, phase }: DaemonPod): boolean =>
  !isScheduled || phase === "Failed" || phase === "Succeeded";

const given = ({ spec, nodes, pods, nowMs }: RecordedCase): RolloutState => ({
  daemonSet: { spec },
  nodes,
  pods,
  nowMs,
});

/**
 * The states in which the controller may come to rest if it goes on too early. The first half of a sync waits for as many events as it
 * deleted pods, and a pod that ends at once has two: the API server marks it as deleted, then removes it. So the second half may not
 * know that another pod is deleted. Which of several nodes it takes is up to it, hence both orders.
 */
function raced(recorded: RecordedCase): readonly RolloutState[] {
  const state = given(recorded);
  const first = sync(state);
  if (first.phase !== "manage" || !first.deletes.some(endsAtOnce)) return [];
  const after = written(state, first, 0);
  return first.deletes
    .filter((pod) => !endsAtOnce(pod))
    .flatMap((unseen) => {
      const seen = { ...after, pods: after.pods.map((pod) => (pod.name === unseen.name ? unseen : pod)) };
      const reversed = { ...seen, nodes: seen.nodes.toReversed(), pods: seen.pods.toReversed() };
      return [seen, reversed].map((view) => settled(written(after, updateOf(view), "early")));
    });
}

const pending = { isScheduled: false, isNew: true, phase: "Pending", isTerminating: false } as const;

/** How many pods there are of each sort; which of equal ones the controller takes is up to it. */
function sortsOf(
  pods: readonly DaemonPod[],
  { spec: { minReadySeconds = 0 }, nowMs }: RecordedCase,
): readonly string[] {
  return pods
    .map(({ isScheduled, isNew, phase, readySinceMs, isTerminating }) => {
      const isAvailable = readySinceMs !== undefined && readySinceMs + Number(minReadySeconds) * 1000 <= nowMs;
      const state = isAvailable ? "available" : readySinceMs === undefined ? "not ready" : "ready";
      return [isNew ? "new" : "old", phase, isScheduled, state, isTerminating ? "terminating" : ""].join(" ");
    })
    .sort();
}

/** The comparable parts of an end: the pods by their sorts, and the status. */
const endOf = (state: RolloutState, recorded: RecordedCase) => ({
  pods: sortsOf(state.pods, recorded),
  status: countsOf(state),
});

function recordedEnd(recorded: RecordedCase): ReturnType<typeof endOf> {
  const { updatedNumberScheduled = 0, numberAvailable = 0, numberUnavailable = 0, ...rest } = recorded.status;
  const status = { ...rest, updatedNumberScheduled, numberAvailable, numberUnavailable };
  return { pods: sortsOf(recorded.after, recorded), status };
}

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
};

/** Cases in which the controller went on too early; nothing but its own timing decides that. */
const races = cases.filter((recorded) => !isSame(endOf(settled(given(recorded)), recorded), recordedEnd(recorded)));

test("there are cases of each strategy", () => {
  const strategies = cases.map(({ spec: { updateStrategy } }) =>
    updateStrategy?.type === "OnDelete" ? "OnDelete" : updateStrategy?.rollingUpdate?.maxSurge ? "surge" : "replace",
  );
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(strategies)).toEqual(new Set(["OnDelete", "surge", "replace"]));
});

test("the controller went on too early in two cases, and ended as it may then", () => {
  expect(races).toHaveLength(2);
  for (const recorded of races)
    expect(raced(recorded).map((state) => endOf(state, recorded))).toContainEqual(recordedEnd(recorded));
});

test.each(cases.filter((recorded) => !races.includes(recorded)))(
  "DaemonSet $index: pods and status are those of the controller",
  (recorded) => {
    expect(endOf(settled(given(recorded)), recorded)).toEqual(recordedEnd(recorded));
  },
);
