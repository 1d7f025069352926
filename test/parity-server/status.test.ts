/**
 * Compares generated statuses with a real kube-apiserver. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- status
 *
 * PARITY_SEED: other statuses, drawn for all kinds that have one, for which the server of this source tree is compared
 * instead of the record; PARITY_COUNT: the number of statuses per object; PARITY_KINDS: only these kinds, separated by
 * commas. PARITY_RECORD: the file to record to; `test/server/status.test.ts` reads the record.
 */
import { expect, onTestFinished, test } from "vitest";
import { startPathServer } from "../server/path-server.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";
import { SampleValues } from "./sample-values.ts";
import { readSeeds } from "./seeds.ts";
import { playStatuses, recordedPlan } from "./status-plays.ts";

const { PARITY_KUBECONFIG: kubeconfig, PARITY_SEED: seed, PARITY_COUNT: count = 20, PARITY_KINDS } = process.env;
const timeoutMs = 3_600_000;
const rounds = 3;

test.skipIf(kubeconfig === undefined)(
  "statuses are accepted and rejected as by kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    if (seed === undefined) return expectRecorded(playStatuses(real, recordedPlan), "statuses.txt");
    const own = await startPathServer();
    onTestFinished(() => own.close());
    const seeds = readSeeds();
    const samples = new SampleValues();
    for (const { object, version } of seeds) samples.collect(object, version.schema);
    const kinds = PARITY_KINDS?.split(",");
    const plan = { seed: Number(seed), rounds, changes: Number(count), seeds, samples, kinds };
    const [theirs, ours] = [playStatuses(real, plan), playStatuses(own, plan)];
    let [asked, different] = [0, 0];
    let subject = "";
    for await (const line of theirs) {
      const { value: other } = await ours.next();
      asked++;
      if (!line.startsWith(" ")) subject = line;
      if (line === other) continue;
      different++;
      console.log(`${subject}\n  real ${line}\n  own  ${other}`);
    }
    console.log(`${asked} statuses, ${different} different`);
    expect(different).toBe(0);
  },
  timeoutMs,
);
