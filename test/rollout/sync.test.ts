/** Syncs against what the real DaemonSet controller did: scripts/rollout/record.mjs wrote the cases. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DaemonSetSpec } from "../../src/api/types/apps-v1.ts";
import type { Node } from "../../src/api/types/core-v1.ts";
import { countsOf, type DaemonPod, type DaemonSetCounts, type RolloutState, sync } from "../../src/rollout/sync.ts";

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
function settled({ spec, nodes, pods, nowMs }: RecordedCase): RolloutState {
  let state: RolloutState = { daemonSet: { spec }, nodes, pods, nowMs };
  for (let round = 0; round < maxSyncs; round++) {
    const { creates, deletes } = sync(state);
    if (creates.length === 0 && deletes.length === 0) return state;
    const left = state.pods.flatMap((pod): DaemonPod[] => {
      if (!deletes.includes(pod)) return [pod];
      const isGone = !pod.isScheduled || pod.phase === "Failed" || pod.phase === "Succeeded";
      return isGone ? [] : [{ ...pod, isTerminating: true }];
    });
    const made = creates.map(
      (node): DaemonPod => ({ ...pending, name: `made-${round}-${node}`, node, createdMs: nowMs }),
    );
    state = { ...state, pods: [...left, ...made] };
  }
  throw new Error("the controller does not come to rest");
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

/**
 * Cases in which the controller deleted one old pod more. Both delete several pods on one node at once; the controller seems to
 * have gone on when it had seen only some of these deletions, since an unscheduled or failed pod can count twice among them.
 */
const races: ReadonlySet<number> = new Set([3, 218]);

test("there are cases of each strategy", () => {
  const strategies = cases.map(({ spec: { updateStrategy } }) =>
    updateStrategy?.type === "OnDelete" ? "OnDelete" : updateStrategy?.rollingUpdate?.maxSurge ? "surge" : "replace",
  );
  expect(cases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(strategies)).toEqual(new Set(["OnDelete", "surge", "replace"]));
});

test("the races are what they are said to be", () => {
  for (const recorded of cases.filter(({ index }) => races.has(index))) {
    const deleted = (pods: readonly DaemonPod[]) => pods.filter(({ isTerminating }) => isTerminating).length;
    expect(deleted(recorded.after)).toBe(deleted(settled(recorded).pods) + 1);
  }
});

test.each(cases.filter(({ index }) => !races.has(index)))(
  "DaemonSet $index: pods and status are those of the controller",
  (recorded) => {
    const state = settled(recorded);
    expect(sortsOf(state.pods, recorded)).toEqual(sortsOf(recorded.after, recorded));
    const { updatedNumberScheduled = 0, numberAvailable = 0, numberUnavailable = 0, ...rest } = recorded.status;
    expect(countsOf(state)).toEqual({ ...rest, updatedNumberScheduled, numberAvailable, numberUnavailable });
  },
);
