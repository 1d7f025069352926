/**
 * Admission, selectors, watches and scales of a resource that a webhook converts, with the responses of kube-apiserver
 * 1.37.1 to the same requests; `test/parity-server/conversions.test.ts` writes the record.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Acting, actor, playConversions } from "../parity-server/conversion-plays.ts";
import { startTestServer } from "./start.ts";
import { startHookServer } from "./webhook/hook-server.ts";

const recorded = readFileSync(join(import.meta.dirname, "data/conversions.txt"), "utf8")
  .trimEnd()
  .split("\n");

test("webhooks, policies and clients see the same objects in each version as with kube-apiserver", async () => {
  const acting: Acting = { patches: {}, fault: "" };
  const hook = await startHookServer(actor(acting));
  const server = await startTestServer();
  onTestFinished(async () => {
    hook.close();
    await server.close();
  });
  const lines: string[] = [];
  const played = {
    async call(method: string, path: string, body?: unknown, type?: string) {
      const { code, json } = await server.call(method, path, body, type ? { "content-type": type } : {});
      return { code, body: json };
    },
    read: async (path: string) => (await server.call("GET", path)).text,
    settled: async () => {},
  };
  for await (const line of playConversions(played, hook, acting)) lines.push(line);
  expect(lines).toEqual(recorded);
}, 60_000);
