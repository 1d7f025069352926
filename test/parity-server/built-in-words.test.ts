/**
 * Asks a real kube-apiserver for its words when it refuses built-in kinds, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- built-in-words
 *
 * PARITY_RECORD: the file for the record that `test/server/built-in-words.test.ts` reads.
 */
import { onTestFinished, test } from "vitest";
import { playBuiltInWords, removeBuiltIns } from "./built-in-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server refuses in the words that are recorded",
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
