/** Reads, compared with the responses of kube-apiserver 1.37.1. `test/parity-server/reads.test.ts` records them. */
import { onTestFinished, test } from "vitest";
import { Random } from "../parity-server/random.ts";
import { playReads, recordedReads } from "../parity-server/reads.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("reads get the same responses as from kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playReads(server, new Random(1), recordedReads), "reads.txt");
}, 120_000);
