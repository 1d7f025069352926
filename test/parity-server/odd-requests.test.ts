/**
 * Compares the responses to odd options, media types, bodies and users with a real kube-apiserver that uses RBAC, as
 * its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- odd-requests
 *
 * PARITY_RECORD: the file to record to; `test/server/odd-requests.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playRequests } from "./odd-requests.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server responds as recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    await expectRecorded(playRequests(real), "odd-requests.txt");
  },
  600_000,
);
