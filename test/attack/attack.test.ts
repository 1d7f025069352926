/**
 * A sample of `npm run attack` against the built program. Checks the responses and that the server keeps running, but
 * not the speed.
 */
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodies, patches, questions } from "../../scripts/attack/bodies.mjs";
import { crowds } from "../../scripts/attack/crowds.mjs";
import { startTarget } from "../../scripts/attack/served.mjs";

const maxRefusalBytes = 256 * 1024;
const someBodies = new Set([
  "a pod of a million empty containers",
  "200,000 unknown fields, strict",
  "one key 400,000 times, strict",
  "120,000 bad labels",
  "25,000 entries of data",
  "a name of 3 MB",
  "lists 1,000,000 deep",
  "20,000 containers",
  "a question with 1.4 MB of unknown fields",
  "aliases of aliases",
  "Protobuf of 1,000,000 fields",
  "UTF-16",
]);
const somePatches = new Set(["a JSON patch of a million", "a merge 400,000 deep", "a small merge into 25,000 entries"]);
const someCrowds = new Set([
  "250 bodies that do not come",
  "requests that can be read in two ways",
  "odd heads of HTTP/2",
]);

let target: Awaited<ReturnType<typeof startTarget>>;
beforeAll(async () => {
  target = await startTarget(resolve("dist/clustervet.cjs"));
});
afterAll(async () => {
  target.client.close();
  await target.stop();
});

test.each([
  ...bodies.filter(({ name }) => someBodies.has(name)),
  ...patches.filter(({ name }) => somePatches.has(name)),
  ...questions,
])("$name", async ({ method, path, ...asked }) => {
  const { code, bytes } = await target.client.call(method, path, asked);
  expect(code).toBeGreaterThanOrEqual(200);
  expect(code).not.toBe(500);
  if (code >= 300) expect(bytes).toBeLessThanOrEqual(maxRefusalBytes);
  expect((await target.client.call("GET", "/healthz", { as: "" })).code).toBe(200);
});

test.each(crowds.filter(({ name }) => someCrowds.has(name)))("$name", async ({ run }) => {
  expect((await run(target)).faults).toEqual([]);
  expect(target.isRunning()).toBe(true);
});
