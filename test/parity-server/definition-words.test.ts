/**
 * Compares error messages about custom resource definitions with a real kube-apiserver, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- definition-words
 *
 * PARITY_RECORD: the file to record to; `test/server/definition-words.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playDefinitions } from "./definition-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server returns the recorded messages",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    await expectRecorded(playDefinitions(real), "definition-words.txt");
  },
  600_000,
);
