import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { kubeSchedulerConfiguration } from "../../../src/kinds/scheduler/kube-scheduler-configuration.ts";
import { decodeWithDefaults } from "../../rule/rule-ids.ts";

/** Generated documents with the verdict of kube-scheduler 1.37, whose code decoded, defaulted and validated them. */
const rows: readonly { readonly valid: boolean; readonly document: unknown }[] = readFileSync(
  join(import.meta.dirname, "data/verdicts.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("generated documents get the verdict of kube-scheduler", () => {
  const vetter = createVetter({ target: "1.37" });
  const differing = rows.filter(({ valid, document }) => {
    const found = vetter.vetText(JSON.stringify(document), "config.json");
    return found.every(({ severity }) => severity !== "error") !== valid;
  });
  expect(rows.length).toBeGreaterThan(150);
  expect(differing).toEqual([]);
});

test("an empty configuration gets the defaults of kube-scheduler", () => {
  expect(decodeWithDefaults(kubeSchedulerConfiguration, {})).toMatchObject({
    parallelism: 16,
    percentageOfNodesToScore: 0,
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 10,
    enableProfiling: true,
    enableContentionProfiling: true,
    profiles: [{ schedulerName: "default-scheduler" }],
    leaderElection: { leaderElect: true, resourceName: "kube-scheduler", resourceNamespace: "kube-system" },
    clientConnection: { qps: 50, burst: 100 },
  });
});

test("several profiles get no default name, and contention profiling is off by default if profiling is disabled", () => {
  const config = decodeWithDefaults(kubeSchedulerConfiguration, { enableProfiling: false, profiles: [{}, {}] });
  expect(config.profiles).toEqual([{}, {}]);
  expect(config.enableContentionProfiling).toBeUndefined();
});
