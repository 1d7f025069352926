/** CBOR over HTTP, with its feature gate on and off. The responses are those of kube-apiserver. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCbor } from "../../src/wire/cbor-reader.ts";
import { writeCbor } from "../../src/wire/cbor-writer.ts";
import { startTestServer, type TestServer } from "./start.ts";

const cbor = "application/cbor";
const namespace = "/api/v1/namespaces/default";
const selfDescribed = "d9d9f7";

let server: TestServer;
let serverWithoutCbor: TestServer;
beforeAll(async () => {
  server = await startTestServer({ featureGates: { CBORServingAndStorage: true } });
  serverWithoutCbor = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await serverWithoutCbor.close();
});

const sendCbor = (method: string, path: string, body: unknown, headers = {}) =>
  server.call(method, path, writeCbor(body), { "content-type": cbor, accept: cbor, ...headers });
const get = (path: string, accept = cbor) => server.call("GET", path, undefined, { accept });

/** Returns the decoded body of a response. */
function readBody({ bytes, headers }: Awaited<ReturnType<typeof get>>, type = cbor): unknown {
  expect(headers["content-type"]).toBe(type);
  expect(Buffer.from(bytes.subarray(0, 3)).toString("hex")).toBe(selfDescribed);
  return readCbor(bytes, { maxDepth: 100, maxValues: 100_000 });
}

test("objects are received and sent in CBOR, with bytes as byte strings", async () => {
  const secret = { metadata: { name: "key" }, data: { a: "aGVsbG8=" } };
  const created = await sendCbor("POST", `${namespace}/secrets`, secret);
  expect(created.code).toBe(201);
  expect(Buffer.from(created.bytes).toString("latin1")).toContain("Aa\xd6Ehello");
  expect(readBody(created)).toMatchObject({ kind: "Secret", apiVersion: "v1", type: "Opaque", ...secret });
  const again = readBody(await get(`${namespace}/secrets/key`)) as object;
  const updated = await sendCbor("PUT", `${namespace}/secrets/key`, { ...again, stringData: { b: "x" } });
  expect(readBody(updated)).toMatchObject({ data: { a: "aGVsbG8=", b: "eA==" } });
  const { json } = await get(`${namespace}/secrets/key`, "application/json");
  expect(readBody(await get(`${namespace}/secrets/key`))).toEqual(json);
});

test("lists, also empty ones, have the same content as in JSON", async () => {
  for (const path of ["/api/v1/namespaces", "/api/v1/pods"]) {
    expect(readBody(await get(path))).toEqual((await get(path, "application/json")).json);
  }
});

test("partial object metadata is available in CBOR, tables are not", async () => {
  const cborAs = (as: string) => `${cbor};as=${as};g=meta.k8s.io;v=v1`;
  const list = readBody(await get("/api/v1/namespaces", cborAs("PartialObjectMetadataList")));
  expect(list).toMatchObject({
    kind: "PartialObjectMetadataList",
    items: expect.arrayContaining([expect.objectContaining({ kind: "PartialObjectMetadata" })]),
  });
  expect(JSON.stringify(list)).not.toContain('"spec"');
  expect(readBody(await get(namespace, cborAs("PartialObjectMetadata")))).toMatchObject({
    metadata: { name: "default" },
  });
  expect(await get("/api/v1/namespaces", cborAs("Table"))).toMatchObject({
    code: 406,
    json: { reason: "NotAcceptable" },
  });
  const either = await get("/api/v1/namespaces", `${cborAs("Table")},application/json`);
  expect(either.json).toMatchObject({ kind: "NamespaceList" });
});

test("a watch is a CBOR sequence of events", async () => {
  const query = "watch=1&timeoutSeconds=1&resourceVersion=0&fieldSelector=metadata.name=default";
  const { bytes, headers, code } = await get(`/api/v1/namespaces?${query}`);
  expect({ code, type: headers["content-type"] }).toEqual({ code: 200, type: "application/cbor-seq" });
  const event = readCbor(bytes, { maxDepth: 100, maxValues: 1000 });
  expect(event).toMatchObject({ type: "ADDED", object: { kind: "Namespace", metadata: { name: "default" } } });
});

test("failures, discovery and access reviews are available in CBOR", async () => {
  const missing = await get(`${namespace}/pods/none`);
  expect(missing.code).toBe(404);
  expect(readBody(missing)).toMatchObject({ kind: "Status", reason: "NotFound", code: 404 });
  expect(readBody(await get("/apis/apps/v1"))).toEqual((await get("/apis/apps/v1", "application/json")).json);
  const form = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const groups = readBody(await get("/apis", `${cbor};${form}`), `${cbor};${form}`);
  expect(groups).toEqual((await get("/apis", `application/json;${form}`)).json);
  const question = { spec: { resourceAttributes: { verb: "get", resource: "pods" } } };
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  expect(readBody(await sendCbor("POST", path, question))).toMatchObject({ status: { allowed: true } });
});

test("an apply configuration and delete options may be in CBOR", async () => {
  const apply = (configuration: object) =>
    sendCbor("PATCH", `${namespace}/configmaps/applied?fieldManager=me`, configuration, {
      "content-type": "application/apply-patch+cbor",
    });
  const identity = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" } };
  const created = await apply({ ...identity, data: { a: "1" } });
  expect(created.code).toBe(201);
  const managedFields = [expect.objectContaining({ manager: "me", operation: "Apply" })];
  expect(readBody(created)).toMatchObject({ data: { a: "1" }, metadata: { managedFields } });
  expect((await apply({ ...identity, data: { a: "2" } })).code).toBe(200);
  expect((await apply([])).code).toBe(400);
  const options = { gracePeriodSeconds: 0, propagationPolicy: "Background" };
  expect((await sendCbor("DELETE", `${namespace}/configmaps/applied`, options)).code).toBe(200);
});

test("custom resources contain text where their schema has the format byte", async () => {
  const schema = { type: "object", properties: { key: { type: "string", format: "byte" } } };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const names = { plural: "boxes", kind: "Box" };
  const definition = {
    metadata: { name: "boxes.example.com" },
    spec: { group: "example.com", scope: "Cluster", names, versions },
  };
  await sendCbor("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const box = { apiVersion: "example.com/v1", kind: "Box", metadata: { name: "a" }, key: "aGVsbG8=" };
  await expect.poll(async () => (await sendCbor("POST", "/apis/example.com/v1/boxes", box)).code).toBe(201);
  const answer = await get("/apis/example.com/v1/boxes/a");
  expect(readBody(answer)).toMatchObject(box);
  expect(Buffer.from(answer.bytes).toString("latin1")).toContain("HaGVsbG8=");
});

test.each([
  { name: "unknown fields under strict validation", body: { bar: 1 }, code: 400, message: 'unknown field "bar"' },
  { name: "a value of another type", body: { data: { a: 1 } }, code: 400, message: "ConfigMap.data of type string" },
  {
    name: "a field whose name differs in case",
    body: { Data: { a: "1" } },
    code: 400,
    message: 'unknown field "Data"',
  },
])("refuses $name", async ({ body, code, message }) => {
  const answer = await sendCbor("POST", `${namespace}/configmaps?fieldValidation=Strict`, {
    metadata: { name: "x" },
    ...body,
  });
  expect(answer.code).toBe(code);
  expect(readBody(answer)).toMatchObject({ message: expect.stringContaining(message) });
});

test.each([
  { name: "a duplicate key", hex: "a2416101416101", message: 'cbor: found duplicate map key "a"' },
  { name: "a break code without a list", hex: "d9d9f7ff", message: 'cbor: unexpected "break" code (d9d9f7ff)' },
  { name: "two documents", hex: "616263", message: "cbor: 1 bytes of extraneous data starting at index 2 (616263)" },
  { name: "a truncated string", hex: "6461", message: "): cbor: not enough data for type (6461)" },
  { name: "an empty body", hex: "", message: "<empty>" },
  { name: "more than 500 levels", hex: `${"81".repeat(502)}00`, message: "500 levels" },
])("refuses $name", async ({ hex, message }) => {
  const body = Buffer.from(hex, "hex");
  const answer = await server.call("POST", "/api/v1/namespaces", body, { "content-type": cbor });
  expect(answer).toMatchObject({
    code: 400,
    json: { reason: "BadRequest", message: expect.stringContaining(message) },
  });
});

test("a body with too many values is rejected", async () => {
  const body = writeCbor({ metadata: { name: "many" }, items: new Array(100_000).fill(0) });
  expect((await server.call("POST", `${namespace}/configmaps`, body, { "content-type": cbor })).code).toBe(413);
});

test("arbitrary bytes never cause a server error", async () => {
  const types = fc.constantFrom(cbor, "application/apply-patch+cbor");
  const map = fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((bytes) => Buffer.from([0xa0 + (bytes.length % 4), ...bytes]));
  await fc.assert(
    fc.asyncProperty(types, fc.oneof(fc.uint8Array({ maxLength: 60 }), map), async (type, body) => {
      const isApply = type !== cbor;
      const path = `${namespace}/configmaps${isApply ? "/any?fieldManager=me" : ""}`;
      const { code } = await server.call(isApply ? "PATCH" : "POST", path, body, { "content-type": type });
      expect(code).toBeLessThan(500);
    }),
    { numRuns: Number(process.env["FUZZ_REQUESTS"] ?? 300) },
  );
}, 600_000);

test("without the feature gate, CBOR is neither accepted nor sent", async () => {
  const accept = await serverWithoutCbor.call("GET", "/api/v1/namespaces", undefined, { accept: cbor });
  expect(accept).toMatchObject({ code: 406, json: { message: expect.not.stringContaining("cbor") } });
  const body = writeCbor({ metadata: { name: "x" } });
  const created = await serverWithoutCbor.call("POST", "/api/v1/namespaces", body, { "content-type": cbor });
  expect(created).toMatchObject({ code: 415, json: { message: expect.not.stringContaining("cbor") } });
  const headers = { "content-type": "application/apply-patch+cbor" };
  expect((await serverWithoutCbor.call("PATCH", `${namespace}/configmaps/x?fieldManager=a`, body, headers)).code).toBe(
    415,
  );
});
