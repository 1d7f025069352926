/** Words about custom resources, as kube-apiserver 1.37.1 has used them; `test/parity-server/custom-words.test.ts` writes the record. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { playWords } from "../parity-server/custom-words.ts";
import { startTestServer } from "./start.ts";

const recorded = readFileSync(join(import.meta.dirname, "data/custom-words.txt"), "utf8")
  .trimEnd()
  .split("\n");

test("custom resources are refused in the words of kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const lines: string[] = [];
  for await (const line of playWords({ exchange: ownExchange(server) })) lines.push(line);
  expect(lines).toEqual(recorded);
}, 60_000);
