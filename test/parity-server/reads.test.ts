/**
 * Compares generated reads with a real kube-apiserver. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- reads
 *
 * PARITY_SEED and PARITY_COUNT: other and more reads, for which the server of this source tree is compared instead of
 * the record; PARITY_KINDS: only these kinds, separated by commas. PARITY_RECORD: the file to record to;
 * `test/server/reads.test.ts` reads the record.
 */
import { expect, onTestFinished, test } from "vitest";
import { startPathServer } from "../server/path-server.ts";
import { Random } from "./random.ts";
import {
  compareRead,
  drawRead,
  makeReadable,
  playReads,
  readableSeeds,
  recordedReads,
  removeReadable,
} from "./reads.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const { PARITY_KUBECONFIG: kubeconfig, PARITY_SEED: seed, PARITY_COUNT: count = 2000, PARITY_KINDS } = process.env;
const leastAgreement = 0.99;
const timeoutMs = 3_600_000;
const shownLength = 400;

test.skipIf(kubeconfig === undefined)(
  "reads get the same responses as from kube-apiserver",
  async () => {
    const kinds = PARITY_KINDS?.split(",");
    const seeds = readableSeeds().filter(({ kind }) => kinds === undefined || kinds.includes(kind.kind));
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeReadable(real, seeds);
      real.close();
    });
    if (seed === undefined) return expectRecorded(playReads(real, new Random(1), recordedReads), "reads.txt");
    const own = await startPathServer();
    onTestFinished(() => own.close());
    for (const each of [real, own]) await makeReadable(each, seeds);
    const random = new Random(Number(seed));
    let different = 0;
    for (let drawn = 0; drawn < Number(count); drawn++) {
      const read = drawRead(random, seeds);
      const differences = await compareRead({ real, own }, read, seeds);
      if (differences.length === 0) continue;
      different++;
      const shown = differences.slice(0, 4).map((line) => `  ${line.slice(0, shownLength)}`);
      console.log(`${read.method} ${decodeURIComponent(read.path)} ${read.accept}\n${shown.join("\n")}`);
    }
    console.log(`${count} reads of ${seeds.length} kinds, ${different} different`);
    expect(1 - different / Number(count)).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);
