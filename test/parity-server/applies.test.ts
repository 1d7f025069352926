/**
 * Holds server-side apply, and who owns what after any write, against a real kube-apiserver. Needs one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: other sequences; PARITY_SEQUENCES: how many of each object; PARITY_KINDS: only these, by commas.
 */
import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../server/start.ts";
import { compareSequences, type StepOutcome } from "./apply-sequences.ts";
import { openRealServer, type RealServer } from "./real-server.ts";
import { SampleValues } from "./sample-values.ts";
import { readSeeds } from "./seeds.ts";
import { makeSurroundings } from "./surroundings.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const namespace = "parity-applies";
const leastAgreement = 0.99;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  "sequences of applies and other writes have the answers of kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    afterAll(() => real.close());
    const server = await startTestServer();
    afterAll(() => server.close());
    const own: RealServer = {
      async call(method, path, body, type = method === "PATCH" ? "application/merge-patch+json" : "application/json") {
        const answer = await server.call(method, path, body, { "content-type": type });
        return { code: answer.code, body: (answer.json ?? {}) as Record<string, unknown> };
      },
      close() {},
    };
    const kinds = env["PARITY_KINDS"]?.split(",");
    const seeds = readSeeds();
    await Promise.all([real, own].map((each) => makeSurroundings(each, seeds, namespace)));
    const samples = new SampleValues();
    for (const { object, version } of seeds) samples.collect(object, version.schema);
    const outcomes = await compareSequences(
      { real, own },
      seeds.filter(({ kind }) => kinds === undefined || kinds.includes(kind.kind)),
      {
        samples,
        seed: Number(env["PARITY_SEED"] ?? 1),
        namespace,
        sequences: Number(env["PARITY_SEQUENCES"] ?? 2),
        steps: 6,
      },
    );
    const different = outcomes.filter(({ differences }) => differences.length > 0);
    const text = different.map(described).join("\n");
    if (env["PARITY_REPORT"]) writeFileSync(env["PARITY_REPORT"], text);
    console.log(env["PARITY_REPORT"] ? "" : text, `${outcomes.length} steps, ${different.length} different`);
    expect(1 - different.length / outcomes.length).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);

function described({ kind, step, index, differences, real, own }: StepOutcome): string {
  const request = `${step.method} ${step.path} ${JSON.stringify(step.body)}`;
  return `${kind} step ${index}: ${request.slice(0, 1500)}\n  ${real.code} ${own.code}\n    ${differences.join("\n    ")}`;
}
