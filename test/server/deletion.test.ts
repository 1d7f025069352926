/**
 * Deletions and their watch events, as in kube-apiserver 1.37: a pod that is deleted at once appears first with its
 * deletion timestamp.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";
import { openWatch } from "./watch-client.ts";

let server: TestServer;
const pods = "/api/v1/namespaces/default/pods";

beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
});
afterAll(() => server.close());

interface Row {
  readonly name: string;
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
  readonly deletions: readonly object[];
  readonly events: readonly string[];
}

const node = { nodeName: "n" };
const immediateEvents = ["ADDED 1", "MODIFIED 2 in 0 s", "DELETED 2 in 0 s"];

const rows: readonly Row[] = [
  { name: "without a node", deletions: [{}], events: immediateEvents },
  { name: "without a grace period", spec: node, deletions: [{ gracePeriodSeconds: 0 }], events: immediateEvents },
  {
    name: "without a grace period after an ordinary deletion",
    spec: node,
    deletions: [{}, { gracePeriodSeconds: 0 }],
    events: ["ADDED 1", "MODIFIED 2 in 30 s", "MODIFIED 2 in 0 s", "DELETED 2 in 0 s"],
  },
  {
    name: "that has terminated",
    spec: node,
    status: { phase: "Succeeded" },
    deletions: [{}],
    events: ["ADDED 1", "MODIFIED 1", "MODIFIED 2 in 0 s", "DELETED 2 in 0 s"],
  },
  { name: "with a finalizer", metadata: { finalizers: ["example.com/a"] }, deletions: [{}], events: immediateEvents },
];

test.each(rows)("a pod $name", async ({ metadata, spec, status, deletions, events }) => {
  const { json } = await server.call("GET", pods);
  const watch = await openWatch(server, `${pods}?watch=true&resourceVersion=${json.metadata.resourceVersion}`);
  const containers = [{ name: "c", image: "i:1" }];
  await server.call("POST", pods, { metadata: { name: "a", ...metadata }, spec: { containers, ...spec } });
  const type = { "content-type": "application/merge-patch+json" };
  if (status) await server.call("PATCH", `${pods}/a/status`, { status }, type);
  for (const options of deletions) await server.call("DELETE", `${pods}/a`, options);
  if (metadata) await server.call("PATCH", `${pods}/a`, { metadata: { finalizers: [] } }, type);
  await watch.until(events.length);
  watch.stop();
  const shown = watch.objects.map(({ metadata: { generation, deletionGracePeriodSeconds: seconds } }, index) => {
    const [event] = (watch.events[index] ?? "").split(" ");
    return `${event} ${generation}${seconds === undefined ? "" : ` in ${seconds} s`}`;
  });
  expect(shown).toEqual(events);
});

test("concurrent deletions of a pod succeed or do not find it", async () => {
  await server.call("POST", pods, { metadata: { name: "raced" }, spec: { containers: [{ name: "c", image: "i:1" }] } });
  const deletions = await Promise.all(Array.from({ length: 4 }, () => server.call("DELETE", `${pods}/raced`)));
  expect(deletions.map(({ code }) => code).filter((code) => code !== 200 && code !== 404)).toEqual([]);
  expect((await server.call("GET", `${pods}/raced`)).code).toBe(404);
});

test("only a namespace is held by finalizers in its spec", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "things", kind: "Thing" },
      scope: "Cluster",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  });
  const things = "/apis/example.com/v1/things";
  const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" }, spec: { finalizers: ["b"] } };
  expect((await server.call("POST", things, thing)).code).toBe(201);
  await server.call("DELETE", `${things}/a`);
  expect((await server.call("GET", `${things}/a`)).code).toBe(404);
});

test("a second deletion of a namespace with content changes nothing", async () => {
  const held = "/api/v1/namespaces/held";
  const finalizers = ["example.com/hold"];
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "held", finalizers } });
  const content = { metadata: { name: "a", finalizers: ["example.com/a"] } };
  await server.call("POST", `${held}/configmaps`, content);
  await server.call("DELETE", held);
  const { json } = await server.call("DELETE", held, { propagationPolicy: "Foreground" });
  expect(json.metadata.finalizers).toEqual(finalizers);
  expect(json.metadata.deletionGracePeriodSeconds).toBeUndefined();
});

test.each([
  { asks: "in the body", query: "", body: { orphanDependents: false }, code: 202 },
  { asks: "in the query", query: "?orphanDependents=false", body: undefined, code: 202 },
  { asks: "in the newer form", query: "", body: { propagationPolicy: "Background" }, code: 200 },
])("the status code of a deletion that requests $asks to delete dependents", async ({ query, body, code }) => {
  const path = "/api/v1/namespaces/default/configmaps";
  await server.call("POST", path, { metadata: { name: "kept", finalizers: ["example.com/a"] } });
  expect((await server.call("DELETE", `${path}/kept${query}`, body)).code).toBe(code);
  const type = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${path}/kept`, { metadata: { finalizers: [] } }, type);
  await server.call("POST", path, { metadata: { name: "kept" } });
  expect((await server.call("DELETE", `${path}/kept${query}`, body)).code).toBe(200);
});
