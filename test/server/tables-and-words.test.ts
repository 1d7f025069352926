/** Tables and error messages that kubectl shows unchanged, as kube-apiserver 1.37.1 writes them. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { podRequestColumns } from "../../src/kinds/certificates/columns.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const probe = (isHealthy: boolean, message: string) => async () => ({ isHealthy, message });
beforeAll(async () => {
  server = await startTestServer({
    probes: new Map([
      ["etcd-0", probe(true, "ok")],
      ["scheduler", probe(false, "no answer")],
    ]),
  });
});
afterAll(() => server.close());

const tableHeaders = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const rowsOf = async (path: string): Promise<readonly (readonly unknown[])[]> => {
  const { json } = await server.call("GET", path, undefined, tableHeaders);
  const names = json.columnDefinitions.map(({ name }: { name: string }) => name);
  return [names, ...json.rows.map(({ cells }: { cells: readonly unknown[] }) => cells)];
};

test("the table of component statuses shows their health", async () => {
  expect(await rowsOf("/api/v1/componentstatuses")).toEqual([
    ["Name", "Status", "Message", "Error"],
    ["etcd-0", "Healthy", "ok", ""],
    ["scheduler", "Unhealthy", "no answer", ""],
  ]);
});

test.each([
  ["a kind with the default columns", "/api/v1/limitranges", tableHeaders.accept, '"rows":null}'],
  ["a kind with its own columns", "/api/v1/pods", tableHeaders.accept, '"rows":[]}'],
  [
    "metadata only",
    "/api/v1/pods",
    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    '"items":null}',
  ],
  ["objects", "/api/v1/limitranges", "application/json", '"items":[]}'],
  [
    "metadata in YAML",
    "/api/v1/pods",
    "application/yaml;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    "items: null",
  ],
])("an empty list of %s is written as kube-apiserver writes it", async (_of, path, accept, end) => {
  const { text } = await server.call("GET", path, undefined, { accept });
  expect(text.trimEnd().endsWith(end), text).toBe(true);
});

test("some subresources cannot be returned as a Table", async () => {
  const { code, json } = await server.call(
    "GET",
    "/apis/resource.k8s.io/v1/namespaces/a/resourceclaims/b/status",
    undefined,
    tableHeaders,
  );
  expect([code, json.reason]).toEqual([406, "NotAcceptable"]);
  const { code: other } = await server.call("GET", "/api/v1/namespaces/a/pods/b/status", undefined, tableHeaders);
  expect(other).toBe(404);
});

test("a custom resource with the name of one of those resources can be returned as a Table", async () => {
  const names = { plural: "podgroups", singular: "podgroup", kind: "PodGroup", listKind: "PodGroupList" };
  const schema = { openAPIV3Schema: { type: "object" } };
  const versions = [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }];
  const spec = { group: "batch.example.com", scope: "Namespaced", names, versions };
  const metadata = { name: "podgroups.batch.example.com" };
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await server.call("POST", definitions, { metadata, spec });
  const path = "/apis/batch.example.com/v1/namespaces/default/podgroups";
  await vi.waitFor(async () => expect((await server.call("GET", path)).code).toBe(200));
  await server.call("POST", path, { apiVersion: "batch.example.com/v1", kind: "PodGroup", metadata: { name: "a" } });
  const { json } = await server.call("GET", `${path}/a/status`, undefined, tableHeaders);
  expect(json).toMatchObject({ kind: "Table", rows: [{ cells: ["a", expect.any(String)] }] });
  await server.call("DELETE", `${definitions}/${metadata.name}`);
  await vi.waitFor(async () => expect((await server.call("GET", definitions)).json.items).toEqual([]));
});

test("the table of a Scale has columns for desired and available replicas", async () => {
  const selector = { matchLabels: { app: "web" } };
  const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } };
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  await server.call("POST", deployments, { metadata: { name: "web" }, spec: { replicas: 3, selector, template } });
  const [names, cells] = await rowsOf(`${deployments}/web/scale`);
  expect(names).toEqual(["Name", "Desired", "Available", "Age"]);
  expect(cells?.slice(0, 3)).toEqual(["web", 3, 0]);
});

test("a list marks the default storage class, the table of one class does not", async () => {
  const classes = "/apis/storage.k8s.io/v1/storageclasses";
  const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
  await server.call("POST", classes, { metadata: { name: "fast", annotations }, provisioner: "example.com/p" });
  const names = async (path: string) => (await rowsOf(path)).slice(1).map(([name]) => name);
  expect(await names(classes)).toEqual(["fast (default)"]);
  expect(await names(`${classes}/fast`)).toEqual(["fast"]);
});

test("the table of storage version migrations shows their state", async () => {
  const migrations = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
  const resource = { group: "apps", resource: "deployments" };
  await server.call("POST", migrations, { metadata: { name: "one" }, spec: { resource } });
  expect(await rowsOf(migrations)).toEqual([
    ["Name", "Resource", "Status"],
    ["one", "deployments.apps", "Unknown"],
  ]);
  const status = {
    conditions: [{ type: "Running", status: "True", reason: "r", lastTransitionTime: "2026-01-01T00:00:00Z" }],
  };
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${migrations}/one/status`, { status }, merge);
  expect((await rowsOf(migrations))[1]).toEqual(["one", "deployments.apps", "Running"]);
});

test("the table of definitions shows their scope and their versions", async () => {
  const schema = { openAPIV3Schema: { type: "object" } };
  const versions = [
    { name: "v2", served: true, storage: true, schema },
    { name: "v1", served: true, storage: false, schema },
    { name: "v0", served: false, storage: false, schema },
  ];
  const names = { plural: "toys", kind: "Toy", shortNames: ["ty", "to"] };
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const spec = { group: "example.com", scope: "Cluster", names, versions };
  await server.call("POST", definitions, { metadata: { name: "toys.example.com" }, spec });
  const definitionCells = async () => (await rowsOf(definitions))[1]?.filter((_, index) => index !== 3);
  const shown = ["toys.example.com", "Cluster", "v1,v2(storage)", "example.com", "Toy", "ty,to"];
  await expect.poll(definitionCells).toEqual([...shown, true]);
});

test("the table of pod certificate requests shows their state", () => {
  const cell = (name: string, object: object) =>
    podRequestColumns.find((column) => column.name === name)?.value(object, 0);
  const spec = { podName: "p", unverifiedUserAnnotations: { "a.example.com/x": "1" } };
  expect(cell("State", { spec })).toBe("Pending");
  expect(cell("State", { spec, status: { conditions: [{ type: "Denied", status: "True" }] } })).toBe("Denied");
  expect(cell("UnverifiedUserAnnotations", { spec })).toBe("a.example.com/x=1");
});

const configMaps = "/api/v1/namespaces/default/configmaps";

test.each([
  { body: '{"a":', why: "unexpected end of JSON input" },
  { body: "a: b", why: "invalid character 'a' looking for beginning of value" },
])("the error for $body, which is not JSON, comes from reading its kind", async ({ body, why }) => {
  const { code, json } = await server.call("POST", configMaps, body, { "content-type": "application/json" });
  expect(code).toBe(400);
  expect(json.message).toContain(`(must be of type ConfigMap): couldn't get version/kind; json parse error: ${why} (`);
});

test.each([
  ['"bad"', "string"],
  ["[1]", "array"],
  ["true", "bool"],
])("%s is refused as a strategic merge patch", async (body, type) => {
  await server.call("POST", configMaps, { metadata: { name: "patched" } });
  const strategic = { "content-type": "application/strategic-merge-patch+json" };
  const { code, json } = await server.call("PATCH", `${configMaps}/patched`, body, strategic);
  expect(code).toBe(400);
  expect(json.message).toBe(`json: cannot unmarshal ${type} into Go value of type map[string]interface {}`);
});
