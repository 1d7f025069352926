/**
 * Compares custom resources with generated schemas with a real kube-apiserver. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: another seed; PARITY_SCHEMAS: the number of schemas; PARITY_REPORT: a file for the differences, written
 * during the run; PARITY_PROGRESS: a file for all responses, from which a later run continues; PARITY_MINUTES: the time
 * after which no piece begins. PARITY_RECORD: a file for the server's responses, which
 * test/server/custom-resource-records.test.ts replays; the run is then one piece.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../server/start.ts";
import { type Answered, compareResources, groupOfRecords } from "./custom-resources/compare-resources.ts";
import { ownExchange } from "./custom-resources/own-exchange.ts";
import { differences, report } from "./custom-resources/report.ts";
import { recording } from "./custom-resources/transcript.ts";
import { Pieces } from "./pieces.ts";
import { openRealServer } from "./real-server.ts";
import { reportLines } from "./run-report.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const leastSameVerdicts = 0.995;
const leastSameResults = 0.99;
const pieceSize = 250;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  "definitions and custom resources get the same responses as from kube-apiserver",
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
    const record = env["PARITY_RECORD"];
    const size = record ? schemas : pieceSize;
    const plans = Array.from({ length: Math.ceil(schemas / size) }, (_, index) => {
      const from = index * size;
      return { seed, from, schemas: Math.min(size, schemas - from), group: groupOfRecords };
    });
    const pieces = new Pieces<Answered>(`seed ${seed}, ${schemas} schemas`);
    await pieces.each(plans, async (plan) => {
      const answered = await compareResources(sides, plan);
      reportLines(differences(answered));
      return answered;
    });
    if (record) writeFileSync(record, gzipSync(lines.join("\n"), { level: 9 }));
    const { scores, verdicts, results } = report(pieces.all);
    console.log(scores);
    expect(verdicts).toBeGreaterThanOrEqual(leastSameVerdicts);
    expect(results).toBeGreaterThanOrEqual(leastSameResults);
  },
  timeoutMs,
);
