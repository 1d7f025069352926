/** Custom resources have no Protobuf encoding: clients that prefer Protobuf get JSON, as from kube-apiserver 1.37. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const things = "/apis/example.com/v1/namespaces/default/things";

beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "things", kind: "Thing" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  });
});
afterAll(() => server.close());

const protobuf = "application/vnd.kubernetes.protobuf";
const partial = `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;
const partialList = partial.replace("Metadata;", "MetadataList;");
const mergePatch = "application/merge-patch+json";
const thing = (name: string) => ({
  apiVersion: "example.com/v1",
  kind: "Thing",
  metadata: { name, finalizers: ["example.com/keep"] },
});

interface Row {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly type?: string;
}

const rows: readonly Row[] = [
  { method: "POST", path: "", body: thing("b") },
  { method: "GET", path: "" },
  { method: "GET", path: "/a" },
  { method: "GET", path: "/a/status" },
  { method: "PUT", path: "/a", body: thing("a") },
  { method: "PATCH", path: "/a", body: { size: 1 }, type: mergePatch },
  { method: "DELETE", path: "/a" },
  { method: "DELETE", path: "" },
  { method: "GET", path: "?watch=true&timeoutSeconds=1" },
];

test.each(rows)("$method $path returns JSON, or metadata in Protobuf", async (row) => {
  const { method, path, body, type = "application/json" } = row;
  const responseTo = async (accept: string) => {
    const { json } = await server.call("POST", things, thing("a"));
    const sent = method === "PUT" ? { ...body, metadata: json["metadata"] } : body;
    const { code, headers } = await server.call(method, `${things}${path}`, sent, { accept, "content-type": type });
    for (const name of ["a", "b"])
      await server.call("PATCH", `${things}/${name}`, { metadata: { finalizers: [] } }, { "content-type": mergePatch });
    await server.call("DELETE", things);
    return `${code} ${headers["content-type"]}`;
  };
  const code = method === "POST" ? 201 : 200;
  const isWatch = path.includes("watch");
  const metadata = path === "" && method !== "POST" ? partialList : partial;
  expect(await responseTo(`${protobuf},application/json`)).toBe(`${code} application/json`);
  expect(await responseTo(`${protobuf},*/*`)).toBe(`${code} application/json`);
  expect(await responseTo(`${metadata},application/json`)).toBe(`${code} ${protobuf}${isWatch ? ";stream=watch" : ""}`);
  expect(await responseTo(protobuf)).toBe(`406 ${protobuf}`);
});

test("nothing is written for a client that cannot read the response", async () => {
  const { code, json } = await server.call("POST", things, thing("c"), { accept: "text/html" });
  expect({ code, message: json["message"] }).toEqual({
    code: 406,
    message: `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
  });
  expect((await server.call("POST", things, thing("c"), { accept: protobuf })).code).toBe(406);
  expect((await server.call("GET", `${things}/c`)).code).toBe(404);
});

test("the response to a deletion has the encoding that the object would have", async () => {
  const plain = { ...thing("d"), metadata: { name: "d" } };
  for (const accept of [`${protobuf},application/json`, partial]) {
    await server.call("POST", things, plain);
    const { headers } = await server.call("DELETE", `${things}/d`, undefined, { accept });
    expect(headers["content-type"]).toBe(accept === partial ? protobuf : "application/json");
  }
});
