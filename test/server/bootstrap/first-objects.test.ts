import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { firstObjects, hasFirstObjects, placeholders } from "../../../src/server/bootstrap/first-objects.ts";
import type { ServerOptions } from "../../../src/server/server-options.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { startTestServer } from "../start.ts";

const whole: Partial<ServerOptions> = { bootstrapPolicy: true, clusterObjects: true, isControllerOn: () => false };
/** Keys of the objects that depend only on the release. */
const resources =
  /^\/(namespaces|apiservices|clusterroles|clusterrolebindings|roles|rolebindings|priorityclasses|prioritylevelconfigurations|flowschemas)\//;
/** An object that makes the store nonempty, so that the server creates all other objects one by one. */
const foreign = "/configmaps/default/foreign";

async function start(storage: Storage, options: Partial<ServerOptions> = {}) {
  const server = await startTestServer({ ...whole, storage, ...options });
  onTestFinished(() => server.close());
  const withoutStatus = async () => {
    const { json } = await server.call("GET", "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas");
    return json.items.filter(({ status }: { status?: { conditions?: unknown } }) => !status?.conditions);
  };
  await expect.poll(withoutStatus).toEqual([]);
  return server;
}

/** Returns the objects that depend only on the release, one line each, with placeholders for uids and times. */
async function linesOf(storage: Storage): Promise<readonly string[]> {
  const { entries } = await storage.range({ prefix: "/" });
  return entries
    .filter(({ key }) => resources.test(key) && key !== foreign)
    .map(({ key, value }) => {
      const text = Buffer.from(value).toString();
      return `${key} ${text.replace(/(?<="uid":")[^"]*/, placeholders.uid).replace(/(?<=[Tt]ime(?:stamp)?":")2[^"]*/g, placeholders.time)}`;
    });
}

const moduleOf = (lines: readonly string[]) => `/**
 * The objects that every cluster starts with, one line for each: its key in the store, and the stored value. The test
 * of \`first-objects.ts\` generates the lines (\`npx vitest run -u test/server/bootstrap\`) from a server that creates the
 * objects one by one.
 *
 * @part first-objects
 * @module
 */
const text = \`
${lines.map((line) => line.replace(/[\\`$]/g, "\\$&")).join("\n")}
\`;

export function firstObjectLines(): readonly string[] {
  return text.trim().split("\\n");
}
`;

test("the data are the objects that a server creates one by one", async () => {
  const storage = openMemoryStorage();
  await storage.put(foreign, Buffer.from("{}"), 0);
  await start(storage);
  const path = "../../../src/server/bootstrap/data/first-objects.ts";
  await expect(moduleOf(await linesOf(storage))).toMatchFileSnapshot(path);
});

test("a server with an empty store has these objects, and changes nothing in them", async () => {
  const storage = openMemoryStorage();
  await start(storage);
  const lines = await linesOf(storage);
  const { entries } = await storage.range({ prefix: "/" });
  expect(lines).toEqual(
    firstObjects(() => placeholders.uid, 0).map(
      ({ key, text }) => `${key} ${text.replaceAll("1970-01-01T00:00:00Z", placeholders.time)}`,
    ),
  );
  const uids = entries.map(({ value }) => JSON.parse(Buffer.from(value).toString()).metadata.uid);
  expect(new Set(uids).size).toBe(entries.length);
  const written = entries.filter(({ key }) => resources.test(key));
  expect(written.every(({ createRevision, modRevision }) => createRevision === modRevision)).toBe(true);
});

test("two servers that fill the same store at the same time both have all cluster roles", async () => {
  const storage = openMemoryStorage();
  const [first, second] = await Promise.all([start(storage), start(storage)]);
  for (const { call } of [first, second]) {
    const { json } = await call("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles");
    const names = firstObjects(randomUUID, 0).filter(({ key }) => key.startsWith("/clusterroles/"));
    expect(json.items.length).toBe(names.length);
  }
});

test.each([
  { options: { target: "1.36" }, name: "another release" },
  { options: { groupDomain: "example.org" }, name: "another cluster domain" },
  { options: { featureGates: { MutatingAdmissionPolicy: true } }, name: "other feature gates" },
  { options: { clusterObjects: false }, name: "no objects of the cluster" },
  { options: { bootstrapPolicy: false }, name: "no roles" },
])("$name: objects are created one by one", ({ options }) => {
  const usual = { target: "1.37", featureGates: {} } as unknown as ServerOptions;
  expect(hasFirstObjects(usual)).toBe(true);
  expect(hasFirstObjects({ ...usual, ...options })).toBe(false);
});
