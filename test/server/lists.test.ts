import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const namespaces = ["default", "kube-public"];
/**
 * So many objects that the list of a namespace is larger than 128 KiB, the size from which responses are compressed.
 */
const countPerNamespace = 300;
const data = { text: "x".repeat(500) };
const pathOf = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const nameOf = (index: number) => `m${String(index).padStart(4, "0")}`;
const names = Array.from({ length: countPerNamespace }, (_, index) => nameOf(index));

beforeAll(async () => {
  server = await startTestServer();
  for (const namespace of namespaces) {
    await Promise.all(names.map((name) => server.call("POST", pathOf(namespace), { metadata: { name }, data })));
  }
});
afterAll(() => server.close());

interface Item {
  readonly metadata: { readonly name: string; readonly namespace: string };
}
const namesIn = (list: { readonly items: readonly Item[] }) =>
  list.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
const expected = (namespace: string, own = names) => own.map((name) => `${namespace}/${name}`);

test("a list contains all objects in order, of one namespace or of all", async () => {
  const { json: all } = await server.call("GET", "/api/v1/configmaps");
  expect(namesIn(all)).toEqual(namespaces.flatMap((namespace) => expected(namespace)));
  expect(all).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
  for (const namespace of namespaces) {
    const { json } = await server.call("GET", pathOf(namespace));
    expect(namesIn(json)).toEqual(expected(namespace));
  }
});

test("a list reflects the writes since the previous list", async () => {
  const path = pathOf("default");
  await server.call("GET", path);
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${path}/${nameOf(7)}`, { data: { text: "changed" } }, merge);
  await server.call("POST", path, { metadata: { name: "m0150-b" }, data });
  await server.call("DELETE", `${path}/${nameOf(200)}`);
  const { json } = await server.call("GET", path);
  const own = [...names.slice(0, 151), "m0150-b", ...names.slice(151)].filter((name) => name !== nameOf(200));
  expect(namesIn(json)).toEqual(expected("default", own));
  expect(json.items[7].data).toEqual({ text: "changed" });
  await server.call("DELETE", `${path}/m0150-b`);
  await server.call("POST", path, { metadata: { name: nameOf(200) }, data });
});

test("a list in YAML equals the list in JSON", async () => {
  const { json } = await server.call("GET", pathOf("kube-public"));
  const { text } = await server.call("GET", pathOf("kube-public"), undefined, { accept: "application/yaml" });
  expect(parse(text)).toEqual(json);
});

test.each(["application/json", "application/yaml"])("an empty list in %s", async (accept) => {
  const { text } = await server.call("GET", pathOf("kube-system"), undefined, { accept });
  expect(parse(text)).toMatchObject({ kind: "ConfigMapList", items: [] });
});

test.each([
  { accepted: "gzip", encoding: "gzip" },
  { accepted: "deflate, gzip", encoding: "gzip" },
  { accepted: "identity", encoding: undefined },
  { accepted: "gzip;q=0", encoding: undefined },
])("the encoding of more than 128 KiB for a client that accepts $accepted", async ({ accepted, encoding }) => {
  const plain = await server.call("GET", pathOf("default"));
  const { headers, json } = await server.call("GET", pathOf("default"), undefined, { "accept-encoding": accepted });
  expect([headers["content-encoding"], headers["vary"]]).toEqual([encoding, encoding && "Accept-Encoding"]);
  expect(json).toEqual(plain.json);
});

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

test.each([
  { accepted: "identity", encoding: undefined },
  { accepted: "gzip", encoding: "gzip" },
])("a large table is sent while it is made, $accepted", async ({ accepted, encoding }) => {
  const headers = { accept: table, "accept-encoding": accepted };
  const answer = await server.call("GET", `${pathOf("default")}?includeObject=Object`, undefined, headers);
  expect([answer.headers["content-length"], answer.headers["content-encoding"]]).toEqual([undefined, encoding]);
  expect(answer.json.rows.map((row: { readonly cells: readonly unknown[] }) => row.cells[0])).toEqual(names);
});

test("a small table is sent with its length", async () => {
  const { headers, text } = await server.call("GET", `${pathOf("default")}?limit=3`, undefined, { accept: table });
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
});

test("a list of less than 128 KiB is not compressed", async () => {
  const path = `${pathOf("default")}?limit=100`;
  const { headers, json } = await server.call("GET", path, undefined, { "accept-encoding": "gzip" });
  expect([headers["content-encoding"], json.items.length]).toEqual([undefined, 100]);
});
