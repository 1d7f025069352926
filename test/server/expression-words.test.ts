/**
 * Messages about expressions that do not compile, as from kube-apiserver 1.37.1;
 * `test/parity-server/expression-words.test.ts` writes the record.
 */
import { onTestFinished, test } from "vitest";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { playExpressionWords } from "../parity-server/expression-words.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startTestServer } from "./start.ts";

test("expressions that do not compile are rejected with the messages of kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await expectRecorded(playExpressionWords(ownExchange(server)), "expression-words.txt");
}, 60_000);
