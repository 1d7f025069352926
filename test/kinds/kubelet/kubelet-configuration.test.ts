import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { kubeletConfiguration } from "../../../src/kinds/kubelet/kubelet-configuration.ts";
import { decodeWithDefaults, ruleIds } from "../../rule/rule-ids.ts";

const identity = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
const contextAt = (target: string) => ({
  target,
  reaches: (release: string) => Number(target.slice(2)) >= Number(release.slice(2)),
});

/** Whether the kubelet reports the error only after the validation of the file, when it starts its components. */
const isReportedAtStart = (rule: string, path: string): boolean =>
  /^kubelet\/(tls-|address|eviction|reserved-resources|qos-reserved|static-|policy-options|container-log-size)/.test(
    rule,
  ) ||
  (rule === "kubelet/choice" && /^(cpuManager|memoryManager|authorization|configMap|tlsMin)/.test(path)) ||
  (rule === "kubelet/duration-range" && path === "syncFrequency") ||
  (rule === "kubelet/feature-gate-required" && path === "topologyManagerPolicyOptions");

/**
 * 1,000 configurations with random fields and values, with the verdict of the decoder, defaults and validation of the
 * 1.37 kubelet: a program built from the kubelet's sources returned them on a node with cgroup v2.
 */
const recorded = readFileSync(join(import.meta.dirname, "data/verdicts.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { config: object; valid: boolean });

test("1,000 random configurations get the verdict of the kubelet", () => {
  const vetter = createVetter({ target: "1.37" });
  const wrong = recorded.filter(({ config, valid }) => {
    const found = vetter.vetText(JSON.stringify({ ...identity, ...config }));
    const errors = found.filter(
      ({ severity, rule, path }) => severity === "error" && !isReportedAtStart(rule, String(path[0] ?? "")),
    );
    return (errors.length === 0) !== valid;
  });
  expect(wrong).toEqual([]);
});

describe("defaults", () => {
  test.each([
    { name: "zero means absent where the type can't tell", config: { port: 0, maxPods: 0, address: "" } },
    { name: "a duration of zero means absent", config: { syncFrequency: "0s", imageMinimumGCAge: "0h" } },
  ])("$name", ({ config }) => {
    expect(decodeWithDefaults(kubeletConfiguration, config)).toEqual(decodeWithDefaults(kubeletConfiguration, {}));
  });

  test.each([
    { config: { registryPullQPS: 0 }, field: "registryPullQPS", expected: 0 },
    { config: { enableServer: false }, field: "enableServer", expected: false },
    { config: { resolvConf: "" }, field: "resolvConf", expected: "" },
    { config: { enforceNodeAllocatable: [] }, field: "enforceNodeAllocatable", expected: [] },
    { config: { podPidsLimit: -7 }, field: "podPidsLimit", expected: -1 },
    { config: { maxParallelImagePulls: 1 }, field: "serializeImagePulls", expected: true },
    { config: { maxParallelImagePulls: 2 }, field: "serializeImagePulls", expected: false },
    { config: { nodeStatusUpdateFrequency: "30s" }, field: "nodeStatusReportFrequency", expected: "30s" },
    { config: {}, field: "nodeStatusReportFrequency", expected: "5m0s" },
    { config: {}, field: "crashLoopBackOff", expected: { maxContainerRestartPeriod: "5m0s" } },
    { config: { cgroupDriver: "0" }, field: "cgroupDriver", expected: "0" },
  ])("$config: $field is $expected", ({ config, field, expected }) => {
    expect(decodeWithDefaults(kubeletConfiguration, config)).toMatchObject({ [field]: expected });
  });

  test.each([
    { target: "1.30", field: "failCgroupV1", expected: undefined },
    { target: "1.34", field: "failCgroupV1", expected: false },
    { target: "1.35", field: "failCgroupV1", expected: true },
    { target: "1.36", field: "memoryThrottlingFactor", expected: 0.9 },
    { target: "1.37", field: "memoryThrottlingFactor", expected: undefined },
    { target: "1.32", field: "mergeDefaultEvictionSettings", expected: undefined },
    { target: "1.34", field: "crashLoopBackOff", expected: undefined },
    { target: "1.34", field: "imagePullCredentialsVerificationPolicy", expected: undefined },
  ])("$target: $field is $expected", ({ target, field, expected }) => {
    const config = decodeWithDefaults(kubeletConfiguration, {}, contextAt(target)) as Record<string, unknown>;
    expect(config[field]).toEqual(expected);
  });

  test("do not change anything when they are applied again", () => {
    const once = decodeWithDefaults(kubeletConfiguration, { nodeStatusUpdateFrequency: "1m" });
    expect(decodeWithDefaults(kubeletConfiguration, once)).toEqual(once);
  });
});

describe("releases", () => {
  test.each([
    { target: "1.31", config: { runOnce: true }, severity: "warning" },
    { target: "1.32", config: { runOnce: true }, severity: "error" },
    { target: "1.35", config: { imageMinimumGCAge: "-1s" }, severity: undefined },
    { target: "1.36", config: { imageMinimumGCAge: "-1s" }, severity: "error" },
    { target: "1.30", config: { enforceNodeAllocatable: ["pods", "pods"] }, severity: undefined },
    { target: "1.31", config: { enforceNodeAllocatable: ["pods", "pods"] }, severity: "error" },
    { target: "1.30", config: { cgroupsPerQOS: false, enforceNodeAllocatable: ["none"] }, severity: "error" },
    { target: "1.31", config: { cgroupsPerQOS: false, enforceNodeAllocatable: ["none"] }, severity: undefined },
    { target: "1.34", config: { featureGates: { GracefulNodeShutdown: false } }, severity: undefined },
    { target: "1.35", config: { featureGates: { GracefulNodeShutdown: false } }, severity: "error" },
    { target: "1.35", config: { memoryReservationPolicy: "None" }, severity: "warning" },
    { target: "1.33", config: { featureGates: { KubeletTracing: false }, tracing: {} }, severity: "error" },
    { target: "1.36", config: { showHiddenMetricsForVersion: "1.35" }, severity: undefined },
    { target: "1.37", config: { showHiddenMetricsForVersion: "1.35" }, severity: "error" },
  ])("$target $config: $severity", ({ target, config, severity }) => {
    const found = createVetter({ target }).vetText(JSON.stringify({ ...identity, ...config }));
    expect(found[0]?.severity).toBe(severity);
  });
});

test("feature gates of the file override those of the command line", () => {
  const config = { ...identity, defaultPodSysctls: { "net.ipv4.ip_forward": "1" } };
  const idsWith = (own: object, featureGates: Record<string, boolean>) =>
    createVetter({ featureGates })
      .vetText(JSON.stringify({ ...config, ...own }))
      .map(({ rule }) => rule);
  expect(idsWith({}, {})).toEqual(["kubelet/feature-gate-required"]);
  expect(idsWith({}, { DefaultPodSysctls: true })).toEqual([]);
  expect(idsWith({ featureGates: { DefaultPodSysctls: false } }, { DefaultPodSysctls: true })).toEqual([
    "kubelet/feature-gate-required",
  ]);
  expect(idsWith({ featureGates: { AllAlpha: false } }, {})).toEqual(["kubelet/feature-gate-required"]);
});

test("a locked feature gate in the file is one error, and fields that need the gate have no error", () => {
  const config = { featureGates: { NodeSwap: false }, memorySwap: { swapBehavior: "LimitedSwap" } };
  const found = createVetter({ target: "1.37" }).vetText(JSON.stringify({ ...identity, ...config }));
  expect(found.map(({ rule }) => rule)).toEqual(["kubelet/feature-gates"]);
});

describe("the static memory policy", () => {
  const reserving = (memory: string, more: object) => ({
    memoryManagerPolicy: "Static",
    reservedMemory: [{ numaNode: 0, limits: { memory } }],
    ...more,
  });
  test.each([
    { memory: "100Mi", more: {}, expected: [] },
    { memory: "1Gi", more: {}, expected: ["kubelet/static-memory-reservation"] },
    { memory: "612Mi", more: { systemReserved: { memory: "0.5Gi" } }, expected: [] },
    { memory: "1Mi", more: { evictionHard: { "memory.available": "5%" } }, expected: [] },
    { memory: "100Mi", more: { evictionHard: {} }, expected: ["kubelet/static-memory-reservation"] },
  ])("$memory with $more: $expected", ({ memory, more, expected }) => {
    const ids = ruleIds(kubeletConfiguration, reserving(memory, more));
    expect(ids.filter((id) => id !== "kubelet/eviction-defaults-lost")).toEqual(expected);
  });
});
