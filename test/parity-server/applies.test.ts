/**
 * Compares server-side apply, and the managed fields after any write, with a real kube-apiserver. Requires one, as its
 * administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: another seed; PARITY_SEQUENCES: the number of sequences per object; PARITY_KINDS: only these kinds,
 * separated by commas; PARITY_PIECE and PARITY_REPORT are described in run-report.ts.
 */
import { expect, onTestFinished, test } from "vitest";
import { compareSequences, type StepOutcome } from "./apply-sequences.ts";
import { startOwnServer } from "./own-server.ts";
import { openRealServer, userOf } from "./real-server.ts";
import { isInPiece, reportLines } from "./run-report.ts";
import { SampleValues } from "./sample-values.ts";
import { readSeeds } from "./seeds.ts";
import { makeSurroundings } from "./surroundings.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const namespace = "parity-applies";
const leastAgreement = 0.99;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  "sequences of applies and other writes get the same responses as from kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const own = await startOwnServer(await userOf(real));
    onTestFinished(() => own.close());
    const kinds = env["PARITY_KINDS"]?.split(",");
    const seeds = readSeeds();
    await Promise.all([real, own].map((each) => makeSurroundings(each, seeds, namespace)));
    const samples = new SampleValues();
    for (const { object, version } of seeds) samples.collect(object, version.schema);
    let [steps, different] = [0, 0];
    const done = compareSequences({ real, own }, seeds, {
      samples,
      seed: Number(env["PARITY_SEED"] ?? 1),
      namespace,
      sequences: Number(env["PARITY_SEQUENCES"] ?? 2),
      steps: 6,
      isWanted: ({ kind }, index) => isInPiece(index) && (kinds === undefined || kinds.includes(kind.kind)),
    });
    for await (const outcomes of done) {
      const others = outcomes.filter(({ differences }) => differences.length > 0);
      [steps, different] = [steps + outcomes.length, different + others.length];
      reportLines([...others.map(describeOutcome), `${steps} steps, ${different} different`]);
    }
    expect(1 - different / steps).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);

function describeOutcome({ kind, step, index, differences, real, own }: StepOutcome): string {
  const request = `${step.method} ${step.path} ${JSON.stringify(step.body)}`;
  return `${kind} step ${index}: ${request.slice(0, 1500)}\n  ${real.code} ${own.code}\n    ${differences.join("\n    ")}`;
}
