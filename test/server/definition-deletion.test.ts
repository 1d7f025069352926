import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

let server: TestServer;
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const path = "/apis/example.org/v1/namespaces/default/widgets";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.org" },
  spec: {
    group: "example.org",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const widget = (name: string, finalizers: readonly string[] = []) => ({
  apiVersion: "example.org/v1",
  kind: "Widget",
  metadata: { name, finalizers },
});

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("a watch sees the deletion of a definition's objects, and then ends", async () => {
  await server.call("POST", definitions, definition);
  await vi.waitFor(async () => expect((await server.call("GET", path)).code).toBe(200), { timeout: 10_000 });
  await server.call("POST", path, widget("a"));
  await server.call("POST", path, widget("held", ["example.org/later"]));
  const watch = await openWatch(server, `${path}?watch=true`);
  await watch.until(2);
  await server.call("DELETE", `${definitions}/${definition.metadata.name}`);
  await watch.until(4);
  expect(watch.events).toEqual(["ADDED a", "ADDED held", "DELETED a", "MODIFIED held"]);
  expect(await server.call("POST", path, widget("late"))).toMatchObject({ code: 403 });
  const { json } = await server.call("GET", "/apis/example.org/v1");
  expect(json.resources[0].verbs).not.toContain("create");
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${path}/held`, { metadata: { finalizers: [] } }, merge);
  await watch.ended;
  expect(watch.events.at(-1)).toBe("DELETED held");
  expect(watch.isWhole()).toBe(true);
  await vi.waitFor(async () => expect((await server.call("GET", path)).code).toBe(404), { timeout: 10_000 });
});
