/**
 * Compares generated writes with a real kube-apiserver: verdict, fields of causes, stored object. Requires one, as its
 * administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: another seed; PARITY_KINDS: only these kinds, separated by commas; PARITY_EDITS: the number of edits per
 * object; PARITY_SORTS: only edits whose sort matches, `^add metadata`; PARITY_PIECE and PARITY_REPORT are described in
 * run-report.ts; PARITY_GATES and PARITY_RUNTIME_CONFIG: the options of the server.
 */
import { expect, onTestFinished, test } from "vitest";
import { startOwnServer } from "./own-server.ts";
import { openRealServer, userOf } from "./real-server.ts";
import { isInPiece, noteWords, reportLines } from "./run-report.ts";
import { SampleValues } from "./sample-values.ts";
import { readSeeds } from "./seeds.ts";
import { makeSurroundings, namespace } from "./surroundings.ts";
import { compareWrites, describeDifferences, describeWords, WriteScores } from "./writes.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const leastSameVerdicts = 0.995;
const leastSameFields = 0.98;
const leastSameObjects = 0.99;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  kubeconfig === undefined
    ? "skipped: PARITY_KUBECONFIG names no kubeconfig of a real kube-apiserver"
    : "writes are answered as by kube-apiserver, and store the same",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    const own = await startOwnServer(await userOf(real));
    onTestFinished(() => {
      real.close();
      return own.close();
    });
    const kinds = env["PARITY_KINDS"]?.split(",");
    const seeds = readSeeds();
    for (const each of [real, own]) await makeSurroundings(each, seeds);
    const samples = new SampleValues();
    for (const { object, version } of seeds) samples.collect(object, version.schema);
    const scores = new WriteScores();
    const done = compareWrites({ real, own }, seeds, {
      samples,
      seed: Number(env["PARITY_SEED"] ?? 1),
      namespace,
      edits: Number(env["PARITY_EDITS"] ?? 9),
      sorts: env["PARITY_SORTS"] === undefined ? undefined : new RegExp(env["PARITY_SORTS"]),
      isWanted: ({ kind }, index) => isInPiece(index) && (kinds === undefined || kinds.includes(kind.kind)),
    });
    for await (const { seed, outcomes } of done) {
      for (const outcome of outcomes) scores.add(outcome);
      noteWords(describeWords(outcomes));
      reportLines([...describeDifferences(outcomes), `with ${seed.file} ${seed.object.kind}, ${scores}`]);
    }
    console.log(String(scores));
    expect(scores.verdicts).toBeGreaterThan(leastSameVerdicts);
    expect(scores.fields).toBeGreaterThan(leastSameFields);
    expect(scores.objects).toBeGreaterThan(leastSameObjects);
  },
  timeoutMs,
);
