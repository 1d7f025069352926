import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pods = "/api/v1/namespaces/default/pods";
let names = 0;

/** Creates a pod on a node, so that it has a grace period. */
async function newPod() {
  const name = `pod-${++names}`;
  const spec = { nodeName: "node-a", containers: [{ name: "main", image: "example.com/x:1" }] };
  const { json } = await server.call("POST", pods, { metadata: { name }, spec });
  return { name, path: `${pods}/${name}`, object: json };
}

const evict = (path: string, name: string, deleteOptions?: object, query = "", apiVersion = "policy/v1") =>
  server.call("POST", `${path}/eviction${query}`, { apiVersion, kind: "Eviction", metadata: { name }, deleteOptions });

test("an evicted pod gets the disruption condition and then its grace period", async () => {
  const { name, path } = await newPod();
  const { code, json } = await evict(path, name);
  expect(code).toBe(201);
  expect(json).toEqual({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });
  const { json: pod } = await server.call("GET", path);
  expect(pod.metadata.deletionGracePeriodSeconds).toBe(30);
  expect(pod.status.conditions).toEqual([
    {
      type: "DisruptionTarget",
      status: "True",
      lastProbeTime: null,
      lastTransitionTime: expect.any(String),
      reason: "EvictionByEvictionAPI",
      message: "Eviction API: evicting",
    },
  ]);
  await evict(path, name, { gracePeriodSeconds: 0 });
  expect((await server.call("GET", path)).code).toBe(404);
});

test("the delete options of an eviction are respected", async () => {
  const { name, path, object } = await newPod();
  const { uid, resourceVersion } = object.metadata;
  const stale = { preconditions: { resourceVersion: "1" } };
  expect((await evict(path, name, stale)).json).toMatchObject({ code: 409, reason: "Conflict" });
  expect((await server.call("GET", path)).json).toEqual(object);
  expect((await evict(path, name, { propagationPolicy: "Other" })).json).toMatchObject({ code: 422 });
  const exact = { gracePeriodSeconds: 0, preconditions: { uid, resourceVersion } };
  expect((await evict(path, name, exact)).code).toBe(201);
  expect((await server.call("GET", path)).code).toBe(404);
});

test.each([
  { query: "?dryRun=All", options: undefined },
  { query: "", options: { dryRun: ["All"] } },
  { query: "?dryRun=All", options: { dryRun: ["All"], gracePeriodSeconds: 0 } },
])("an eviction with $query $options changes nothing", async ({ query, options }) => {
  const { name, path, object } = await newPod();
  expect((await evict(path, name, options, query)).code).toBe(201);
  expect((await server.call("GET", path)).json).toEqual(object);
});

test("delete options are checked after the pod is found, except the one that evictions never allow", async () => {
  const { name, path } = await newPod();
  const gone = path.replace(name, "gone");
  expect((await evict(gone, "gone", { propagationPolicy: "Other" })).code).toBe(404);
  for (const [at, pod] of [
    [path, name],
    [gone, "gone"],
  ] as const) {
    const { json } = await evict(at, pod, {
      ignoreStoreReadErrorWithClusterBreakingPotential: true,
      propagationPolicy: "Other",
    });
    expect(json.message).toBe(
      `Eviction.policy "${pod}" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option`,
    );
  }
  const { json } = await evict(path, name, { dryRun: ["Other"] }, "?dryRun=All");
  expect(json).toMatchObject({ code: 400, message: expect.stringContaining("Non-matching dry-run options") });
});

test("the older version of an Eviction is accepted, other kinds are not", async () => {
  const { name, path } = await newPod();
  expect((await evict(path, name, undefined, "", "policy/v1beta1")).code).toBe(201);
  const other = { apiVersion: "v1", kind: "Pod", metadata: { name } };
  expect((await server.call("POST", `${path}/eviction`, other)).json).toMatchObject({ code: 400 });
});

test("an eviction with another name, or of a missing pod, is rejected", async () => {
  const { path } = await newPod();
  expect((await evict(path, "other")).json).toMatchObject({
    code: 400,
    message: "name in URL does not match name in Eviction object",
  });
  expect((await evict(`${pods}/none`, "none")).json).toMatchObject({ code: 404, message: 'pods "none" not found' });
  expect((await server.call("DELETE", `${path}/eviction`)).json).toMatchObject({ code: 405 });
});

test("discovery shows the kind of eviction requests", async () => {
  const { json } = await server.call("GET", "/api/v1");
  const found = json.resources.find(({ name }: { readonly name: string }) => name === "pods/eviction");
  expect(found).toEqual({
    name: "pods/eviction",
    singularName: "",
    namespaced: true,
    group: "policy",
    version: "v1",
    kind: "Eviction",
    verbs: ["create"],
  });
});
