/**
 * Successive statuses of objects, compared with the responses of kube-apiserver 1.37.1.
 * `test/parity-server/status.test.ts` records them.
 */
import { onTestFinished, test } from "vitest";
import { expectRecorded } from "../parity-server/recorded.ts";
import { playStatuses, recordedPlan } from "../parity-server/status-plays.ts";
import { startPathServer } from "./path-server.ts";

test("statuses are accepted and refused as by kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  await expectRecorded(playStatuses(server, recordedPlan), "statuses.txt");
}, 60_000);
