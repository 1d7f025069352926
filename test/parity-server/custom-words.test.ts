/**
 * Asks a real kube-apiserver for its words about custom resources, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-words
 *
 * PARITY_RECORD: the file for the record that `test/server/custom-words.test.ts` reads.
 */
import { onTestFinished, test } from "vitest";
import { playWords, removeWords } from "./custom-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server uses the words that are recorded",
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
