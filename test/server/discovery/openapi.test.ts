import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApiPaths } from "../../../src/server/discovery/openapi-paths.ts";
import { encodeOpenApi2 } from "../../../src/server/discovery/openapi-v2-protobuf.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const kubectlType = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
const protobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/** Returns the values of all fields with the name, at any depth. */
function valuesOf(document: unknown, member: string): unknown[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) => [
    ...(name === member ? [value] : []),
    ...valuesOf(value, member),
  ]);
}

test.each([
  { version: "v2", path: "/openapi/v2", home: "#/definitions/" },
  { version: "v3", path: "/openapi/v3/apis/apps/v1", home: "#/components/schemas/" },
])("all references in $version lead to a schema or parameter, and operation ids are unique", async ({ path, home }) => {
  const { json } = await server.call("GET", path);
  const schemas = Object.keys(json.definitions ?? json.components.schemas).map((name) => home + name);
  const parameters = Object.keys(json.parameters ?? {}).map((name) => `#/parameters/${name}`);
  const named = new Set<unknown>([...schemas, ...parameters]);
  const references = valuesOf(json, "$ref").filter((value) => typeof value === "string");
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((reference) => !named.has(reference))).toEqual([]);
  const ids = valuesOf(json.paths, "operationId");
  expect(ids).toEqual([...new Set(ids)]);
});

test("v2 contains the data that kubectl reads", async () => {
  const { json } = await server.call("GET", "/openapi/v2");
  const { patch, delete: deletion } = json.paths["/apis/apps/v1/namespaces/{namespace}/daemonsets/{name}"];
  expect(patch["x-kubernetes-group-version-kind"]).toEqual({ group: "apps", kind: "DaemonSet", version: "v1" });
  expect(patch.parameters).toContainEqual({ name: "fieldValidation", in: "query", type: "string", uniqueItems: true });
  expect(patch.consumes).toContain("application/strategic-merge-patch+json");
  expect(Object.keys(patch.responses)).toEqual(["200", "201", "401"]);
  const shared = deletion.parameters[0].$ref.replace("#/parameters/", "");
  expect(json.parameters[shared]).toEqual({
    name: "body",
    in: "body",
    schema: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions" },
  });
  expect(json.security).toEqual([{ BearerToken: [] }]);
  expect(json.securityDefinitions.BearerToken).toMatchObject({ type: "apiKey", name: "authorization", in: "header" });
  const podSpec = json.definitions["io.k8s.api.core.v1.PodSpec"] ?? valuesOf(json.definitions, "containers")[0];
  expect(JSON.stringify(podSpec)).toContain('"x-kubernetes-patch-merge-key":"name"');
  expect(json.definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"]).toEqual({
    type: "string",
    format: "int-or-string",
  });
});

interface Field {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Returns the fields of a message that are messages or text. */
function fieldsOf(message: Uint8Array): readonly Field[] {
  const reader = new BinaryReader(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.LengthDelimited) fields.push({ number, bytes: reader.bytes() });
    else reader.skip(type, number);
  }
  return fields;
}

const valuesOfField = (message: Uint8Array, number: number): Uint8Array[] =>
  fieldsOf(message)
    .filter((field) => field.number === number)
    .map(({ bytes }) => bytes);
const texts = (bytes: readonly Uint8Array[]): string[] => bytes.map((item) => new TextDecoder().decode(item));

/** Encodes the document, with all steps at once. */
function encodeDocument(document: object): Uint8Array {
  const steps = encodeOpenApi2(document);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test("v2 in protobuf has the same definitions and paths as in JSON", async () => {
  const { json } = await server.call("GET", "/openapi/v2");
  const document = encodeDocument(json);
  const [paths = new Uint8Array()] = valuesOfField(document, 8);
  const [definitions = new Uint8Array()] = valuesOfField(document, 9);
  const [parameters = new Uint8Array()] = valuesOfField(document, 10);
  const [security = new Uint8Array()] = valuesOfField(document, 13);
  const names = (map: readonly Uint8Array[]) => map.flatMap((item) => texts(valuesOfField(item, 1)));
  expect(names(valuesOfField(paths, 2))).toEqual(Object.keys(json.paths));
  expect(names(valuesOfField(definitions, 1))).toEqual(Object.keys(json.definitions));
  expect(names(valuesOfField(parameters, 1))).toEqual(Object.keys(json.parameters));
  expect(names(valuesOfField(security, 1))).toEqual(["BearerToken"]);
});

test("a large document is encoded in steps, between which other work gets turns", () => {
  const names = Array.from({ length: 200 }, (_, index) => [`T${index}`, { type: "object" }]);
  expect([...encodeOpenApi2({ definitions: Object.fromEntries(names) })]).toHaveLength(10);
});

test("each member of a document has its field number", () => {
  const document = {
    definitions: {
      Thing: {
        type: "object",
        required: ["name"],
        properties: { name: { $ref: "#/definitions/Name", description: "d" } },
        "x-kubernetes-list-map-keys": ["name"],
      },
    },
  };
  const [thing = new Uint8Array()] = valuesOfField(encodeDocument(document), 9)
    .flatMap((map) => valuesOfField(map, 1))
    .flatMap((named) => valuesOfField(named, 2));
  expect(valuesOfField(thing, 22).flatMap((type) => texts(valuesOfField(type, 1)))).toEqual(["object"]);
  expect(texts(valuesOfField(thing, 19))).toEqual(["name"]);
  const [name = new Uint8Array()] = valuesOfField(thing, 25)
    .flatMap((map) => valuesOfField(map, 1))
    .flatMap((named) => valuesOfField(named, 2));
  expect(texts(valuesOfField(name, 1))).toEqual(["#/definitions/Name"]);
  expect(texts(valuesOfField(name, 4))).toEqual(["d"]);
  const [extension = new Uint8Array()] = valuesOfField(thing, 31);
  expect(texts(valuesOfField(extension, 1))).toEqual(["x-kubernetes-list-map-keys"]);
  expect(valuesOfField(extension, 2).flatMap((any) => texts(valuesOfField(any, 2)))).toEqual(['["name"]']);
  expect(() => encodeDocument({ host: "example.com" })).toThrow("no member host");
});

test.each([
  { accept: "", code: 200, type: "application/json" },
  { accept: "application/json", code: 200, type: "application/json" },
  { accept: "*/*", code: 200, type: "application/json" },
  { accept: kubectlType, code: 200, type: protobufType },
  { accept: `text/plain, ${protobufType};q=0.9, application/json;q=0.1`, code: 200, type: protobufType },
  { accept: "application/yaml", code: 406, type: undefined },
])("/openapi/v2 for $accept is $code $type", async ({ accept, code, type }) => {
  const answer = await server.call("GET", "/openapi/v2", undefined, { accept });
  expect({ code: answer.code, type: answer.headers["content-type"] }).toEqual({ code, type });
});

test("a client that has the current document gets 304", async () => {
  const { headers } = await server.call("GET", "/openapi/v2");
  const { etag, "last-modified": modified } = headers;
  expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
  const codeFor = async (headers: Record<string, string>) =>
    (await server.call("GET", "/openapi/v2", undefined, headers)).code;
  expect(await codeFor({ "if-none-match": `"other", W/${etag}` })).toBe(304);
  expect(await codeFor({ "if-none-match": "*" })).toBe(304);
  expect(await codeFor({ "if-none-match": '"other"', "if-modified-since": String(modified) })).toBe(200);
  expect(await codeFor({ "if-modified-since": String(modified) })).toBe(304);
  expect(await codeFor({ "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200);
  expect(await codeFor({ "if-modified-since": "yesterday" })).toBe(200);
});

test("documents are compressed for clients that accept gzip", async () => {
  const plain = await server.call("GET", "/openapi/v2");
  const { headers, text } = await server.call("GET", "/openapi/v2", undefined, { "accept-encoding": "gzip" });
  expect(text).toBe(plain.text);
  expect(headers["content-encoding"]).toBe("gzip");
  expect(Number(headers["content-length"])).toBeLessThan(plain.text.length / 4);
});

test("the list of paths is indented, with the documents of v3 as one path and each check where it runs", async () => {
  const { text, json, headers } = await server.call("GET", "/", undefined, { accept: "application/yaml" });
  expect(headers["content-type"]).toBe("application/json");
  expect(text).toBe(JSON.stringify(json, undefined, 2));
  const below = (start: string) => json.paths.filter((path: string) => path.startsWith(start));
  expect(below("/openapi/")).toEqual(["/openapi/v2", "/openapi/v3", "/openapi/v3/"]);
  expect(json.paths.filter((path: string) => path.endsWith("/shutdown"))).toEqual(["/readyz/shutdown"]);
});

test("documents of v3 are immutable under their hash, and other hashes redirect to it", async () => {
  const { json } = await server.call("GET", "/openapi/v3");
  const url = json.paths["apis/apps/v1"].serverRelativeURL;
  const document = await server.call("GET", url);
  expect(document.headers["cache-control"]).toBe("public, immutable");
  const stale = await server.call("GET", url.replace(/hash=.*/, "hash=00"));
  expect({ code: stale.code, location: stale.headers["location"] }).toEqual({ code: 301, location: url });
  const wanted = { accept: "text/plain" };
  expect((await server.call("GET", url, undefined, wanted)).code).toBe(406);
  const known = { "if-none-match": String(document.headers["etag"]) };
  expect((await server.call("GET", url, undefined, known)).code).toBe(304);
});

test("the list of the v3 documents is available before any document is generated", async () => {
  const sendValue = vi.fn(async () => {});
  const routes = openApiPaths({
    groups: [{ group: "apps", version: "v1", resources: [] }],
    remote: [],
    schemaOf: () => {
      throw new Error("no schema is needed");
    },
    served: new Set(),
    responder: { sendValue } as never,
    target: "1.37",
    nowMs: () => 0,
    made: new Map(),
  });
  await routes.get("/openapi/v3")?.({} as Exchange);
  const serverRelativeURL = expect.stringMatching(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/);
  const paths = expect.objectContaining({ "apis/apps/v1": { serverRelativeURL } });
  expect(sendValue).toHaveBeenCalledWith({}, 200, { paths });
});

test("servers of the same kinds have documents with the same hashes, and another release has others", async () => {
  const hashes = async ({ call }: TestServer) => (await call("GET", "/openapi/v3")).json.paths;
  const others = await Promise.all([startTestServer(), startTestServer({ target: "1.36" })]);
  const [own, same, older] = await Promise.all([server, ...others].map(hashes));
  expect(same).toEqual(own);
  expect(older["api/v1"]).not.toEqual(own["api/v1"]);
  await Promise.all(others.map((each) => each.close()));
});

test("operations, parameters and schemas are those of kube-apiserver", async () => {
  const { json } = await server.call("GET", "/openapi/v3/api/v1");
  const paths = "/api/v1/namespaces/{namespace}";
  const { get, delete: deletion, patch } = json.paths[`${paths}/pods/{name}`];
  const ids = [get, deletion, patch, json.paths[`${paths}/pods/{name}/eviction`].post, json.paths["/api/v1/pods"].get];
  expect(ids.map(({ operationId }) => operationId)).toEqual([
    "readCoreV1NamespacedPod",
    "deleteCoreV1NamespacedPod",
    "patchCoreV1NamespacedPod",
    "createCoreV1NamespacedPodEviction",
    "listCoreV1PodForAllNamespaces",
  ]);
  expect(json.paths[`${paths}/pods`].delete).toMatchObject({
    tags: ["core_v1"],
    operationId: "deleteCoreV1CollectionNamespacedPod",
  });
  const ok = (operation: { responses: Record<string, { content: object }> }) => operation.responses["200"]?.content;
  const home = "#/components/schemas/io.k8s.api.core.v1.";
  expect(ok(deletion)).toMatchObject({ "application/json": { schema: { $ref: `${home}Pod` } } });
  expect(Object.keys(ok(json.paths["/api/v1/pods"].get) ?? {})).toContain("application/json;stream=watch");
  expect(Object.keys(patch.requestBody.content)).toContain("application/apply-patch+yaml");
  const { schemas } = json.components;
  expect(schemas["io.k8s.api.core.v1.EndpointAddress"]["x-kubernetes-map-type"]).toBe("atomic");
  expect(schemas["io.k8s.api.core.v1.ContainerPort"].properties).toMatchObject({
    containerPort: { type: "integer", default: 0 },
    protocol: { type: "string", default: "TCP", enum: ["SCTP", "TCP", "UDP"] },
  });
  expect(schemas["io.k8s.api.core.v1.Pod"].properties.spec).toMatchObject({ default: {} });
  expect(schemas["io.k8s.api.core.v1.Protocol"]).toBeUndefined();
});

interface ParsedSchema {
  readonly description?: string;
  readonly properties?: Record<string, ParsedSchema>;
  readonly "x-kubernetes-group-version-kind"?: readonly object[];
}

test("each kind and each field that `kubectl explain` reaches has a description", async () => {
  const { json } = await server.call("GET", "/openapi/v3");
  const paths = Object.values<{ serverRelativeURL: string }>(json.paths).map(
    ({ serverRelativeURL }) => serverRelativeURL,
  );
  expect(paths.length).toBeGreaterThan(20);
  const wordless = new Set<string>();
  for (const path of paths) {
    const { components = {} } = (await server.call("GET", path)).json;
    for (const [name, schema] of Object.entries<ParsedSchema>(components.schemas ?? {})) {
      if (schema["x-kubernetes-group-version-kind"] && !schema.description) wordless.add(name);
      for (const [field, { description }] of Object.entries(schema.properties ?? {})) {
        if (!description) wordless.add(`${name}.${field}`);
      }
    }
  }
  expect([...wordless].toSorted()).toEqual([]);
});
