/**
 * Simulates the rollout of a DaemonSet from start to end: syncs of the controller, and kubelets that start and stop
 * pods between them. Pods become ready after `startMs` and disappear after `stopMs`, so times are minimums. A pod that
 * is not ready at the start never becomes ready, and a missing node starts no pods.
 *
 * @module
 */
import { countsOf, type DaemonPod, type DaemonSetCounts, fitsOf, type RolloutState, sync } from "./sync.ts";

/** A sync in which the controller writes. */
export interface RolloutStep {
  /** Milliseconds since the start. */
  readonly atMs: number;
  readonly phase: "manage" | "update";
  /** Nodes on which the controller creates a pod, in order. */
  readonly creates: readonly string[];
  /** Pods that the controller deletes. */
  readonly deletes: readonly Pick<DaemonPod, "name" | "node" | "isNew">[];
  /**
   * Number of nodes with an available pod before these writes. The controller's status counts only the oldest pod of a
   * node.
   */
  readonly served: number;
  /** The status before these writes. */
  readonly status: DaemonSetCounts;
}

/** A whole rollout. */
export interface RolloutPlan {
  readonly steps: readonly RolloutStep[];
  /** The status at the end. */
  readonly status: DaemonSetCounts;
  /** Whether every node that should have a pod has a new one that is available. */
  readonly isComplete: boolean;
  /** Minimum time until the last pod is available; for an incomplete rollout, until nothing changes any more. */
  readonly durationMs: number;
  /** The highest number, at any time, of nodes that should have a pod but have no available one. */
  readonly maxUnavailable: number;
  /** Nodes that get no pod, with the reason. */
  readonly excluded: readonly { readonly node: string; readonly reason: string }[];
  /** Nodes that block the rollout, since their pods are not available or stay terminating. */
  readonly blocking: readonly { readonly node: string; readonly reason: string }[];
}

/** How long kubelets take to start and stop pods. */
export interface PodTimings {
  /** Time from the creation of a pod until it is ready. */
  readonly startMs: number;
  /** Time from the deletion of a pod until it is gone. */
  readonly stopMs: number;
}

const maxSteps = 10_000;

/** A pod of the simulation, with the times of its next changes. */
interface LivePod extends DaemonPod {
  readonly readyAtMs?: number;
  readonly goneAtMs?: number;
}

/** @param start - the state directly after the template was changed: all old pods have `isNew: false` */
export function planRollout(start: RolloutState, pace: PodTimings): RolloutPlan {
  const minReadyMs = Number(start.daemonSet.spec?.minReadySeconds ?? 0) * 1000;
  let nowMs = start.nowMs;
  let pods: readonly LivePod[] = start.pods;
  const steps: RolloutStep[] = [];
  const desired = countsOf(start).desiredNumberScheduled;
  let minServed = desired;
  for (let round = 0; round < maxSteps; round++) {
    const state = { ...start, pods, nowMs };
    const { creates, deletes, phase, status } = sync(state);
    const served = servedNodes(state, minReadyMs);
    minServed = Math.min(minServed, served);
    if (creates.length > 0 || deletes.length > 0) {
      steps.push({ atMs: nowMs - start.nowMs, phase, creates, deletes: deletes.map(summarizePod), served, status });
      pods = applyWrites(pods, { creates, deletes, nowMs, round }, pace);
      continue;
    }
    const next = nextChangeMs(pods, nowMs, minReadyMs);
    if (next === undefined) break;
    nowMs = next;
    pods = advancePods(pods, nowMs);
  }
  const end = { ...start, pods, nowMs };
  const status = countsOf(end);
  return {
    steps,
    status,
    isComplete: status.updatedNumberScheduled === desired && status.numberAvailable === desired,
    durationMs: nowMs - start.nowMs,
    maxUnavailable: desired - minServed,
    excluded: [...fitsOf(start)].flatMap(([node, { reason }]) => (reason === undefined ? [] : [{ node, reason }])),
    blocking: blockingNodes(end, minReadyMs),
  };
}

/** Counts the nodes that should have a pod and have an available one that is not terminating. */
function servedNodes(state: RolloutState, minReadyMs: number): number {
  const nodes = new Set<string>();
  for (const { node, readySinceMs, isTerminating } of state.pods) {
    if (!isTerminating && readySinceMs !== undefined && readySinceMs + minReadyMs <= state.nowMs) nodes.add(node);
  }
  return [...fitsOf(state)].filter(([node, { shouldRun }]) => shouldRun && nodes.has(node)).length;
}

const summarizePod = ({ name, node, isNew }: DaemonPod) => ({ name, node, isNew });

interface Writes {
  readonly creates: readonly string[];
  readonly deletes: readonly DaemonPod[];
  readonly nowMs: number;
  readonly round: number;
}

function applyWrites(
  pods: readonly LivePod[],
  { creates, deletes, nowMs, round }: Writes,
  { startMs, stopMs }: PodTimings,
) {
  const gone = new Set(deletes.map(({ name }) => name));
  const left = pods.flatMap((pod): LivePod[] => {
    if (!gone.has(pod.name)) return [pod];
    const isAtOnce = !pod.isScheduled || stopMs === 0;
    const { readySinceMs: _, readyAtMs: _ready, ...rest } = pod;
    return isAtOnce ? [] : [{ ...rest, isTerminating: true, goneAtMs: nowMs + stopMs }];
  });
  const made = creates.map((node): LivePod => {
    const pod = { name: `new-${round}-${node}`, node, isScheduled: true, isNew: true, createdMs: nowMs };
    if (startMs === 0) return { ...pod, phase: "Running", isTerminating: false, readySinceMs: nowMs };
    return { ...pod, phase: "Pending", isTerminating: false, readyAtMs: nowMs + startMs };
  });
  return [...left, ...made];
}

/** Returns when the next pod becomes ready or available, or disappears; undefined if nothing will change. */
function nextChangeMs(pods: readonly LivePod[], nowMs: number, minReadyMs: number): number | undefined {
  const moments = pods.flatMap(({ readyAtMs, goneAtMs, readySinceMs }) => [
    readyAtMs ?? 0,
    goneAtMs ?? 0,
    readySinceMs === undefined ? 0 : readySinceMs + minReadyMs,
  ]);
  const later = moments.filter((moment) => moment > nowMs);
  return later.length === 0 ? undefined : later.reduce((least, moment) => Math.min(least, moment));
}

function advancePods(pods: readonly LivePod[], nowMs: number): readonly LivePod[] {
  return pods
    .filter(({ goneAtMs }) => goneAtMs === undefined || goneAtMs > nowMs)
    .map((pod) => {
      const { readyAtMs, ...rest } = pod;
      if (readyAtMs === undefined || readyAtMs > nowMs) return pod;
      return { ...rest, phase: "Running" as const, readySinceMs: readyAtMs };
    });
}

/** Returns, for the end of the rollout, the nodes that should have an available new pod and do not. */
function blockingNodes(end: RolloutState, minReadyMs: number): RolloutPlan["blocking"] {
  return [...fitsOf(end)].flatMap(([node, { shouldRun }]) => {
    if (!shouldRun) return [];
    const own = end.pods.filter((pod) => pod.node === node);
    const stuck = own.find(({ isTerminating }) => isTerminating);
    const fresh = own.find(({ isNew, isTerminating }) => isNew && !isTerminating);
    if (fresh?.readySinceMs !== undefined && fresh.readySinceMs + minReadyMs <= end.nowMs) return [];
    if (stuck) return [{ node, reason: `pod ${stuck.name} stays terminating` }];
    if (fresh) return [{ node, reason: `pod ${fresh.name} has the new template and is not available` }];
    return [{ node, reason: own.length > 0 ? "its pod is still the old one" : "it has no pod" }];
  });
}
