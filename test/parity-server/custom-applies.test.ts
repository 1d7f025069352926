/**
 * Compares the managed fields after applies to custom resources with a real kube-apiserver, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-applies
 *
 * PARITY_RECORD: the file to record to; `test/server/custom-applies.test.ts` reads the record. PARITY_SEED: other
 * schemas, for which a server of this source tree is compared instead of the record; PARITY_SCHEMAS: the number of
 * kinds; PARITY_REPORT is described in run-report.ts.
 */
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../server/start.ts";
import { playApplies, recordedApplies, removeApplies } from "./custom-applies.ts";
import { ownExchange } from "./custom-resources/own-exchange.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";
import { reportLines } from "./run-report.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const seed = env["PARITY_SEED"];
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  "a real server records the same field managers as in the record",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeApplies(real);
      real.close();
    });
    if (seed === undefined) return expectRecorded(playApplies(real, recordedApplies), "custom-applies.txt");
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const plan = { seed: Number(seed), kinds: Number(env["PARITY_SCHEMAS"] ?? 20) };
    const ours = playApplies({ exchange: ownExchange(server) }, plan);
    let [lines, different, context] = [0, 0, ""];
    for await (const line of playApplies(real, plan)) {
      const own = String((await ours.next()).value);
      if (/^v\d+ /.test(line)) context = line;
      else lines++;
      if (own === line) continue;
      different++;
      reportLines([context, `  real ${line}`, `  ours ${own.slice(0, 3000)}`]);
    }
    reportLines([`${lines} requests, ${different} different`]);
    expect(different).toBe(0);
  },
  timeoutMs,
);
