/**
 * The responses to users at odd paths, compared with those of kube-apiserver 1.37.1.
 * `test/parity-server/odd-paths.test.ts` records them.
 */
import { onTestFinished, test } from "vitest";
import { playPaths } from "../parity-server/odd-paths.ts";
import { Random } from "../parity-server/random.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("odd paths get the same responses, for the same users, as in kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playPaths(server, new Random(1), 600), "odd-paths.txt");
}, 60_000);
