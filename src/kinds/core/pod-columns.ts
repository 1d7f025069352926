/**
 * The table columns of pods: how many containers are ready, and the state of the pod in one or two words.
 *
 * @module
 */
import type { ContainerStateTerminated, ContainerStatus, Pod, PodSpec, PodStatus } from "../../api/types/core-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, nameColumn, noneCell } from "../meta/columns.ts";

const hasCondition = ({ conditions = [] }: PodStatus, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === "True");

/** Returns the names of the sidecars: init containers that keep running next to the regular containers. */
const sidecarsOf = ({ initContainers = [] }: PodSpec): ReadonlySet<string> =>
  new Set(initContainers.flatMap(({ name = "", restartPolicy }) => (restartPolicy === "Always" ? [name] : [])));

/** Returns the reason why a container terminated, such as `Error`; without a reason, its signal or exit code. */
function endOf({ reason, signal = 0, exitCode = 0 }: ContainerStateTerminated): string {
  if (reason) return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

const hasSucceeded = (state: ContainerStatus["state"]): boolean =>
  state?.terminated !== undefined && !state.terminated.exitCode;

/** The reason why the pod is still initializing, and the statuses of the init containers up to the current one. */
interface Initialization {
  readonly reason?: string;
  readonly reported: readonly ContainerStatus[];
}

function initializationOf(spec: PodSpec, { initContainerStatuses = [] }: PodStatus): Initialization {
  const sidecars = sidecarsOf(spec);
  const index = initContainerStatuses.findIndex(({ name = "", state, started }) => {
    return !hasSucceeded(state) && !(sidecars.has(name) && started);
  });
  const status = initContainerStatuses[index];
  if (!status) return { reported: initContainerStatuses };
  const { waiting, terminated } = status.state ?? {};
  const isStarting = waiting?.reason && waiting.reason !== "PodInitializing";
  const count = `${index}/${spec.initContainers?.length ?? 0}`;
  const state = terminated ? endOf(terminated) : isStarting ? waiting.reason : count;
  return { reason: `Init:${state}`, reported: initContainerStatuses.slice(0, index + 1) };
}

/**
 * Returns the reasons of the first container that has one, and of the first that failed. Running containers have no
 * reason.
 */
function stateOf({ containerStatuses = [] }: PodStatus): { readonly first?: string; readonly failed?: string } {
  let first: string | undefined;
  let failed: string | undefined;
  for (const { state } of [...containerStatuses].reverse()) {
    if (state?.waiting?.reason) {
      first = state.waiting.reason;
    } else if (state?.terminated) {
      first = endOf(state.terminated);
      if (state.terminated.exitCode) failed = first;
    }
  }
  return { ...(first ? { first } : {}), ...(failed ? { failed } : {}) };
}

const isRunning = ({ ready, state }: ContainerStatus): boolean => ready === true && state?.running !== undefined;

/** Returns the state of the pod. It is not `Completed` while other containers run, or if one failed. */
function runningReason(status: PodStatus, reason: string): string {
  const { first = reason, failed } = stateOf(status);
  if (first !== "Completed") return first;
  const hasRunning = status.containerStatuses?.some((container) => !hasEnded(container) && isRunning(container));
  if (hasRunning && hasCondition(status, "Ready")) return "Running";
  return failed ?? (hasRunning ? "NotReady" : first);
}

const hasEnded = ({ state }: ContainerStatus): boolean =>
  Boolean(state?.waiting?.reason) || state?.terminated !== undefined;

const isInitialized = (initialization: Initialization, status: PodStatus): boolean =>
  initialization.reason === undefined || hasCondition(status, "Initialized");

function statusCell({ metadata = {}, spec = {}, status = {} }: Pod): string {
  const { phase = "", reason = "", conditions = [] } = status;
  if (metadata.deletionTimestamp && reason === "NodeLost") return "Unknown";
  if (metadata.deletionTimestamp && phase !== "Succeeded" && phase !== "Failed") return "Terminating";
  const isGated = conditions.some((each) => each.type === "PodScheduled" && each.reason === "SchedulingGated");
  const initialization = initializationOf(spec, status);
  const start = initialization.reason ?? (isGated ? "SchedulingGated" : reason || phase);
  return isInitialized(initialization, status) ? runningReason(status, start) : start;
}

function readyCell({ spec = {}, status = {} }: Pod): string {
  const sidecars = sidecarsOf(spec);
  const initialization = initializationOf(spec, status);
  const readySidecars = initialization.reported.filter(
    ({ name = "", ready, started, state }) => sidecars.has(name) && ready && started && !hasSucceeded(state),
  );
  const running = isInitialized(initialization, status)
    ? (status.containerStatuses ?? []).filter((container) => !hasEnded(container) && isRunning(container))
    : [];
  return `${readySidecars.length + running.length}/${(spec.containers?.length ?? 0) + sidecars.size}`;
}

/**
 * Returns the containers whose restarts count: the init containers during initialization, afterwards the regular
 * containers and sidecars.
 */
function restartedContainers({ spec = {}, status = {} }: Pod): readonly ContainerStatus[] {
  const initialization = initializationOf(spec, status);
  if (!isInitialized(initialization, status)) return initialization.reported;
  const sidecars = sidecarsOf(spec);
  const restarted = initialization.reported.filter(({ name = "" }) => sidecars.has(name));
  return [...restarted, ...(status.containerStatuses ?? [])];
}

const restartCount = (pod: Pod): number =>
  restartedContainers(pod).reduce((sum, { restartCount: count = 0 }) => sum + count, 0);

/** Returns the time of the last container restart. */
function lastRestart(pod: Pod): string | undefined {
  if (restartCount(pod) === 0) return undefined;
  const times = restartedContainers(pod).flatMap(({ lastState }) => lastState?.terminated?.finishedAt ?? []);
  return times.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}

function readinessGatesCell({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return noneCell;
  const passed = gates.filter(
    ({ conditionType }) => status?.conditions?.find(({ type }) => type === conditionType)?.status === "True",
  );
  return `${passed.length}/${gates.length}`;
}

export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  { name: "Ready", type: "string", description: "Ready containers and all containers.", value: readyCell },
  { name: "Status", type: "string", description: "The state of the containers, in one word.", value: statusCell },
  {
    name: "Restarts",
    type: "string",
    description: "Number of restarts of the containers, and time of the last one.",
    value: (pod) => String(restartCount(pod)),
    since: lastRestart,
  },
  ageColumn,
  {
    name: "IP",
    type: "string",
    description: "Its address.",
    priority: 1,
    value: ({ status }) => status?.podIPs?.[0]?.ip || noneCell,
  },
  {
    name: "Node",
    type: "string",
    description: "The node that it runs on.",
    priority: 1,
    value: ({ spec }) => spec?.nodeName || noneCell,
  },
  {
    name: "Nominated Node",
    type: "string",
    description: "The node where preemption makes room for the pod.",
    priority: 1,
    value: ({ status }) => status?.nominatedNodeName || noneCell,
  },
  {
    name: "Readiness Gates",
    type: "string",
    description: "Passed readiness gates and all readiness gates.",
    priority: 1,
    value: readinessGatesCell,
  },
];
