/** Requests for versions, names and watches that no server has, or that no store can keep. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const lastVersion = 2n ** 64n - 1n;

test.each([
  `${configMaps}?resourceVersion=9007199254740993`,
  `${configMaps}?resourceVersion=${lastVersion}`,
  `${configMaps}?resourceVersion=9007199254740993&resourceVersionMatch=Exact`,
  `${configMaps}?resourceVersion=9007199254740993&limit=5`,
  `${configMaps}/x?resourceVersion=9223372036854775808`,
])("a resource version that the store has not reached is too large: %s", async (path) => {
  const { code, json } = await server.call("GET", path);
  expect(code).toBe(504);
  expect(json).toMatchObject({ reason: "Timeout", details: { causes: [{ reason: "ResourceVersionTooLarge" }] } });
});

test("a resource version above 64 bits is invalid", async () => {
  const { json } = await server.call("GET", `${configMaps}?resourceVersion=${lastVersion + 1n}`);
  expect(json).toMatchObject({ code: 400, message: expect.stringContaining("value out of range") });
});

test("a watch from a resource version that the store has not reached waits for it", async () => {
  const path = `${configMaps}?watch=1&timeoutSeconds=1&resourceVersion=${lastVersion}`;
  expect(await server.call("GET", path)).toMatchObject({ code: 200, text: "" });
});

test("a watch whose timeout is over before it begins sends an error and ends", async () => {
  const watch = await openWatch(server, `${configMaps}?watch=1&timeoutSeconds=-1&resourceVersion=1`);
  await watch.ended;
  expect([watch.code, ...watch.events]).toEqual([200, "ERROR InternalError"]);
});

test.each([
  "/apis/authorization.k8s.io/v1/watch/subjectaccessreviews",
  "/apis/authorization.k8s.io/v1/watch/namespaces/default/localsubjectaccessreviews",
  "/api/v1/watch/namespaces/default/pods/x/status",
  "/api/v1/watch/namespaces/default/pods/x/log",
  "/api/v1/watch/namespaces/default/pods/x/eviction",
  "/api/v1/watch/namespaces/default/bindings",
  "/api/v1/watch/absent",
])("%s is not found: it cannot be watched", async (path) => {
  expect((await server.call("GET", path)).code).toBe(404);
});

test("a name with NUL, which RBAC allows, is rejected since no store can keep it", async () => {
  for (const method of ["GET", "DELETE"]) expect((await server.call(method, `${clusterRoles}/a%00b`)).code).toBe(400);
  const { json } = await server.call("POST", clusterRoles, { metadata: { name: "a\0b" }, rules: [] });
  expect(json).toMatchObject({ code: 422, details: { causes: [{ field: "metadata.name" }] } });
});

test("a watch from before the history of the cache continues when the store comes back", async () => {
  const storage = openMemoryStorage();
  const since = await storage.currentRevision();
  const value = Buffer.from('{"metadata":{"name":"a","namespace":"default"}}');
  await storage.put("/configmaps/default/a", value, 0);
  const flaky = await startTestServer({ storage });
  try {
    const watch = storage.watch.bind(storage);
    let failures = 1;
    storage.watch = (request) => {
      if (failures-- > 0) throw new StorageError("unavailable", "etcd: it was restarted");
      return watch(request);
    };
    const { until, events, stop } = await openWatch(flaky, `${configMaps}?watch=1&resourceVersion=${since}`);
    await until(1);
    expect(events).toEqual(["ADDED a"]);
    await flaky.call("POST", configMaps, { metadata: { name: "b" } });
    await until(2);
    expect(events).toEqual(["ADDED a", "ADDED b"]);
    stop();
  } finally {
    await flaky.close();
  }
});

// As in kube-apiserver 1.37.1: Go's encoder adds a line break at the end, but not to indented text.
test.each([
  ["an object", "/api/v1/namespaces/default", "}\n"],
  ["a list", "/api/v1/namespaces", "}\n"],
  ["a failure", "/api/v1/namespaces/nope", "}\n"],
  ["discovery", "/apis/apps/v1", "}\n"],
  ["an indented object", "/api/v1/namespaces/default?pretty=1", "\n}"],
  ["an indented list", "/api/v1/namespaces?pretty=1", "\n}"],
  ["an indented failure", "/api/v1/namespaces/nope?pretty=true", "\n}"],
  ["the version, always indented", "/version", "\n}"],
])("the JSON of %s ends as in kube-apiserver", async (_what, path, end) => {
  const { text } = await server.call("GET", path);
  expect(text.slice(-2)).toBe(end);
  expect(() => JSON.parse(text)).not.toThrow();
});

test("curl gets an indented failure", async () => {
  const { text } = await server.call("GET", "/api/v1/namespaces/nope", undefined, { "user-agent": "curl/8.5.0" });
  expect(text).toContain('\n  "code": 404\n}');
});

test.each([
  ["/api/v1/watch/componentstatuses", 404, "the server could not find the requested resource"],
  ["/api/v1/watch/componentstatuses/etcd-0", 404, "the server could not find the requested resource"],
  ["/api/v1/componentstatuses?watch=1", 405, 'watch is not supported on resources of kind "componentstatuses"'],
])("watches of resources that cannot be watched are rejected as by kube-apiserver: %s", async (path, code, message) => {
  expect((await server.call("GET", path)).json).toMatchObject({ code, message });
});

test.each(["subjectaccessreviews", "selfsubjectaccessreviews"])(
  "a review whose metadata has a number beyond 2^53 is rejected: %s",
  async (resource) => {
    const spec = `"spec":{"user":"jane","nonResourceAttributes":{"path":"/healthz","verb":"get"}}`;
    const { text } = await server.call(
      "POST",
      `/apis/authorization.k8s.io/v1/${resource}`,
      `{"metadata":{"generation":9223372036854775807},${spec}}`,
    );
    expect(text).toContain('"code":422');
    expect(text).toContain(String.raw`metadata: Invalid value: {\"generation\":9223372036854775807}: must be empty`);
  },
);

test("a cluster-wide review ignores a namespace in its metadata", async () => {
  for (const path of ["authentication.k8s.io/v1/tokenreviews", "authorization.k8s.io/v1/selfsubjectaccessreviews"]) {
    const spec = path.includes("token") ? { token: "x" } : { nonResourceAttributes: { verb: "get", path: "/" } };
    const { code, json } = await server.call("POST", `/apis/${path}`, { metadata: { namespace: "shop" }, spec });
    expect([code, json["metadata"]["namespace"]]).toEqual([201, undefined]);
  }
});
