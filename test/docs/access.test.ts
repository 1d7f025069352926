import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runWaiting } from "../cli/run-cli.ts";

const page = readFileSync("docs/access.md", "utf8");
const samples = [...page.matchAll(/```console\n\$ clustervet (.*)\n([\s\S]*?)\n```/g)].map(
  ([, command = "", shown = ""]) => ({
    command,
    shown,
  }),
);

test("there are samples", () => {
  expect(samples.length).toBeGreaterThan(6);
});

test.each(samples)("$command", async ({ command, shown }) => {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  expect((await runWaiting(words)).stdout.trimEnd()).toBe(shown);
});
