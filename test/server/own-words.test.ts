/**
 * Words of kube-apiserver 1.37.1 for rules of built-in kinds that have words of their own there.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOfChanges, wordsOfCreations } from "./data/own-words.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each(wordsOfCreations)("$name", async ({ path, object, message }) => {
  const { json } = await server.call("POST", `${path}?dryRun=All`, object);
  expect(json["message"]).toBe(message);
});

test.each(wordsOfChanges)("a change of $name", async ({ path, object, patch, message }) => {
  await server.call("POST", path, object);
  const type = { "content-type": "application/merge-patch+json" };
  const { json } = await server.call("PATCH", `${path}/${object.metadata.name}`, patch, type);
  expect(json["message"]).toBe(message);
});

test.each(["/api/v1/namespaces/default/configmaps", "/api/v1/namespaces/default/secrets"])(
  "finalizers that come too late: %s",
  async (path) => {
    const type = { "content-type": "application/merge-patch+json" };
    await server.call("POST", path, { metadata: { name: "late", finalizers: ["a.b/c"] } });
    await server.call("DELETE", `${path}/late`);
    const patch = { metadata: { finalizers: ["z.b/c", "a.b/c", "d.e/f", "z.b/c"] } };
    const { json } = await server.call("PATCH", `${path}/late`, patch, type);
    const words =
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"d.e/f", "z.b/c"}';
    expect(json["details"]["causes"]).toEqual([
      { reason: "FieldValueForbidden", message: `Forbidden: ${words}`, field: "metadata.finalizers" },
    ]);
  },
);
