import { expect, test } from "vitest";
import type { DaemonSetSpec } from "../../src/api/types/apps-v1.ts";
import { planRollout } from "../../src/rollout/plan.ts";
import type { DaemonPod } from "../../src/rollout/sync.ts";

const nodes = Array.from({ length: 5 }, (_, index) => ({ metadata: { name: `node-${index}` } }));
const podTimes = { startMs: 10_000, stopMs: 5_000 };
const oldPod = (node: string): DaemonPod => ({
  name: `old-${node}`,
  node,
  isScheduled: true,
  isNew: false,
  phase: "Running",
  createdMs: 0,
  readySinceMs: 0,
  isTerminating: false,
});

function plan(spec: DaemonSetSpec, change: (pod: DaemonPod) => DaemonPod = (pod) => pod) {
  const pods = nodes.map(({ metadata }) => change(oldPod(metadata.name)));
  return planRollout({ daemonSet: { spec }, nodes, pods, nowMs: 1e9 }, podTimes);
}

const rolling = (rollingUpdate: { maxUnavailable?: number | string; maxSurge?: number | string }): DaemonSetSpec => ({
  minReadySeconds: 30,
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 0, ...rollingUpdate } },
});

test.each([
  { name: "one node at a time", spec: rolling({ maxUnavailable: 1 }), waves: 5, unavailable: 1, seconds: 225 },
  { name: "two nodes at a time", spec: rolling({ maxUnavailable: "40%" }), waves: 3, unavailable: 2, seconds: 135 },
  { name: "all nodes at once", spec: rolling({ maxUnavailable: "100%" }), waves: 1, unavailable: 5, seconds: 45 },
  { name: "a surge of two pods", spec: rolling({ maxSurge: 2 }), waves: 3, unavailable: 0, seconds: 125 },
])("$name: number of waves, unavailable nodes and duration", ({ spec, waves, unavailable, seconds }) => {
  const { steps, maxUnavailable, durationMs, isComplete, blocking } = plan(spec);
  expect({ isComplete, blocking, maxUnavailable }).toEqual({
    isComplete: true,
    blocking: [],
    maxUnavailable: unavailable,
  });
  expect(steps.filter(({ deletes }) => deletes.length > 0)).toHaveLength(waves);
  expect(durationMs / 1000).toBe(seconds);
});

test("with OnDelete nothing is replaced, and every node blocks the rollout", () => {
  const { steps, isComplete, blocking } = plan({ updateStrategy: { type: "OnDelete" } });
  expect({ steps, isComplete }).toEqual({ steps: [], isComplete: false });
  expect(blocking).toHaveLength(5);
});

test("unavailable old pods are replaced beyond maxUnavailable", () => {
  const { steps } = plan(rolling({ maxUnavailable: 1 }), ({ readySinceMs: _, ...pod }) => pod);
  expect(steps[0]?.deletes).toHaveLength(5);
});

test("a pod that stays terminating blocks the rollout", () => {
  const { isComplete, blocking } = plan(rolling({ maxUnavailable: 1 }), (pod) => ({
    ...pod,
    isTerminating: pod.node === "node-3",
  }));
  expect(isComplete).toBe(false);
  expect(blocking.find(({ node }) => node === "node-3")?.reason).toBe("pod old-node-3 stays terminating");
});
