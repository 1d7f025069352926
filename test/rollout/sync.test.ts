/** Compares syncs with those of the real DaemonSet controller. scripts/rollout/record.mjs recorded the cases. */
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

/**
 * Returns the state in which the controller has nothing left to do. There are no kubelets, so new pods stay pending.
 */
function settledState(state: RolloutState, round = 0): RolloutState {
  if (round === maxSyncs) throw new Error("the controller does not come to rest");
  const result = sync(state);
  const isAtRest = result.creates.length === 0 && result.deletes.length === 0;
  return isAtRest ? state : settledState(stateAfterWrites(state, result, round), round + 1);
}

/** Returns the state after the writes of a sync. */
function stateAfterWrites(
  state: RolloutState,
  { creates, deletes }: Pick<SyncResult, "creates" | "deletes">,
  round: number | string,
): RolloutState {
  const deleted = new Set(deletes.map(({ name }) => name));
  const left = state.pods.flatMap((pod): DaemonPod[] => {
    if (!deleted.has(pod.name)) return [pod];
    return isRemovedImmediately(pod) ? [] : [{ ...pod, isTerminating: true }];
  });
  const made = creates.map(
    (node): DaemonPod => ({ ...pending, name: `made-${round}-${node}`, node, createdMs: state.nowMs }),
  );
  return { ...state, pods: [...left, ...made] };
}

/** Whether a deleted pod is removed at once, since no kubelet must end it. */
const isRemovedImmediately = ({ isScheduled, phase }: DaemonPod): boolean =>
  !isScheduled || phase === "Failed" || phase === "Succeeded";

const recordedState = ({ spec, nodes, pods, nowMs }: RecordedCase): RolloutState => ({
  daemonSet: { spec },
  nodes,
  pods,
  nowMs,
});

/**
 * Returns the states in which the controller may end if it continues too early. The first half of a sync waits for as
 * many events as it deleted pods, but a pod that is removed at once has two events: kube-apiserver marks it as deleted,
 * then removes it. So the second half may not know about the deletion of another pod. The controller may choose any of
 * several nodes, so both orders are tried.
 */
function statesInBothOrders(recorded: RecordedCase): readonly RolloutState[] {
  const state = recordedState(recorded);
  const first = sync(state);
  if (first.phase !== "manage" || !first.deletes.some(isRemovedImmediately)) return [];
  const after = stateAfterWrites(state, first, 0);
  return first.deletes
    .filter((pod) => !isRemovedImmediately(pod))
    .flatMap((unseen) => {
      const seen = { ...after, pods: after.pods.map((pod) => (pod.name === unseen.name ? unseen : pod)) };
      const reversed = { ...seen, nodes: seen.nodes.toReversed(), pods: seen.pods.toReversed() };
      return [seen, reversed].map((view) => settledState(stateAfterWrites(after, updateOf(view), "early")));
    });
}

const pending = { isScheduled: false, isNew: true, phase: "Pending", isTerminating: false } as const;

/**
 * Returns a sorted description of each pod without its name, since the controller may choose any of several equal pods.
 */
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

/** Returns the comparable parts of a final state: the descriptions of the pods, and the status. */
const endOf = (state: RolloutState, recorded: RecordedCase) => ({
  pods: sortsOf(state.pods, recorded),
  status: countsOf(state),
});

function recordedEnd(recorded: RecordedCase): ReturnType<typeof endOf> {
  const { updatedNumberScheduled = 0, numberAvailable = 0, numberUnavailable = 0, ...rest } = recorded.status;
  const status = { ...rest, updatedNumberScheduled, numberAvailable, numberUnavailable };
  return { pods: sortsOf(recorded.after, recorded), status };
}

const isSameState = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
};

/** Cases in which the controller continued too early, which depends only on its timing. */
const racyCases = cases.filter(
  (recorded) => !isSameState(endOf(settledState(recordedState(recorded)), recorded), recordedEnd(recorded)),
);

test("the record has cases of each update strategy", () => {
  const strategies = cases.map(({ spec: { updateStrategy } }) =>
    updateStrategy?.type === "OnDelete" ? "OnDelete" : updateStrategy?.rollingUpdate?.maxSurge ? "surge" : "replace",
  );
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(strategies)).toEqual(new Set(["OnDelete", "surge", "replace"]));
});

test("the controller continued too early in two cases, and ended in a state that this explains", () => {
  expect(racyCases).toHaveLength(2);
  for (const recorded of racyCases)
    expect(statesInBothOrders(recorded).map((state) => endOf(state, recorded))).toContainEqual(recordedEnd(recorded));
});

test.each(cases.filter((recorded) => !racyCases.includes(recorded)))(
  "DaemonSet $index: pods and status equal those of the controller",
  (recorded) => {
    expect(endOf(settledState(recordedState(recorded)), recorded)).toEqual(recordedEnd(recorded));
  },
);
