/** The answers to each method at the paths of custom resources, as kube-apiserver 1.37.1 has answered; `test/parity-server/custom-routes.test.ts` writes the record. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playRoutes } from "../parity-server/custom-routes.ts";
import { typeOf } from "../parity-server/real-server.ts";
import { startTestServer } from "./start.ts";

const recorded = readFileSync(join(import.meta.dirname, "data/custom-routes.txt"), "utf8")
  .trimEnd()
  .split("\n");

test("paths of custom resources lead to the same with each method as with kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const exchange = (method: string, path: string, text?: string) =>
    server.call(method, path, text, { "content-type": typeOf(method) });
  const lines: string[] = [];
  for await (const line of playRoutes({ exchange })) lines.push(line);
  expect(lines).toEqual(recorded);
}, 60_000);
