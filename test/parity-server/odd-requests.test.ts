/**
 * Asks a real kube-apiserver that authorizes by RBAC, as its administrator, for what odd options, media types, bodies and users get:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- odd-requests
 *
 * PARITY_RECORD: the file for the record that `test/server/odd-requests.test.ts` reads.
 */
import { onTestFinished, test } from "vitest";
import { playRequests } from "./odd-requests.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server answers as it is recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    await expectRecorded(playRequests(real), "odd-requests.txt");
  },
  600_000,
);
