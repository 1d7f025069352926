import { expect, test } from "vitest";
import type { PodSpec, PodStatus as Status } from "../../../src/api/types/core-v1.ts";
import { podColumns } from "../../../src/kinds/core/pod-columns.ts";

const spec: PodSpec = {
  initContainers: [{ name: "setup" }, { name: "proxy", restartPolicy: "Always" }],
  containers: [{ name: "web" }, { name: "log" }],
};
const runningState = { running: {} };
const ready = { type: "Ready", status: "True" };

function shownCells(status: Status, metadata = {}): (string | number | boolean | null)[] {
  const pod = { metadata, spec, status };
  return podColumns.slice(1, 4).map(({ value }) => value(pod, 0));
}

test.each<{ name: string; status: Status; expected: [string, string, string] }>([
  { name: "just created", status: { phase: "Pending" }, expected: ["0/3", "Pending", "0"] },
  {
    name: "with a scheduling gate",
    status: {
      phase: "Pending",
      conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }],
    },
    expected: ["0/3", "SchedulingGated", "0"],
  },
  {
    name: "initializing",
    status: { phase: "Pending", initContainerStatuses: [{ name: "setup", restartCount: 2, state: runningState }] },
    expected: ["0/3", "Init:0/2", "2"],
  },
  {
    name: "an init container failed",
    status: {
      phase: "Pending",
      initContainerStatuses: [{ name: "setup", state: { terminated: { exitCode: 3 } } }],
    },
    expected: ["0/3", "Init:ExitCode:3", "0"],
  },
  {
    name: "an init container waits",
    status: {
      phase: "Pending",
      initContainerStatuses: [{ name: "setup", state: { waiting: { reason: "ErrImagePull" } } }],
    },
    expected: ["0/3", "Init:ErrImagePull", "0"],
  },
  {
    name: "running, with a sidecar",
    status: {
      phase: "Running",
      conditions: [ready],
      initContainerStatuses: [
        { name: "setup", restartCount: 4, state: { terminated: { exitCode: 0 } } },
        { name: "proxy", ready: true, started: true, restartCount: 1, state: runningState },
      ],
      containerStatuses: [
        { name: "web", ready: true, restartCount: 2, state: runningState },
        { name: "log", ready: true, state: runningState },
      ],
    },
    expected: ["3/3", "Running", "3"],
  },
  {
    name: "one container waits, one has failed",
    status: {
      phase: "Running",
      containerStatuses: [
        { name: "web", state: { waiting: { reason: "CrashLoopBackOff" } } },
        { name: "log", state: { terminated: { exitCode: 1, reason: "Error" } } },
      ],
    },
    expected: ["0/3", "CrashLoopBackOff", "0"],
  },
  {
    name: "one container has completed, one runs but is not ready",
    status: {
      phase: "Running",
      containerStatuses: [
        { name: "web", state: { terminated: { exitCode: 0, reason: "Completed" } } },
        { name: "log", ready: true, state: runningState },
      ],
    },
    expected: ["1/3", "NotReady", "0"],
  },
  {
    name: "one container has completed, one has failed",
    status: {
      phase: "Failed",
      containerStatuses: [
        { name: "web", state: { terminated: { exitCode: 0, reason: "Completed" } } },
        { name: "log", state: { terminated: { signal: 9, exitCode: 137 } } },
      ],
    },
    expected: ["0/3", "Signal:9", "0"],
  },
])("$name", ({ status, expected }) => {
  expect(shownCells(status)).toEqual(expected);
});

test.each([
  { name: "running", status: { phase: "Running" }, expected: "Terminating" },
  { name: "terminated", status: { phase: "Succeeded" }, expected: "Succeeded" },
  { name: "on a lost node", status: { phase: "Running", reason: "NodeLost" }, expected: "Unknown" },
])("the status of a pod that is deleted while it is $name", ({ status, expected }) => {
  expect(shownCells(status, { deletionTimestamp: "2026-01-01T00:00:00Z" })[1]).toBe(expected);
});

test("the restarts column has the time of the last restart", () => {
  const terminatedAt = (finishedAt: string) => ({ terminated: { finishedAt } });
  const column = podColumns.find(({ name }) => name === "Restarts");
  const containerStatuses = [
    { name: "web", restartCount: 1, lastState: terminatedAt("2026-01-02T00:00:00Z") },
    { name: "log", restartCount: 1, lastState: terminatedAt("2026-01-01T00:00:00Z") },
  ];
  expect(column?.since?.({ spec, status: { containerStatuses } })).toBe("2026-01-02T00:00:00Z");
  expect(column?.since?.({ spec, status: {} })).toBeUndefined();
});
