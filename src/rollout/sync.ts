/**
 * Simulates one sync of the DaemonSet controller: the pods that it creates and deletes, and the status that it writes.
 * If only some nodes may change, the controller picks them in random order; this module uses the order of the nodes.
 * Source: `manage`, `rollingUpdate` and `updateDaemonSetStatus` of Kubernetes 1.37.
 *
 * @module
 */
import type { DaemonSet } from "../api/types/apps-v1.ts";
import type { Node } from "../api/types/core-v1.ts";
import { intOrPercentValue } from "../text/int-or-percent.ts";
import { type NodeFit, nodeFit } from "./node-fit.ts";

/** A pod of the DaemonSet. Times are in milliseconds since 1970. */
export interface DaemonPod {
  readonly name: string;
  readonly node: string;
  /** Whether the scheduler has bound the pod to the node. */
  readonly isScheduled: boolean;
  readonly isNew: boolean;
  readonly phase: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
  readonly createdMs: number;
  /** When the pod became ready; absent if it is not ready. */
  readonly readySinceMs?: number;
  readonly isTerminating: boolean;
}

/** The cluster state at the start of a sync. */
export interface RolloutState {
  readonly daemonSet: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly DaemonPod[];
  readonly nowMs: number;
}

/** The writes of a sync. Only one of its two phases writes. */
export interface SyncResult {
  /** Nodes on which the controller creates a pod. */
  readonly creates: readonly string[];
  readonly deletes: readonly DaemonPod[];
  /** `manage` ensures one pod on each node that should have one. `update` replaces old pods. */
  readonly phase: "manage" | "update";
  /** The status that the controller writes, from the nodes and pods before these writes. */
  readonly status: DaemonSetCounts;
}

/** The counts of a status. */
export type DaemonSetCounts = Readonly<
  Record<
    | "desiredNumberScheduled"
    | "currentNumberScheduled"
    | "numberMisscheduled"
    | "numberReady"
    | "updatedNumberScheduled"
    | "numberAvailable"
    | "numberUnavailable",
    number
  >
>;

/** Most creations, and most deletions, in one sync. */
const maxBurst = 250;

interface Actions {
  readonly creates: string[];
  readonly deletes: DaemonPod[];
}

/** The pods by node, whether each node should have one, and the limits of the update strategy. */
class View {
  readonly fits: ReadonlyMap<string, NodeFit>;
  readonly podsByNode = new Map<string, DaemonPod[]>();
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly desired: number;
  private readonly minReadyMs: number;
  private readonly nowMs: number;

  constructor({ daemonSet, nodes, pods, nowMs }: RolloutState) {
    const { spec = {} } = daemonSet;
    this.nowMs = nowMs;
    this.minReadyMs = Number(spec.minReadySeconds ?? 0) * 1000;
    this.fits = new Map(nodes.map((node) => [node.metadata?.name ?? "", nodeFit(node, spec.template?.spec ?? {})]));
    for (const pod of pods) {
      const isGone = pod.isTerminating && (pod.phase === "Failed" || pod.phase === "Succeeded");
      if (!isGone) this.podsByNode.set(pod.node, [...(this.podsByNode.get(pod.node) ?? []), pod]);
    }
    this.desired = [...this.fits.values()].filter(({ shouldRun }) => shouldRun).length;
    const { type, rollingUpdate } = spec.updateStrategy ?? {};
    const isRolling = type === "RollingUpdate";
    this.maxSurge = isRolling ? amountOf(rollingUpdate?.maxSurge, this.desired) : 0;
    const unavailable = isRolling ? amountOf(rollingUpdate?.maxUnavailable, this.desired) : 0;
    this.maxUnavailable = this.desired > 0 && unavailable === 0 && this.maxSurge === 0 ? 1 : unavailable;
  }

  isAvailable({ readySinceMs }: DaemonPod): boolean {
    return readySinceMs !== undefined && (this.minReadyMs === 0 || readySinceMs + this.minReadyMs <= this.nowMs);
  }
}

/** Resolves a number or a percentage, which is rounded up. */
function amountOf(value: number | string | undefined, of: number): number {
  if (value === undefined) return 0;
  return typeof value === "string" ? Math.ceil((intOrPercentValue(value) * of) / 100) : value;
}

/** Returns the writes of a sync of the controller after its caches contain all of its earlier writes. */
export function sync(state: RolloutState): SyncResult {
  const view = new View(state);
  const { type, rollingUpdate } = state.daemonSet.spec?.updateStrategy ?? {};
  const allowsSurge = type === "RollingUpdate" && amountOf(rollingUpdate?.maxSurge, 1) > 0;
  const managed: Actions = { creates: [], deletes: [] };
  for (const [node, fit] of view.fits) manageNode(view, node, fit, allowsSurge, managed);
  for (const [node, pods] of view.podsByNode) {
    if (!view.fits.has(node)) managed.deletes.push(...pods.filter(({ isScheduled }) => !isScheduled));
  }
  const hasNothingToManage = managed.creates.length === 0 && managed.deletes.length === 0;
  const { creates, deletes } = hasNothingToManage ? update(view, type) : managed;
  return {
    creates: creates.slice(0, maxBurst),
    deletes: deletes.slice(0, maxBurst),
    phase: hasNothingToManage ? "update" : "manage",
    status: statusOf(view),
  };
}

/** Returns the writes that replace old pods. */
function update(view: View, type: string | undefined): Actions {
  if (type !== "RollingUpdate") return { creates: [], deletes: [] };
  return view.maxSurge > 0 ? surge(view) : replace(view);
}

function manageNode(view: View, node: string, fit: NodeFit, allowsSurge: boolean, { creates, deletes }: Actions): void {
  const pods = view.podsByNode.get(node);
  if (fit.shouldRun && !pods) {
    creates.push(node);
    return;
  }
  const live = (pods ?? []).filter(({ isTerminating }) => !isTerminating);
  if (!fit.mayContinue) {
    deletes.push(...live);
    return;
  }
  const isOver = ({ phase }: DaemonPod) => phase === "Failed" || phase === "Succeeded";
  deletes.push(...live.filter(isOver));
  const running = live.filter((pod) => !isOver(pod)).sort(byAge);
  if (!allowsSurge) {
    deletes.push(...running.slice(1));
    return;
  }
  if (running.length <= 1) {
    if (running.length === 0 && fit.shouldRun) creates.push(node);
    return;
  }
  const oldestNew = running.find(({ isNew }) => isNew);
  const oldestOld = running.find(({ isNew }) => !isNew);
  deletes.push(...running.filter((pod) => pod !== oldestNew && pod !== oldestOld));
  if (!oldestNew || !oldestOld) return;
  if (oldestOld.readySinceMs === undefined || view.isAvailable(oldestNew)) deletes.push(oldestOld);
}

/** Scheduled pods first, then by age and name. */
function byAge(a: DaemonPod, b: DaemonPod): number {
  return Number(b.isScheduled) - Number(a.isScheduled) || a.createdMs - b.createdMs || (a.name < b.name ? -1 : 1);
}

interface NodePods {
  readonly node: string;
  readonly newPod: DaemonPod | undefined;
  readonly oldPod: DaemonPod | undefined;
  /** Whether the node has several new or several old pods; `manage` must delete the extra ones first. */
  readonly isExcess: boolean;
}

/** Returns the nodes that should have a pod and those that have one, with their new and old pod. */
function nodesToUpdate({ podsByNode, fits }: View): readonly NodePods[] {
  const wanted = [...fits].filter(([, { shouldRun }]) => shouldRun).map(([node]) => node);
  return [...new Set([...podsByNode.keys(), ...wanted])].map((node) => {
    const live = (podsByNode.get(node) ?? []).filter(({ isTerminating }) => !isTerminating);
    const fresh = live.filter(({ isNew }) => isNew);
    const old = live.filter(({ isNew }) => !isNew);
    return { node, newPod: fresh[0], oldPod: old[0], isExcess: fresh.length > 1 || old.length > 1 };
  });
}

/** Without surge: deletes old pods up to `maxUnavailable`, and in any case those that are not available. */
function replace(view: View): Actions {
  let unavailable = 0;
  const forced: DaemonPod[] = [];
  const candidates: DaemonPod[] = [];
  for (const { newPod, oldPod, isExcess } of nodesToUpdate(view)) {
    if (isExcess || (newPod === undefined) === (oldPod === undefined)) unavailable++;
    else if (newPod) unavailable += view.isAvailable(newPod) ? 0 : 1;
    else if (oldPod && !view.isAvailable(oldPod)) {
      forced.push(oldPod);
      unavailable++;
    } else if (oldPod) candidates.push(oldPod);
  }
  const most = Math.max(0, view.maxUnavailable - unavailable);
  return { creates: [], deletes: [...forced, ...candidates.slice(0, most)] };
}

/** With surge: creates new pods next to old ones, and deletes an old one when the new one is available. */
function surge(view: View): Actions {
  let surging = 0;
  let available = 0;
  const forced: string[] = [];
  const candidates: string[] = [];
  const deletes: DaemonPod[] = [];
  const misplaced: DaemonPod[] = [];
  for (const { node, newPod, oldPod, isExcess } of nodesToUpdate(view)) {
    if (isExcess) {
      surging++;
      continue;
    }
    const counted = oldPod ?? newPod;
    if (counted && view.isAvailable(counted)) available++;
    if (!oldPod) continue;
    if (newPod) {
      if (view.isAvailable(newPod)) deletes.push(oldPod);
      else surging++;
      continue;
    }
    const fit = view.fits.get(node);
    // The controller fails to look up a missing node, and updates nothing until the pod is gone too.
    if (!fit) return { creates: [], deletes: [] };
    const { shouldRun } = fit;
    if (view.isAvailable(oldPod)) {
      if (shouldRun) candidates.push(node);
      else misplaced.push(oldPod);
    } else if (shouldRun) forced.push(node);
    else deletes.push(oldPod);
  }
  deletes.push(...misplaced.slice(0, Math.max(0, available - view.desired)));
  return { creates: [...forced, ...candidates.slice(0, Math.max(0, view.maxSurge - surging))], deletes };
}

function statusOf(view: View): DaemonSetCounts {
  const counts = { current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  for (const [node, { shouldRun }] of view.fits) {
    const [oldest] = [...(view.podsByNode.get(node) ?? [])].sort(byAge);
    if (!oldest) continue;
    if (!shouldRun) {
      counts.misscheduled++;
      continue;
    }
    counts.current++;
    if (oldest.readySinceMs !== undefined) counts.ready++;
    if (view.isAvailable(oldest)) counts.available++;
    if (oldest.isNew) counts.updated++;
  }
  return {
    desiredNumberScheduled: view.desired,
    currentNumberScheduled: counts.current,
    numberMisscheduled: counts.misscheduled,
    numberReady: counts.ready,
    updatedNumberScheduled: counts.updated,
    numberAvailable: counts.available,
    numberUnavailable: view.desired - counts.available,
  };
}

/**
 * Returns the writes of the second phase alone, for a controller that runs it before its caches contain the writes of
 * the first phase.
 */
export const updateOf = (state: RolloutState): Pick<SyncResult, "creates" | "deletes"> =>
  update(new View(state), state.daemonSet.spec?.updateStrategy?.type);

/** Returns the counts of the status for a state in which the controller writes nothing more. */
export const countsOf = (state: RolloutState): DaemonSetCounts => statusOf(new View(state));

/** Returns by node name whether the node should have a pod. */
export const fitsOf = (state: RolloutState): ReadonlyMap<string, NodeFit> => new View(state).fits;
