/**
 * Custom resources of generated schemas, with what kube-apiserver 1.37 made of them. Written by
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_SEED=6 PARITY_SCHEMAS=80 \
 *     PARITY_RECORD=test/server/data/custom-resources.jsonl.gz npx vitest run test/parity-server/custom-resources.test.ts
 */
import { expect, onTestFinished, test } from "vitest";
import { compareResources, groupOfRecords } from "../parity-server/custom-resources/compare-resources.ts";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { differences } from "../parity-server/custom-resources/report.ts";
import { replaying } from "../parity-server/custom-resources/transcript.ts";
import { recordedLines } from "../recorded-lines.ts";
import { startTestServer } from "./start.ts";

const plan = { seed: 6, schemas: 80, group: groupOfRecords };
const timeoutMs = 120_000;

test(
  "definitions and custom resources get the responses of kube-apiserver",
  async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const lines = recordedLines(new URL("data/custom-resources.jsonl.gz", import.meta.url));
    const answered = await compareResources({ real: replaying(lines), own: ownExchange(server) }, plan);
    expect(answered.length).toBeGreaterThan(plan.schemas * 3);
    expect(differences(answered)).toEqual([]);
  },
  timeoutMs,
);
