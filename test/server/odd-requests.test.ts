/**
 * Requests with odd options, media types, bodies and users, compared with the responses of kube-apiserver 1.37.1.
 * `test/parity-server/odd-requests.test.ts` records them.
 */
import { onTestFinished, test } from "vitest";
import { playRequests } from "../parity-server/odd-requests.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("odd requests get the same responses as from kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playRequests(server), "odd-requests.txt");
}, 60_000);
