import { expect, test } from "vitest";
import { featureGateDependencies, featureGateTable } from "../../src/release/feature-gate-table.ts";
import {
  dependentGates,
  disabledDependencies,
  gateFault,
  gateNames,
  gateState,
  isGateEnabled,
} from "../../src/release/feature-gates.ts";
import { newestTarget, oldestTarget } from "../../src/release/release.ts";

const beta = "StructuredAuthenticationConfigurationEgressSelector";
const graduatedGate = "AnonymousAuthConfigurableEndpoints";

test.each([
  { name: "a beta gate is on", gate: beta, target: "1.34", overrides: {}, expected: true },
  { name: "a release before the gate", gate: beta, target: "1.33", overrides: {}, expected: false },
  { name: "a gate that is set to false", gate: beta, target: "1.34", overrides: { [beta]: false }, expected: false },
  { name: "AllBeta set to false", gate: beta, target: "1.34", overrides: { AllBeta: false }, expected: false },
  {
    name: "its own setting overrides AllBeta",
    gate: beta,
    target: "1.34",
    overrides: { AllBeta: false, [beta]: true },
    expected: true,
  },
  { name: "an alpha gate is off", gate: graduatedGate, target: "1.31", overrides: {}, expected: false },
  { name: "AllAlpha set to true", gate: graduatedGate, target: "1.31", overrides: { AllAlpha: true }, expected: true },
  {
    name: "AllBeta does not apply to a stable gate",
    gate: graduatedGate,
    target: "1.35",
    overrides: { AllBeta: false },
    expected: true,
  },
  { name: "an unknown gate", gate: "Nope", target: "1.37", overrides: { AllAlpha: true }, expected: false },
  {
    name: "a removed gate whose feature stays on",
    gate: "APIListChunking",
    target: "1.37",
    overrides: {},
    expected: true,
  },
  {
    name: "a removed gate whose feature was dropped",
    gate: "GangScheduling",
    target: "1.37",
    overrides: { AllAlpha: true },
    expected: false,
  },
  {
    name: "a feature that got a gate later",
    gate: "AllowDNSOnlyNodeCSR",
    target: "1.30",
    overrides: {},
    expected: true,
  },
  {
    name: "a feature that got a gate later, which is off by default",
    gate: "AllowDNSOnlyNodeCSR",
    target: "1.31",
    overrides: {},
    expected: false,
  },
])("$name", ({ gate, target, overrides, expected }) => {
  expect(isGateEnabled(gate, target, overrides)).toBe(expected);
});

test.each([
  { gate: "CustomCPUCFSQuotaPeriod", target: "1.30", expected: "alpha off" },
  { gate: "CustomCPUCFSQuotaPeriod", target: "1.36", expected: "stable on" },
  { gate: "NodeSwap", target: "1.33", expected: "beta on" },
  { gate: "NodeSwap", target: "1.34", expected: "stable on locked" },
  { gate: "StructuredAuthorizationConfiguration", target: "1.36", expected: "unknown" },
  { gate: "KubeletEnsureSecretPulledImages", target: "1.32", expected: "unknown" },
  { gate: "KubeletEnsureSecretPulledImages", target: "1.33", expected: "alpha off" },
  { gate: "AllowDNSOnlyNodeCSR", target: "1.30", expected: "unknown" },
  { gate: "AllowDNSOnlyNodeCSR", target: "1.31", expected: "deprecated off" },
  { gate: "SystemdWatchdog", target: "1.37", expected: "stable on locked" },
  { gate: "LoggingBetaOptions", target: "1.37", expected: "beta on" },
  { gate: "WatchListClient", target: "1.35", expected: "beta on" },
  { gate: "AllAlpha", target: "1.37", expected: "alpha off" },
  { gate: "Nope", target: "1.37", expected: "unknown" },
  { gate: "Node.*", target: "1.37", expected: "unknown" },
])("$gate is $expected in $target", ({ gate, target, expected }) => {
  const state = gateState(gate, target);
  const words = state && `${state.stage} ${state.enabled ? "on" : "off"}${state.isLocked ? " locked" : ""}`;
  expect(words ?? "unknown").toBe(expected);
});

test("a gate that is on only in clusters of a minimum compatibility version is off by default", () => {
  expect(gateState("DRAFractionalCapacityRange", "1.37")).toMatchObject({ stage: "beta", enabled: false });
});

test.each([
  { gate: "NodeSwap", value: true, target: "1.37", expected: undefined },
  { gate: "NodeSwap", value: false, target: "1.37", expected: { problem: "locked", enabled: true } },
  { gate: "NodeSwap", value: false, target: "1.33", expected: undefined },
  {
    gate: "GangScheduling",
    value: true,
    target: "1.37",
    expected: { problem: "unknown", since: "1.35", until: "1.37" },
  },
  {
    gate: "GangScheduling",
    value: true,
    target: "1.30",
    expected: { problem: "unknown", since: "1.35", until: "1.37" },
  },
  { gate: "CompositePodGroup", value: true, target: "1.36", expected: { problem: "unknown", since: "1.37" } },
  { gate: "Nope", value: true, target: "1.37", expected: { problem: "unknown" } },
  { gate: "AllBeta", value: false, target: "1.37", expected: undefined },
])("setting $gate to $value in $target: $expected", ({ gate, value, target, expected }) => {
  expect(gateFault(gate, value, target)).toEqual(expected);
});

test.each([
  { target: "1.37", settings: { GenericWorkload: false, WorkloadWithJob: true }, missing: ["GenericWorkload"] },
  { target: "1.36", settings: { GracefulNodeShutdown: false }, missing: ["GracefulNodeShutdown"] },
  { target: "1.34", settings: { GracefulNodeShutdown: false }, missing: [] },
  { target: "1.36", settings: { GracefulNodeShutdown: false, AllBeta: false }, missing: [] },
  { target: "1.36", settings: {}, missing: [] },
])("with $settings in $target, the disabled dependencies are $missing", ({ target, settings, missing }) => {
  const found = dependentGates(target, settings).flatMap((gate) => disabledDependencies(gate, target, settings));
  expect([...new Set(found)]).toEqual(missing);
});

test("by default no gate has a disabled dependency in any release", () => {
  for (let minor = 30; minor <= 37; minor++) {
    const lacking = dependentGates(`1.${minor}`, {}).filter((gate) => disabledDependencies(gate, `1.${minor}`, {})[0]);
    expect(lacking).toEqual([]);
  }
});

test("the table has the documented format", () => {
  for (const line of featureGateTable.trim().split("\n")) expect(line).toMatch(/^\w+( 3\d[absdx][+-]!?)+$/);
  for (const line of featureGateDependencies.trim().split("\n")) expect(line).toMatch(/^\w+ \w+ 3\d( 3\d)?$/);
  expect(gateNames(newestTarget).length).toBeGreaterThan(250);
  expect(gateNames(oldestTarget)).toContain("AllAlpha");
});
