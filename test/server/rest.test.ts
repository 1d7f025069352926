import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const maps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string, data: object = { a: "1" }) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

test("an object can be created, read, changed and deleted", async () => {
  const created = await server.call("POST", maps, configMap("life"));
  expect(created.code).toBe(201);
  expect(created.json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { a: "1" } });
  expect(created.json.metadata).toMatchObject({
    name: "life",
    namespace: "default",
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    resourceVersion: expect.stringMatching(/^\d+$/),
  });
  const read = await server.call("GET", `${maps}/life`);
  expect(read.json).toEqual(created.json);

  const changed = await server.call("PUT", `${maps}/life`, { ...created.json, data: { a: "2" } });
  expect(changed.code).toBe(200);
  expect(changed.json.metadata.uid).toBe(created.json.metadata.uid);
  expect(changed.json.metadata.resourceVersion).not.toBe(created.json.metadata.resourceVersion);

  const stale = await server.call("PUT", `${maps}/life`, { ...created.json, data: { a: "3" } });
  expect(stale.code).toBe(409);
  expect(stale.json).toMatchObject({ kind: "Status", status: "Failure", reason: "Conflict", code: 409 });

  const gone = await server.call("DELETE", `${maps}/life`);
  expect(gone.code).toBe(200);
  expect(gone.json).toMatchObject({
    kind: "Status",
    status: "Success",
    details: { name: "life", kind: "configmaps", uid: created.json.metadata.uid },
  });
  expect((await server.call("GET", `${maps}/life`)).json).toMatchObject({
    reason: "NotFound",
    message: 'configmaps "life" not found',
    details: { name: "life", kind: "configmaps" },
    code: 404,
  });
});

test("a create with a resourceVersion is refused after validation of the object, but not in a dry run", async () => {
  const versioned = (name: string, data = {}) => ({ metadata: { name, resourceVersion: "5" }, data });
  const refused = await server.call("POST", maps, versioned("versioned"));
  expect(refused.json).toMatchObject({
    code: 400,
    reason: "BadRequest",
    message: "resourceVersion should not be set on objects to be created",
  });
  expect((await server.call("POST", maps, versioned("versioned", { "a/b": "" }))).json.reason).toBe("Invalid");
  const dryRun = await server.call("POST", `${maps}?dryRun=All`, versioned("versioned"));
  expect([dryRun.code, dryRun.json.metadata.resourceVersion]).toEqual([201, "5"]);
  expect((await server.call("POST", maps, { metadata: { name: "zero", resourceVersion: "0" } })).code).toBe(201);
});

test("the error for an immutable field contains the text that clients search for", async () => {
  const secrets = "/api/v1/namespaces/default/secrets";
  const { json } = await server.call("POST", secrets, { metadata: { name: "typed" }, type: "Opaque" });
  const { code, text } = await server.call("PUT", `${secrets}/typed`, { ...json, type: "example.com/other" });
  expect({ code, text }).toEqual({ code: 422, text: expect.stringContaining("field is immutable") });
});

test("an update that changes nothing writes nothing", async () => {
  const { json: created } = await server.call("POST", maps, configMap("same", { a: "1", b: "2" }));
  const reordered = { ...created, data: { b: "2", a: "1" } };
  const { json: updated } = await server.call("PUT", `${maps}/same`, reordered);
  expect(updated.metadata.resourceVersion).toBe(created.metadata.resourceVersion);
});

test("fields whose feature gate is off are dropped, with a warning", async () => {
  const pods = "/api/v1/namespaces/default/pods";
  const httpGet = { port: 8080, protocol: "SPDY" };
  const pod = {
    metadata: { name: "gated" },
    spec: {
      schedulingGroup: { podGroupName: "Not A Name" },
      containers: [{ name: "a", image: "a:1", livenessProbe: { httpGet } }],
    },
  };
  const { code, json, headers } = await server.call("POST", pods, pod);
  expect(code).toBe(201);
  expect(json.spec).not.toHaveProperty("schedulingGroup");
  expect(json.spec.containers[0].livenessProbe.httpGet).toEqual({ path: "/", port: 8080, scheme: "HTTP" });
  expect(String(headers["warning"])).toMatch(/spec\.schedulingGroup: .* the feature gate GenericWorkload is off/);

  const again = await server.call("PUT", `${pods}/gated`, {
    ...json,
    spec: { ...json.spec, schedulingGroup: { podGroupName: "b" } },
  });
  expect(again.code).toBe(200);
  expect(again.json.metadata.resourceVersion).toBe(json.metadata.resourceVersion);
});

test("names are generated from generateName", async () => {
  const { code, json } = await server.call("POST", maps, { metadata: { generateName: "made-" } });
  expect(code).toBe(201);
  expect(json.metadata.name).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});

test("an object with errors of the engine is refused, with a cause for each error", async () => {
  const { code, json } = await server.call("POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", {
    metadata: { name: "r" },
    rules: [{ apiGroups: [""], resources: ["pods"] }],
  });
  expect(code).toBe(422);
  expect(json).toMatchObject({
    reason: "Invalid",
    details: { kind: "Role", name: "r", group: "rbac.authorization.k8s.io" },
  });
  expect(json.details.causes).toEqual([
    { reason: "FieldValueRequired", field: "rules[0].verbs", message: "Required value" },
  ]);
});

test.each([
  { name: "a missing namespace", path: "/api/v1/namespaces/none/configmaps", code: 404, reason: "NotFound" },
  { name: "a taken name", path: maps, code: 409, reason: "AlreadyExists" },
])("creation fails for $name", async ({ path, code, reason }) => {
  await server.call("POST", maps, configMap("taken"));
  expect((await server.call("POST", path, configMap("taken"))).json).toMatchObject({ code, reason });
});

test("a field that the release has removed is an unknown field, and is not stored", async () => {
  const pods = "/api/v1/namespaces/default/podtemplates";
  const template = { spec: { containers: [{ name: "a", image: "a" }], workloadRef: { name: "a", podGroup: "b" } } };
  const body = { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "removed-field" }, template };
  const refused = await server.call("POST", `${pods}?fieldValidation=Strict`, body);
  expect(refused.json.message).toContain('strict decoding error: unknown field "template.spec.workloadRef"');
  const made = await server.call("POST", pods, body);
  expect(made.headers["warning"]).toBe('299 - "unknown field \\"template.spec.workloadRef\\""');
  expect(made.json["template"]).not.toHaveProperty("spec.workloadRef");
});

test("unknown fields cause a warning or an error, or are dropped, as fieldValidation requests", async () => {
  const body = (name: string) => ({ ...configMap(name), datum: 1 });
  const warned = await server.call("POST", maps, body("warned"));
  expect(warned.code).toBe(201);
  expect(warned.headers["warning"]).toBe('299 - "unknown field \\"datum\\""');
  const refused = await server.call("POST", `${maps}?fieldValidation=Strict`, body("refused"));
  expect(refused.json).toMatchObject({ code: 400, reason: "BadRequest" });
  expect(refused.json.message).toContain('strict decoding error: unknown field "datum"');
  const dropped = await server.call("POST", `${maps}?fieldValidation=Ignore`, body("dropped"));
  expect(dropped.headers["warning"]).toBeUndefined();
});

test("a dry run writes nothing", async () => {
  expect((await server.call("POST", `${maps}?dryRun=All`, configMap("dry"))).code).toBe(201);
  expect((await server.call("GET", `${maps}/dry`)).code).toBe(404);
});

test.each([
  { type: "application/merge-patch+json", patch: { data: { a: null, b: "2" } } },
  { type: "application/strategic-merge-patch+json", patch: { data: { a: null, b: "2" } } },
  {
    type: "application/json-patch+json",
    patch: [
      { op: "remove", path: "/data/a" },
      { op: "add", path: "/data/b", value: "2" },
    ],
  },
])("$type changes an object", async ({ type, patch }) => {
  const name = type.replaceAll(/[^a-z]/g, "-");
  await server.call("POST", maps, configMap(name));
  const patched = await server.call("PATCH", `${maps}/${name}`, patch, { "content-type": type });
  expect(patched.code).toBe(200);
  expect(patched.json.data).toEqual({ b: "2" });
});

test("a strategic merge patch of null changes nothing, a merge patch of null is refused", async () => {
  await server.call("POST", maps, configMap("null-patched"));
  const patchWithNull = (type: string) =>
    server.call("PATCH", `${maps}/null-patched`, "null", { "content-type": type });
  const { code, json } = await patchWithNull("application/strategic-merge-patch+json");
  expect([code, json.data]).toEqual([200, configMap("null-patched").data]);
  expect((await patchWithNull("application/merge-patch+json")).code).toBe(400);
});

test("a deleted object with finalizers is removed with its last finalizer", async () => {
  const { json } = await server.call("POST", maps, {
    ...configMap("held"),
    metadata: { name: "held", finalizers: ["example.com/hold"] },
  });
  const deleted = await server.call("DELETE", `${maps}/held`);
  expect(deleted.json).toMatchObject({ kind: "ConfigMap", metadata: { deletionGracePeriodSeconds: 0 } });
  expect(deleted.json.metadata.deletionTimestamp).toBeDefined();
  const freed = await server.call(
    "PATCH",
    `${maps}/held`,
    { metadata: { finalizers: null } },
    {
      "content-type": "application/merge-patch+json",
    },
  );
  expect(freed.json.metadata.uid).toBe(json.metadata.uid);
  expect((await server.call("GET", `${maps}/held`)).code).toBe(404);
});

test("deletecollection returns the objects as they were before", async () => {
  const object = { ...configMap("held"), metadata: { name: "held", finalizers: ["example.com/held"] } };
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "collected" } });
  const collection = "/api/v1/namespaces/collected/configmaps";
  const { json: created } = await server.call("POST", collection, object);
  const { json } = await server.call("DELETE", collection);
  const { kind: _kind, apiVersion: _version, ...item } = created;
  expect(json.items).toEqual([item]);
});

test("a dry run of the deletion of a pod returns the pod as the deletion would leave it", async () => {
  const pods = "/api/v1/namespaces/default/pods";
  await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
  await server.call("POST", pods, { metadata: { name: "dry" }, spec: { containers: [{ name: "c", image: "i:1" }] } });
  const { json } = await server.call("DELETE", `${pods}/dry?dryRun=All`);
  expect(json.metadata).toMatchObject({ generation: 2, deletionGracePeriodSeconds: 0 });
  expect((await server.call("GET", `${pods}/dry`)).json.metadata.generation).toBe(1);
});

test("anonymous users can read only health and version", async () => {
  const nobody = { authorization: "" };
  expect((await server.call("GET", "/healthz", undefined, nobody)).text).toBe("ok");
  expect((await server.call("GET", "/version", undefined, nobody)).json).toMatchObject({ major: "1" });
  expect((await server.call("GET", maps, undefined, nobody)).json).toMatchObject({
    code: 403,
    message:
      'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
  });
  const wrong = { authorization: "Bearer wrong" };
  expect((await server.call("GET", "/healthz", undefined, wrong)).json).toMatchObject({
    code: 401,
    message: "Unauthorized",
  });
});

test.each([
  { method: "GET", path: "/apis/apps/v1beta2/deployments", code: 404 },
  { method: "GET", path: "/apis/nowhere.example/v1/things", code: 404 },
  { method: "PUT", path: maps, code: 405 },
  { method: "POST", path: "/api/v1/watch/namespaces/default/configmaps", code: 405 },
  { method: "HEAD", path: `${maps}?watch=true`, code: 405 },
  { method: "POST", path: `${maps}/one`, code: 405 },
  { method: "GET", path: "/api/v1/namespaces/default/nodes", code: 404 },
  { method: "DELETE", path: "/api/v1/namespaces", code: 405 },
  { method: "GET", path: "/api/v1/namespaces/default/pods/one/log", code: 404 },
  { method: "POST", path: "/api/v1/namespaces/default/pods/one/exec", code: 404 },
  { method: "GET", path: "/api/v1/namespaces/default/configmaps/one/exec", code: 404 },
  { method: "GET", path: "/elsewhere", code: 404 },
  { method: "GET", path: "/api/v1/%zz", code: 400 },
])("$method $path returns $code", async ({ method, path, code }) => {
  expect((await server.call(method, path)).code).toBe(code);
});

test("a body of null counts as an object without fields", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  const created = await server.call("POST", path, "null");
  expect([created.code, created.json.message]).toEqual([
    422,
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  ]);
  expect((await server.call("PUT", `${path}/none`, "null")).code).toBe(400);
});
