/**
 * Compares authorization at odd paths with a real kube-apiserver that uses RBAC, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- odd-paths
 *
 * PARITY_SEED and PARITY_COUNT: other and more requests, for which the server of this source tree is compared instead
 * of the record. PARITY_RECORD: the file to record to; `test/server/odd-paths.test.ts` reads the record.
 */
import { expect, onTestFinished, test } from "vitest";
import { startPathServer } from "../server/path-server.ts";
import { playPaths, removeMade } from "./odd-paths.ts";
import { Random } from "./random.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const { PARITY_KUBECONFIG: kubeconfig, PARITY_SEED: seed, PARITY_COUNT: count = 1000 } = process.env;

test.skipIf(kubeconfig === undefined)(
  "a real server responds as recorded, or as the server of this source tree",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeMade(real);
      real.close();
    });
    if (seed === undefined) return expectRecorded(playPaths(real, new Random(1), 600), "odd-paths.txt");
    const own = await startPathServer();
    onTestFinished(() => own.close());
    const lines = async (server: typeof own | typeof real) => {
      const all: string[] = [];
      for await (const line of playPaths(server, new Random(Number(seed)), Number(count))) all.push(line);
      return all;
    };
    expect(await lines(own)).toEqual(await lines(real));
  },
  600_000,
);
