/**
 * Messages about custom resources, as from kube-apiserver 1.37.1; `test/parity-server/custom-words.test.ts` writes the
 * record.
 */
import { onTestFinished, test } from "vitest";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { playWords } from "../parity-server/custom-words.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startTestServer } from "./start.ts";

test("custom resources are rejected with the messages of kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await expectRecorded(playWords({ exchange: ownExchange(server) }), "custom-words.txt");
}, 60_000);
