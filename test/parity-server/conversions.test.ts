/**
 * Holds versions that a webhook converts against a real kube-apiserver. Needs one to ask, on this machine, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- conversions
 *
 * PARITY_RECORD: the file for the record that `test/server/conversion-plays.test.ts` reads.
 */
import { setTimeout } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { startHookServer } from "../server/webhook/hook-server.ts";
import { type Acting, actor, playConversions } from "./conversion-plays.ts";
import { openRealServer } from "./real-server.ts";
import { expectRecorded } from "./recorded.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];
const refreshMs = 3000;
/** A write that finds its cache behind is begun again, and all webhooks are asked again. */
const pauseMs = 60;

test.skipIf(kubeconfig === undefined)(
  "a real server answers as it is recorded",
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
      async call(...asked: Parameters<typeof real.call>) {
        await setTimeout(pauseMs);
        return real.call(...asked);
      },
      read: (path: string) => real.read(path, "application/json"),
      settled: () => setTimeout(refreshMs),
    };
    await expectRecorded(playConversions(played, hook, acting), "conversions.txt");
  },
  600_000,
);
