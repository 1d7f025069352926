/** Who may do what at odd paths, as kube-apiserver 1.37.1 has answered; `test/parity-server/odd-paths.test.ts` writes the record. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playPaths } from "../parity-server/odd-paths.ts";
import { Random } from "../parity-server/random.ts";
import { startPathServer } from "./path-server.ts";

const recorded = readFileSync(join(import.meta.dirname, "data/odd-paths.txt"), "utf8")
  .trimEnd()
  .split("\n");

test("odd paths lead where they lead in kube-apiserver, for who may go there", async () => {
  const server = await startPathServer();
  onTestFinished(() => server.close());
  const lines: string[] = [];
  for await (const line of playPaths(server, new Random(1), 600)) lines.push(line);
  expect(lines).toEqual(recorded);
}, 60_000);
