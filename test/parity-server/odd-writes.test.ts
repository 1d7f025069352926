/**
 * Compares generated writes with odd options and metadata with a real kube-apiserver. Requires one, as its
 * administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- odd-writes
 *
 * PARITY_SEED: another seed; PARITY_COUNT: the number of writes; PARITY_PARTS: the share of writes to subresources and
 * of reviews.
 */
import { expect, onTestFinished, test } from "vitest";
import { startPathServer } from "../server/path-server.ts";
import { drawPartWrite } from "./odd-parts.ts";
import { answerTo, drawWrite } from "./odd-writes.ts";
import { Random } from "./random.ts";
import { makeReadable, readableSeeds, removeReadable } from "./reads.ts";
import { openRealServer } from "./real-server.ts";
import { differencesOf } from "./writes.ts";

const {
  PARITY_KUBECONFIG: kubeconfig,
  PARITY_SEED: seed = 1,
  PARITY_COUNT: count = 2000,
  PARITY_PARTS: parts = 0.25,
} = process.env;
const leastAgreement = 0.98;
const timeoutMs = 3_600_000;
const shownLength = 500;

test.skipIf(kubeconfig === undefined)(
  "odd writes get the same responses as from kube-apiserver",
  async () => {
    const seeds = readableSeeds();
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeReadable(real, seeds);
      real.close();
    });
    const own = await startPathServer();
    onTestFinished(() => own.close());
    for (const each of [real, own]) await makeReadable(each, seeds);
    const random = new Random(Number(seed));
    let different = 0;
    for (let drawn = 0; drawn < Number(count); drawn++) {
      const draw = random.next() < Number(parts) ? drawPartWrite : drawWrite;
      const write = draw(random, seeds);
      const [theirs, ours] = await Promise.all([real, own].map((each) => answerTo(each, write)));
      const differences = differencesOf(theirs, ours);
      // A request of a client should never cause a 500.
      if (differences.length === 0 || theirs?.code === 500) continue;
      different++;
      const shown = differences.slice(0, 4).map((line) => `  ${line.slice(0, shownLength)}`);
      console.log(
        `${write.method} ${decodeURIComponent(write.path)} ${write.type} ${write.body?.slice(0, shownLength)}\n${shown.join("\n")}`,
      );
    }
    console.log(`${count} writes, ${different} different`);
    expect(1 - different / Number(count)).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);
