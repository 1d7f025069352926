/** Odd options, media types, bodies and users, as kube-apiserver 1.37.1 has answered; `test/parity-server/odd-requests.test.ts` writes the record. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playRequests } from "../parity-server/odd-requests.ts";
import { startPathServer } from "./path-server.ts";

const recorded = readFileSync(join(import.meta.dirname, "data/odd-requests.txt"), "utf8")
  .trimEnd()
  .split("\n");

test("odd requests are answered as by kube-apiserver", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  const lines: string[] = [];
  for await (const line of playRequests(server)) lines.push(line);
  expect(lines).toEqual(recorded);
}, 60_000);
