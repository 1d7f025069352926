/**
 * Compares error messages about expressions that do not compile with a real kube-apiserver, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- expression-words
 *
 * PARITY_RECORD: the file to record to; `test/server/expression-words.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playExpressionWords } from "./expression-words.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server returns the recorded messages",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    await expectRecorded(playExpressionWords(real.exchange), "expression-words.txt");
  },
  60_000,
);
