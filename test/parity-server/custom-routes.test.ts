/**
 * Compares the routes of custom resources with a real kube-apiserver, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-routes
 *
 * PARITY_RECORD: the file to record to; `test/server/custom-routes.test.ts` reads the record.
 */
import { onTestFinished, test } from "vitest";
import { playRoutes, removeDefinitions } from "./custom-routes.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server responds as recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeDefinitions(real);
      real.close();
    });
    await expectRecorded(playRoutes(real), "custom-routes.txt");
  },
  600_000,
);
