/**
 * Asks a real kube-apiserver for its words about definitions of custom resources, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- definition-words
 *
 * PARITY_RECORD: the file for the record that `test/server/definition-words.test.ts` reads.
 */
import { onTestFinished, test } from "vitest";
import { playDefinitions } from "./definition-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server uses the words that are recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    await expectRecorded(playDefinitions(real), "definition-words.txt");
  },
  600_000,
);
