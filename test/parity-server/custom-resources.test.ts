/**
 * Holds custom resources of generated schemas against a real kube-apiserver. Needs one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: other schemas; PARITY_SCHEMAS: how many; PARITY_REPORT: a file for what is different; PARITY_RECORD: a file for
 * what the server said, as test/server/custom-resource-records.test.ts replays it.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../server/start.ts";
import { compareResources, groupOfRecords } from "./custom-resources/compare-resources.ts";
import { ownExchange } from "./custom-resources/own-exchange.ts";
import { report } from "./custom-resources/report.ts";
import { recording } from "./custom-resources/transcript.ts";
import { openRealServer } from "./real-server.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const leastSameVerdicts = 0.995;
const leastSameResults = 0.99;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  "definitions and custom resources are answered as by kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    const server = await startTestServer();
    onTestFinished(() => {
      real.close();
      return server.close();
    });
    const lines: string[] = [];
    const sides = { real: recording(real.exchange, lines), own: ownExchange(server) };
    const seed = Number(env["PARITY_SEED"] ?? 1);
    const schemas = Number(env["PARITY_SCHEMAS"] ?? 3000);
    const answered = await compareResources(sides, { seed, schemas, group: groupOfRecords });
    const { text, scores, verdicts, results } = report(answered);
    if (env["PARITY_RECORD"]) writeFileSync(env["PARITY_RECORD"], gzipSync(lines.join("\n"), { level: 9 }));
    if (env["PARITY_REPORT"]) writeFileSync(env["PARITY_REPORT"], text);
    console.log(env["PARITY_REPORT"] ? scores : `${text}\n${scores}`);
    expect(verdicts).toBeGreaterThanOrEqual(leastSameVerdicts);
    expect(results).toBeGreaterThanOrEqual(leastSameResults);
  },
  timeoutMs,
);
