/**
 * Responses to each method at the paths of custom resources, as from kube-apiserver 1.37.1;
 * `test/parity-server/custom-routes.test.ts` writes the record.
 */
import { onTestFinished, test } from "vitest";
import { playRoutes } from "../parity-server/custom-routes.ts";
import { typeOf } from "../parity-server/real-server.ts";
import { expectRecorded } from "../parity-server/recorded.ts";
import { startTestServer } from "./start.ts";

test("paths of custom resources respond to each method as in kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const exchange = (method: string, path: string, text?: string) =>
    server.call(method, path, text, { "content-type": typeOf(method) });
  await expectRecorded(playRoutes({ exchange }), "custom-routes.txt");
}, 60_000);
