/**
 * Compares webhook conversion with a real kube-apiserver. Requires one on this machine, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- conversions
 *
 * PARITY_RECORD: the file to record to; `test/server/conversion-plays.test.ts` reads the record.
 */
import { setTimeout } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { startHookServer } from "../server/webhook/hook-server.ts";
import { type Acting, actor, playConversions } from "./conversion-plays.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];
const refreshMs = 3000;
/**
 * The pause between writes, in milliseconds. If its cache is behind, kube-apiserver repeats a write and calls all
 * webhooks again.
 */
const pauseMs = 60;

test.skipIf(kubeconfig === undefined)(
  "a real server responds as recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    const acting: Acting = { patches: {}, fault: "" };
    const hook = await startHookServer(actor(acting));
    onTestFinished(async () => {
      const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      for (const each of ["things", "plains"]) await real.call("DELETE", `${definitions}/${each}.versions.example.com`);
      real.close();
      hook.close();
    });
    const played = {
      async call(...callArguments: Parameters<typeof real.call>) {
        await setTimeout(pauseMs);
        return real.call(...callArguments);
      },
      read: (path: string) => real.read(path, "application/json"),
      settled: () => setTimeout(refreshMs),
    };
    await expectRecorded(playConversions(played, hook, acting), "conversions.txt");
  },
  600_000,
);
