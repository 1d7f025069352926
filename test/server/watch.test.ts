import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch, type TestWatch } from "./watch-client.ts";

let server: TestServer;
let storage: Storage;
let namespace = "";
let path = "";
let count = 0;
const openWatches: TestWatch[] = [];

beforeAll(async () => {
  storage = openMemoryStorage();
  server = await startTestServer({ storage });
});
afterAll(async () => {
  for (const watch of openWatches) watch.stop();
  await server.close();
});
beforeEach(async () => {
  namespace = `watch-${count++}`;
  path = `/api/v1/namespaces/${namespace}/configmaps`;
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
});

const create = async (name: string, labels = {}) =>
  (await server.call("POST", path, { metadata: { name, labels } })).json.metadata.resourceVersion as string;
const patch = (name: string, body: object) =>
  server.call("PATCH", `${path}/${name}`, body, { "content-type": "application/merge-patch+json" });
const watch = async (query: string) => {
  const opening = await openWatch(server, `${path}?watch=true&${query}`);
  openWatches.push(opening);
  return opening;
};

test.each([
  { version: "unset: state, most recent", query: "" },
  { version: "0: state, any", query: "resourceVersion=0" },
])("resourceVersion $version", async ({ query }) => {
  await create("a");
  await create("b");
  const { events, until } = await watch(query);
  await until(2);
  await create("c");
  await until(3);
  expect(events).toEqual(["ADDED a", "ADDED b", "ADDED c"]);
});

test.each(["", "&resourceVersion=0"])("a watch without initial events gets only later changes%s", async (version) => {
  await create("a");
  const { events, until } = await watch(`sendInitialEvents=false&resourceVersionMatch=NotOlderThan${version}`);
  await create("b");
  await until(1);
  expect(events).toEqual(["ADDED b"]);
});

test("a watch from a resourceVersion gets only later changes", async () => {
  const first = await create("a");
  await create("b");
  const { events, until } = await watch(`resourceVersion=${first}`);
  await until(1);
  await patch("a", { data: { k: "v" } });
  await server.call("DELETE", `${path}/b`);
  await until(3);
  expect(events).toEqual(["ADDED b", "MODIFIED a", "DELETED b"]);
});

test("the event of a deletion has a new version, from which a watch can continue", async () => {
  const first = await create("a");
  await server.call("DELETE", `${path}/a`);
  const watching = await watch(`resourceVersion=${first}`);
  await watching.until(1);
  const { resourceVersion } = watching.objects[0].metadata;
  expect(Number(resourceVersion)).toBeGreaterThan(Number(first));
  await create("b");
  const next = await watch(`resourceVersion=${resourceVersion}`);
  await next.until(1);
  expect(next.events).toEqual(["ADDED b"]);
});

test("an object that enters a selection is ADDED, one that leaves it is DELETED", async () => {
  const first = await create("x");
  const { events, objects, until } = await watch(`resourceVersion=${first}&labelSelector=tier%3Dfront`);
  await create("a");
  await patch("a", { metadata: { labels: { tier: "front" } } });
  await patch("a", { data: { k: "v" } });
  const { json: left } = await patch("a", { metadata: { labels: { tier: "back" } } });
  await until(3);
  expect(events).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
  expect(objects[2].metadata).toMatchObject({
    labels: { tier: "front" },
    resourceVersion: left.metadata.resourceVersion,
  });
});

test("a watch of one name gets only the events of that object", async () => {
  await create("a");
  const { events, until } = await watch("fieldSelector=metadata.name%3Db");
  await create("b");
  await create("c");
  await patch("b", { data: { k: "v" } });
  await until(2);
  expect(events).toEqual(["ADDED b", "MODIFIED b"]);
});

test.each(["metadata.name!=c", "metadata.name=c", "metadata.namespace=x"])(
  "a watch at the path of one object is refused with a different selector: %s",
  async (selector) => {
    const { code, json } = await server.call("GET", `${path}/b?watch=true&fieldSelector=${selector}`);
    expect([code, json.message]).toEqual([400, "fieldSelector metadata.name doesn't match requested name"]);
  },
);

test("the initial events are followed by a bookmark that marks their end, and then by changes", async () => {
  await create("a");
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const { events, objects, until } = await watch(query);
  await until(2);
  await create("b");
  await until(3);
  expect(events).toEqual(["ADDED a", "BOOKMARK", "ADDED b"]);
  expect(objects[1]).toMatchObject({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { annotations: { "k8s.io/initial-events-end": "true" }, resourceVersion: expect.any(String) },
  });
});

test("a client that does not allow bookmarks gets none after the initial events", async () => {
  await create("a");
  const { events, until } = await watch("sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
  await until(1);
  await create("b");
  await until(2);
  expect(events).toEqual(["ADDED a", "ADDED b"]);
});

test("a watch ends after its timeout", async () => {
  const { code, ended, events } = await watch("timeoutSeconds=1");
  await ended;
  expect({ code, events }).toEqual({ code: 200, events: [] });
});

test("events older than the cache are read from the store, and a watch from a compacted version gets an error", async () => {
  const first = await create("a");
  for (let index = 0; index < 2100; index += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, offset) => create(`n${index + offset}`)));
  }
  const old = await watch(`resourceVersion=${first}`);
  await old.until(2100);
  await create("last");
  await old.until(2101);
  expect(old.events.at(-1)).toBe("ADDED last");
  expect(new Set(old.events).size).toBe(2101);
  await storage.compact(await storage.currentRevision());
  const late = await watch(`resourceVersion=${first}`);
  await late.until(1);
  await late.ended;
  expect(late.events).toEqual(["ERROR Expired"]);
  expect(late.objects[0]).toMatchObject({ kind: "Status", code: 410 });
}, 60_000);

test.each([
  { name: "resourceVersionMatch without sendInitialEvents", query: "resourceVersionMatch=NotOlderThan", code: 422 },
  { name: "sendInitialEvents without resourceVersionMatch", query: "sendInitialEvents=true", code: 422 },
  { name: "an invalid version", query: "resourceVersion=abc", code: 422 },
])("$name is refused", async ({ query, code }) => {
  expect((await server.call("GET", `${path}?watch=true&${query}`)).code).toBe(code);
});

test("many watches see every change in order", async () => {
  const first = await create("first");
  const watches = await Promise.all(Array.from({ length: 50 }, () => watch(`resourceVersion=${first}`)));
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
  for (const name of names) await create(name);
  await Promise.all(watches.map(({ until }) => until(names.length)));
  for (const { events } of watches) expect(events).toEqual(names.map((name) => `ADDED ${name}`));
});

test("a watch of a deprecated kind warns, as a list does", async () => {
  const warning = '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"';
  for (const query of ["", "?watch=true&timeoutSeconds=1"]) {
    const { headers } = await server.call("GET", `/api/v1/namespaces/${namespace}/endpoints${query}`);
    expect(headers["warning"]).toBe(warning);
  }
});
