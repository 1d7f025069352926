/**
 * Compares error messages about custom resources with a real kube-apiserver, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-words
 *
 * PARITY_RECORD: the file to record to; `test/server/custom-words.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playWords, removeWords } from "./custom-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server returns the recorded messages",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeWords(real);
      real.close();
    });
    await expectRecorded(playWords(real), "custom-words.txt");
  },
  600_000,
);
