/**
 * Records the error messages with which a real kube-apiserver rejects built-in kinds, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- built-in-words
 *
 * PARITY_RECORD: the file to record to; `test/server/built-in-words.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playBuiltInWords, removeBuiltIns } from "./built-in-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server rejects built-in kinds with the recorded messages",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeBuiltIns(real);
      real.close();
    });
    await expectRecorded(playBuiltInWords(real), "built-in-words.txt");
  },
  600_000,
);
