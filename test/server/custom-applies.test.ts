/**
 * Applies to custom resources, with the responses of kube-apiserver 1.37.1; `test/parity-server/custom-applies.test.ts`
 * writes the record.
 */
import { onTestFinished, test } from "vitest";
import { playApplies, recordedApplies } from "../parity-server/custom-applies.ts";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startTestServer } from "./start.ts";

test("fields of custom resources have the same owners as in kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await expectRecorded(playApplies({ exchange: ownExchange(server) }, recordedApplies), "custom-applies.txt");
}, 60_000);
