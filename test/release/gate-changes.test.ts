import { expect, test } from "vitest";
import { gateState } from "../../src/release/feature-gates.ts";
import { gateChanges } from "../../src/release/gate-changes.ts";

const changeOf = (gate: string, from: string, to: string) =>
  gateChanges(from, to).find((change) => change.gate === gate);

test.each([
  { gate: "ImageVolume", from: "1.34", to: "1.37", expected: { enabled: true, since: "1.35", isLocked: true } },
  { gate: "ImageVolume", from: "1.35", to: "1.37", expected: undefined },
  // 1.35.0 enabled it by default, a patch release of 1.35 disabled it again.
  { gate: "MaxUnavailableStatefulSet", from: "1.34", to: "1.35", expected: undefined },
  { gate: "MaxUnavailableStatefulSet", from: "1.34", to: "1.37", expected: { enabled: true, since: "1.37" } },
  { gate: "SchedulerAsyncAPICalls", from: "1.34", to: "1.37", expected: undefined },
  // A new feature, and a new gate for a change of an existing feature.
  { gate: "NFTablesNetlink", from: "1.36", to: "1.37", expected: { enabled: true, since: "1.37" } },
  { gate: "KubeProxyIPVS", from: "1.36", to: "1.37", expected: undefined },
  {
    gate: "ChangeContainerStatusOnKubeletRestart",
    from: "1.34",
    to: "1.37",
    expected: { enabled: false, since: "1.35" },
  },
  // Alpha in both releases, and a gate that was removed.
  { gate: "CRIListStreaming", from: "1.34", to: "1.37", expected: undefined },
  { gate: "SidecarContainers", from: "1.34", to: "1.37", expected: undefined },
])("$gate from $from to $to", ({ gate, from, to, expected }) => {
  const change = changeOf(gate, from, to);
  if (expected === undefined) expect(change).toBeUndefined();
  else expect(change).toMatchObject(expected);
});

test("each change agrees with the gate tables of both releases", () => {
  for (const { gate, enabled } of gateChanges("1.30", "1.37")) {
    expect(gateState(gate, "1.37")?.enabled, gate).toBe(enabled);
    expect(gateState(gate, "1.30")?.enabled ?? !enabled, gate).toBe(!enabled);
  }
});
