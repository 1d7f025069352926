import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { encodeStored } from "../../src/server/registry/stored-object.ts";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { encodeRevision } from "../../src/storage/record.ts";
import { tamper } from "../storage/tamper.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const key = "/configmaps/default/broken";
const garbage = Buffer.from("k8s\0garbage");
const unsafe = "?ignoreStoreReadErrorWithClusterBreakingPotential=true";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Starts a server on a store with one unreadable object. */
async function startOnGarbage(options: Parameters<typeof startTestServer>[0] = {}) {
  const storage = openMemoryStorage();
  await storage.put(key, garbage, 0);
  server = await startTestServer({ storage, ...options });
  expect((await server.call("POST", path, { metadata: { name: "sound" } })).code).toBe(201);
  return { server, storage };
}

test("a server starts with an unreadable object, omits it from lists with a warning, and logs and counts it", async () => {
  const { server } = await startOnGarbage();
  const list = await server.call("GET", path);
  expect(list.json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(["sound"]);
  expect(list.headers["warning"]).toContain("the list is not complete: 1 stored objects cannot be read");
  expect((await server.call("GET", "/api/v1/namespaces/kube-system/configmaps")).headers["warning"]).toBeUndefined();
  const logged = server.messages.lines.find(({ message }) => message.includes("cannot be read"));
  expect(logged).toMatchObject({ level: "error", fields: { key, revision: 2 } });
  const metrics = await server.call("GET", "/metrics");
  expect(metrics.text).toContain('apiserver_storage_decode_errors_total{group="",resource="configmaps"} 1');
});

test.each([
  ["GET", `${path}/broken`, undefined],
  ["GET", `${path}/broken?resourceVersion=0`, undefined],
  ["PUT", `${path}/broken`, { metadata: { name: "broken" } }],
  ["PATCH", `${path}/broken`, { data: { a: "b" } }],
  ["DELETE", `${path}/broken`, undefined],
])("%s %s of an unreadable object is an error with its key, never a 404", async (method, path, body) => {
  const { server } = await startOnGarbage();
  const headers = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
  const answer = await server.call(method, path, body, headers);
  expect(answer.code).toBe(500);
  expect(answer.json).toMatchObject({ reason: "InternalError", message: expect.stringContaining(`"${key}"`) });
  expect(answer.text).not.toContain("garbage");
});

test("the name of an unreadable object is taken", async () => {
  const { server } = await startOnGarbage();
  expect((await server.call("POST", path, { metadata: { name: "broken" } })).code).toBe(409);
});

test("watches of readable objects continue, and a watch that loses an object to damage gets Expired", async () => {
  const { server, storage } = await startOnGarbage();
  const watch = await openWatch(server, `${path}?watch=true`);
  await watch.until(1);
  await storage.put("/configmaps/default/worse", garbage, 0);
  await server.call("POST", path, { metadata: { name: "later" } });
  await watch.until(2);
  const { entry } = await storage.get("/configmaps/default/sound");
  await storage.put("/configmaps/default/sound", garbage, entry?.modRevision ?? 0);
  await watch.until(3);
  expect(watch.events).toEqual(["ADDED sound", "ADDED later", "ERROR Expired"]);
  const list = await server.call("GET", path);
  expect(list.json.items).toHaveLength(1);
  expect(list.headers["warning"]).toContain("3 stored objects cannot be read");
});

test("a watch from before the damage of an object gets Expired instead of a deletion", async () => {
  const { server, storage } = await startOnGarbage();
  const { json } = await server.call("GET", path);
  const { entry } = await storage.get("/configmaps/default/sound");
  await storage.put("/configmaps/default/sound", garbage, entry?.modRevision ?? 0);
  await server.call("GET", path);
  const watch = await openWatch(server, `${path}?watch=true&resourceVersion=${json.metadata.resourceVersion}`);
  await watch.until(1);
  expect(watch.events).toEqual(["ERROR Expired"]);
});

test("the unsafe option deletes an unreadable object, but no readable object and no collection", async () => {
  const { server } = await startOnGarbage();
  expect((await server.call("DELETE", `${path}/broken${unsafe}&gracePeriodSeconds=0`)).code).toBe(422);
  expect((await server.call("DELETE", `${path}${unsafe}`)).code).toBe(422);
  expect((await server.call("DELETE", `${path}/sound${unsafe}`)).code).toBe(409);
  expect((await server.call("DELETE", `${path}/absent${unsafe}`)).code).toBe(404);
  expect((await server.call("DELETE", `${path}/broken${unsafe}&dryRun=All`)).code).toBe(200);
  const deleted = await server.call("DELETE", `${path}/broken${unsafe}`);
  expect(deleted.json).toMatchObject({ status: "Success", details: { name: "broken", kind: "ConfigMap" }, code: 200 });
  expect((await server.call("GET", path)).headers["warning"]).toBeUndefined();
  expect((await server.call("POST", path, { metadata: { name: "broken" } })).code).toBe(201);
});

test("below 1.37 the unsafe option has no effect", async () => {
  const { server } = await startOnGarbage({ target: "1.36" });
  expect((await server.call("DELETE", `${path}/broken${unsafe}`)).code).toBe(500);
});

test("deleting an unreadable object requires the verb unsafe-delete-ignore-read-errors", async () => {
  const { server } = await startOnGarbage({
    authorizer: () => ({
      authorize: async ({ attributes }) => ({
        opinion: attributes.verb === "unsafe-delete-ignore-read-errors" ? "no-opinion" : "allow",
        reason: "",
      }),
      rulesFor: async () => ({ rules: [], isComplete: true }),
    }),
  });
  const answer = await server.call("DELETE", `${path}/broken${unsafe}`);
  expect(answer.code).toBe(403);
  expect(answer.json.message).toContain("cannot unsafe-delete-ignore-read-errors resource");
});

test("a namespace with an unreadable object is removed only after the object", async () => {
  const { server, storage } = await startOnGarbage();
  expect((await server.call("POST", "/api/v1/namespaces", { metadata: { name: "doomed" } })).code).toBe(201);
  const revision = await storage.put("/configmaps/doomed/broken", garbage, 0);
  await server.call("DELETE", "/api/v1/namespaces/doomed");
  expect((await server.call("GET", "/api/v1/namespaces/doomed")).json.status.phase).toBe("Terminating");
  await storage.delete("/configmaps/doomed/broken", revision);
  await expect
    .poll(async () => (await server.call("GET", "/api/v1/namespaces/doomed")).code, { timeout: 5000 })
    .toBe(404);
});

test("a value that LMDB has lost is an error instead of a 404, and the server still starts", async () => {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-lost-"));
  const writing = await openLmdbStorage(directory);
  for (const name of ["lost", "torn"]) {
    await writing.put(`/configmaps/default/${name}`, encodeStored({ metadata: { name, namespace: "default" } }), 0);
  }
  await writing.close();
  await tamper(directory, ({ heads, versions }) => {
    heads.removeSync(Buffer.from("/configmaps/default/lost"));
    versions.removeSync(encodeRevision(3));
  });
  const storage = await openLmdbStorage(directory);
  server = await startTestServer({ storage });
  for (const name of ["lost", "torn"]) {
    const { json } = await server.call("GET", `${path}/${name}`);
    expect(json).toMatchObject({ code: 500, message: expect.stringContaining(`/configmaps/default/${name}`) });
  }
  expect((await server.call("GET", path)).headers["warning"]).toContain("2 stored objects cannot be read");
  expect((await server.call("POST", path, { metadata: { name: "sound" } })).code).toBe(201);
  expect((await server.call("DELETE", `${path}/torn${unsafe}`)).code).toBe(200);
  expect((await server.call("DELETE", `${path}/lost${unsafe}`)).code).toBe(500);
  await server.close();
  server = undefined;
  await storage.close();
  rmSync(directory, { recursive: true, force: true });
});
