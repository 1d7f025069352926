/**
 * Definitions of custom resources, with the responses of kube-apiserver 1.37.1;
 * `test/parity-server/definition-words.test.ts` writes the record.
 */
import { onTestFinished, test } from "vitest";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { playDefinitions } from "../parity-server/definition-words.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startTestServer } from "./start.ts";

test("definitions are rejected with kube-apiserver's messages, and stored as kube-apiserver stores them", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await expectRecorded(playDefinitions({ exchange: ownExchange(server) }), "definition-words.txt");
}, 60_000);
