/**
 * Asks a real kube-apiserver for the routes of custom resources, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-routes
 *
 * PARITY_RECORD: the file for the record that `test/server/custom-routes.test.ts` reads.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playRoutes, removeDefinitions } from "./custom-routes.ts";
import { openRealServer } from "./real-server.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server answers as it is recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeDefinitions(real);
      real.close();
    });
    let record = "";
    for await (const line of playRoutes(real)) record += `${line}\n`;
    if (env["PARITY_RECORD"]) writeFileSync(env["PARITY_RECORD"], record);
    expect(record).toBe(readFileSync(join(import.meta.dirname, "../server/data/custom-routes.txt"), "utf8"));
  },
  600_000,
);
