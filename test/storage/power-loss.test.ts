/**
 * Loss of power at any moment during writes to an LMDB directory: everything that was not flushed to the disk may be
 * lost.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { verifyDirectory } from "../../src/storage/verify.ts";
import { text } from "./observe.ts";
import { buildProgram, start } from "./programs.ts";
import { leftOf, type Step, stepsOf, tracedCalls } from "./traced-writes.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clustervet-power-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const strace = spawnSync("strace", ["-V"]);
const isCi = process.env["CI"] !== undefined;

/** Which of the sectors that were not flushed survive: none, all, or random ones. */
const disks: readonly { readonly name: string; readonly survives: (random: () => number) => () => boolean }[] = [
  { name: "nothing that was not flushed", survives: () => () => false },
  { name: "everything", survives: () => () => true },
  { name: "some of what was not flushed", survives: (random) => () => random() < 0.5 },
];

describe.skipIf(strace.error !== undefined && !isCi)("power loss (apt-get install strace)", () => {
  let steps: Step[];
  beforeAll(async () => {
    const trace = join(root, "trace");
    const writer = await buildProgram("writer");
    const how = ["-f", "-xx", "-s", "1000000", "-e", `trace=${tracedCalls}`, "-o", trace];
    const program = start("strace", [...how, process.execPath, writer, join(root, "traced"), "0", "3", "5"]);
    await program.ended;
    steps = stepsOf(readFileSync(trace, "utf8"), "storage.mdb");
    // The trace is complete: all of its writes together result in the file.
    expect(
      Buffer.compare(leftOf(steps, () => true) ?? new Uint8Array(), readFileSync(join(root, "traced/storage.mdb"))),
    ).toBe(0);
  }, 60_000);

  test.each(disks)(
    "at any moment, on a disk that keeps $name: all acknowledged writes remain",
    async ({ survives }) => {
      const random = randomNumbers(20_261_121);
      let acknowledgements = 0;
      for (let count = 1; count <= steps.length; count++) {
        const before = steps.slice(0, count);
        const acknowledged = acknowledgedIn(before);
        const directory = join(root, `left-${count}`);
        mkdirSync(directory, { mode: 0o700 });
        const left = leftOf(before, survives(random));
        if (left) writeFileSync(join(directory, "storage.mdb"), left);
        await expectKept(directory, acknowledged);
        rmSync(directory, { recursive: true });
        acknowledgements = acknowledged.length;
      }
      expect(acknowledgements).toBe(30);
    },
    120_000,
  );
});

interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  readonly value: string;
}

function acknowledgedIn(steps: readonly Step[]): Acknowledged[] {
  return steps.flatMap((step) => {
    if (step.kind !== "output" || !step.text.startsWith("/")) return [];
    const [key = "", revision, value = ""] = step.text.trim().split(" ");
    return [{ key, revision: Number(revision), value }];
  });
}

async function expectKept(directory: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  const storage = await openLmdbStorage(directory);
  for (const { key, revision, value } of acknowledged) {
    const { entry } = await storage.get(key, { revision });
    expect({ key, revision: entry?.modRevision, value: text(entry)?.split(" ")[0] }).toEqual({ key, revision, value });
  }
  await storage.close();
  expect((await verifyDirectory(directory)).faults).toEqual([]);
}

/** Returns the same pseudorandom numbers each time (a linear congruential generator with 32 bits). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
