/**
 * Tests Pod Security with `data/pod-security.jsonl.gz`: the violations that k8s.io/pod-security-admission 0.37.1
 * reports for 577 pods (those of its test data and 214 random ones) and both levels, each with the first minor release
 * that reports it.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { PodSpec } from "../../src/api/types/core-v1.ts";
import { policyOf } from "../../src/policy/pod-security/namespace-policy.ts";
import { describeViolations, formatLevel, violationsOf } from "../../src/policy/pod-security/standards.ts";

const newest = 37;

interface Recorded {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

type Said = Readonly<Record<"baseline" | "restricted", readonly (readonly [minor: number, text: string])[]>>;

const lines = gunzipSync(readFileSync(new URL("./data/pod-security.jsonl.gz", import.meta.url)))
  .toString()
  .trimEnd()
  .split("\n");

test.each(["baseline", "restricted"] as const)("pods have the same violations of %s as upstream", (level) => {
  for (let index = 0; index < lines.length; index += 2) {
    const { metadata, spec } = JSON.parse(lines[index] ?? "") as Recorded;
    const recordedVerdicts = JSON.parse(lines[index + 1] ?? "") as Said;
    const pod = { annotations: metadata.annotations ?? {}, spec };
    const found: [number, string][] = [];
    for (let version = 0; version <= newest; version++) {
      const text = describeViolations(violationsOf(pod, { level, version }, newest));
      if (found.at(-1)?.[1] !== text) found.push([version, text]);
    }
    expect(found, lines[index]).toEqual(recordedVerdicts[level]);
  }
});

const privileged = { level: "privileged", version: "latest" } as const;
const defaults = { enforce: privileged, audit: privileged, warn: privileged };
const ps = "pod-security.kubernetes.io/";

test.each([
  { labels: {}, enforce: "privileged:latest", warn: "privileged:latest" },
  { labels: { enforce: "baseline", "enforce-version": "v1.30" }, enforce: "baseline:v1.30", warn: "baseline:v1.30" },
  { labels: { enforce: "baseline", "warn-version": "v1.20" }, enforce: "baseline:latest", warn: "baseline:v1.20" },
  { labels: { enforce: "baseline", warn: "privileged" }, enforce: "baseline:latest", warn: "privileged:latest" },
  { labels: { enforce: "Baseline" }, enforce: "restricted:latest", warn: "privileged:latest", faults: ["enforce"] },
  {
    labels: { warn: "x", audit: "y" },
    enforce: "privileged:latest",
    warn: "privileged:latest",
    faults: ["audit", "warn"],
  },
  {
    labels: { enforce: "baseline", "enforce-version": "1.30" },
    enforce: "baseline:latest",
    warn: "baseline:latest",
    faults: ["enforce-version"],
  },
])("labels $labels", ({ labels, enforce, warn, faults = [] }) => {
  const prefixed = Object.fromEntries(Object.entries(labels).map(([name, value]) => [ps + name, value ?? ""]));
  const { policy, faults: found } = policyOf(prefixed, defaults);
  expect([formatLevel(policy.enforce), formatLevel(policy.warn)]).toEqual([enforce, warn]);
  expect(found.map(({ label }) => label)).toEqual(faults.map((name) => ps + name));
});
