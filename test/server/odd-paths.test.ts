/** Who may do what at odd paths, as kube-apiserver 1.37.1 has answered; `test/parity-server/odd-paths.test.ts` writes the record. */
import { onTestFinished, test } from "vitest";
import { playPaths } from "../parity-server/odd-paths.ts";
import { Random } from "../parity-server/random.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("odd paths lead where they lead in kube-apiserver, for who may go there", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playPaths(server, new Random(1), 600), "odd-paths.txt");
}, 60_000);
