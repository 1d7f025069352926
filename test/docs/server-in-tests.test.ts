import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startApiServer } from "../../src/server.ts";

const [, example = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync("docs/server-in-tests.md", "utf8")) ?? [];
const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (...args: readonly unknown[]) => Promise<void>;

/** Replaces the package with its sources; `npm run package` tests the package itself. */
test("the example of the page prints the output that its comments state", { timeout: 180_000 }, async () => {
  const said = Array.from(example.matchAll(/console\.log\(.*\/\/ (\w+)/g), ([, text]) => text);
  const printed: string[] = [];
  const program = example
    .replace('import { startApiServer } from "clustervet/server";', "")
    .replace(/import (\{.*\}) from ("@kubernetes.*");/, "const $1 = client;");
  const log = (text: unknown) => printed.push(String(text));
  const client = await import("@kubernetes/client-node");
  await new AsyncFunction("startApiServer", "client", "console", program)(startApiServer, client, { log });
  expect(said).toEqual(["hello", "false"]);
  expect(printed).toEqual(said);
});
