/**
 * A rollout from its start to its end: syncs of the DaemonSet controller, and between them kubelets that start and stop pods.
 * Pods become ready after `startMs` and are gone after `stopMs`, so times are the least that a rollout takes. A pod that is not
 * ready at the start stays so, and a node that is gone starts nothing.
 *
 * @module
 */
import { countsOf, type DaemonPod, type DaemonSetCounts, fitsOf, type RolloutState, sync } from "./sync.ts";

/** One moment at which the controller writes. */
export interface RolloutStep {
  /** Since the start. */
  readonly atMs: number;
  readonly phase: "manage" | "update";
  /** Nodes that get a pod, in order. */
  readonly creates: readonly string[];
  /** Pods that are deleted. */
  readonly deletes: readonly Pick<DaemonPod, "name" | "node" | "isNew">[];
  /** Nodes with an available pod, before these writes. In its status the controller counts only the oldest pod of a node. */
  readonly served: number;
  /** Before these writes. */
  readonly status: DaemonSetCounts;
}

/** A whole rollout. */
export interface RolloutPlan {
  readonly steps: readonly RolloutStep[];
  /** The status at the end. */
  readonly status: DaemonSetCounts;
  /** True: every pod that should be there is new and available. */
  readonly isComplete: boolean;
  /** Until the last pod is available, at least; of an incomplete rollout until nothing moves any more. */
  readonly durationMs: number;
  /** The most nodes that should have a pod and have no available one, at any time. */
  readonly maxUnavailable: number;
  /** Nodes that get no pod, with the reason. */
  readonly excluded: readonly { readonly node: string; readonly reason: string }[];
  /** Nodes that hold the rollout up: their pods are not available, or stay terminating. */
  readonly blocking: readonly { readonly node: string; readonly reason: string }[];
}

/** How long kubelets take. */
export interface Pace {
  /** From the creation of a pod until it is ready. */
  readonly startMs: number;
  /** From the deletion of a pod until it is gone. */
  readonly stopMs: number;
}

const maxSteps = 10_000;

/** A pod of the simulation, with the times at which it changes. */
interface LivePod extends DaemonPod {
  readonly readyAtMs?: number;
  readonly goneAtMs?: number;
}

/** @param start - the state when the new template is written: all old pods have `isNew: false` */
export function planRollout(start: RolloutState, pace: Pace): RolloutPlan {
  const minReadyMs = Number(start.daemonSet.spec?.minReadySeconds ?? 0) * 1000;
  let nowMs = start.nowMs;
  let pods: readonly LivePod[] = start.pods;
  const steps: RolloutStep[] = [];
  const desired = countsOf(start).desiredNumberScheduled;
  let least = desired;
  for (let round = 0; round < maxSteps; round++) {
    const state = { ...start, pods, nowMs };
    const { creates, deletes, phase, status } = sync(state);
    const served = servedNodes(state, minReadyMs);
    least = Math.min(least, served);
    if (creates.length > 0 || deletes.length > 0) {
      steps.push({ atMs: nowMs - start.nowMs, phase, creates, deletes: deletes.map(shown), served, status });
      pods = written(pods, { creates, deletes, nowMs, round }, pace);
      continue;
    }
    const next = nextMoment(pods, nowMs, minReadyMs);
    if (next === undefined) break;
    nowMs = next;
    pods = advanced(pods, nowMs);
  }
  const end = { ...start, pods, nowMs };
  const status = countsOf(end);
  return {
    steps,
    status,
    isComplete: status.updatedNumberScheduled === desired && status.numberAvailable === desired,
    durationMs: nowMs - start.nowMs,
    maxUnavailable: desired - least,
    excluded: [...fitsOf(start)].flatMap(([node, { reason }]) => (reason === undefined ? [] : [{ node, reason }])),
    blocking: blockingNodes(end, minReadyMs),
  };
}

/** Nodes that should have a pod, and have an available one that stays. */
function servedNodes(state: RolloutState, minReadyMs: number): number {
  const nodes = new Set<string>();
  for (const { node, readySinceMs, isTerminating } of state.pods) {
    if (!isTerminating && readySinceMs !== undefined && readySinceMs + minReadyMs <= state.nowMs) nodes.add(node);
  }
  return [...fitsOf(state)].filter(([node, { shouldRun }]) => shouldRun && nodes.has(node)).length;
}

const shown = ({ name, node, isNew }: DaemonPod) => ({ name, node, isNew });

interface Writes {
  readonly creates: readonly string[];
  readonly deletes: readonly DaemonPod[];
  readonly nowMs: number;
  readonly round: number;
}

function written(pods: readonly LivePod[], { creates, deletes, nowMs, round }: Writes, { startMs, stopMs }: Pace) {
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

/** When something changes by itself: a pod becomes ready or available, or is gone. */
function nextMoment(pods: readonly LivePod[], nowMs: number, minReadyMs: number): number | undefined {
  const moments = pods.flatMap(({ readyAtMs, goneAtMs, readySinceMs }) => [
    readyAtMs ?? 0,
    goneAtMs ?? 0,
    readySinceMs === undefined ? 0 : readySinceMs + minReadyMs,
  ]);
  const later = moments.filter((moment) => moment > nowMs);
  return later.length === 0 ? undefined : later.reduce((least, moment) => Math.min(least, moment));
}

function advanced(pods: readonly LivePod[], nowMs: number): readonly LivePod[] {
  return pods
    .filter(({ goneAtMs }) => goneAtMs === undefined || goneAtMs > nowMs)
    .map((pod) => {
      const { readyAtMs, ...rest } = pod;
      if (readyAtMs === undefined || readyAtMs > nowMs) return pod;
      return { ...rest, phase: "Running" as const, readySinceMs: readyAtMs };
    });
}

/** At the end: nodes that should have an available new pod and do not. */
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
