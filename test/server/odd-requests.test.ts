/** Odd options, media types, bodies and users, as kube-apiserver 1.37.1 has answered; `test/parity-server/odd-requests.test.ts` writes the record. */
import { onTestFinished, test } from "vitest";
import { playRequests } from "../parity-server/odd-requests.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startPathServer } from "./path-server.ts";

test("odd requests are answered as by kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playRequests(server), "odd-requests.txt");
}, 60_000);
