/** Reads, as kube-apiserver 1.37.1 has answered them; `test/parity-server/reads.test.ts` writes the record. */
import { onTestFinished, test } from "vitest";
import { Random } from "../parity-server/random.ts";
import { playReads, recordedReads } from "../parity-server/reads.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("reads are answered as kube-apiserver has answered them", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playReads(server, new Random(1), recordedReads), "reads.txt");
}, 120_000);
