import { request } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { apiType } from "../../../src/schema/fields.ts";
import { unwrapEnvelope, wrapEnvelope } from "../../../src/wire/envelope.ts";
import { decodeMessage, encodeMessage } from "../../../src/wire/message.ts";
import { adminToken, startTestServer, type TestServer } from "../start.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

const schemaOf = (kind: string) => builtInKinds.find((known) => known.kind === kind)?.versions[0]?.schema ?? {};

const nowMs = Date.parse("2026-05-01T12:00:00Z");
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ nowMs: () => nowMs });
});
afterAll(() => server.close());

interface Answer {
  readonly code: number;
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Sends a request and returns the response with its body as bytes. For a watch, the body is the part received when
 * `enough` returns true.
 */
function call(method: string, path: string, headers: object, body?: Uint8Array, enough?: (body: Buffer) => boolean) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: server.port,
        ca: server.authority,
        method,
        path,
        headers: { authorization: `Bearer ${adminToken}`, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        const responseParts = () => ({
          code: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: Buffer.concat(chunks),
        });
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (!enough?.(Buffer.concat(chunks))) return;
          resolve(responseParts());
          sent.destroy();
        });
        response.on("end", () => resolve(responseParts()));
        response.on("error", () => resolve(responseParts()));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function readEnvelope(bytes: Uint8Array, schema: object) {
  const envelope = unwrapEnvelope(bytes);
  if (!envelope.ok) throw new Error(envelope.error);
  const { raw, ...identity } = envelope.value;
  const object = decodeMessage(raw, schema);
  if (!object.ok) throw new Error(object.error);
  return { ...identity, ...object.value } as Record<string, unknown> & { metadata?: Record<string, unknown> };
}

const role = (name: string) => ({
  metadata: { name },
  rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
});
const identity = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };

test("an object can be created and read in Protobuf", async () => {
  const schema = schemaOf("ClusterRole");
  const body = wrapEnvelope(identity, encodeMessage(role("proto"), schema));
  const headers = { "content-type": protobuf, accept: `${protobuf},application/json` };
  const created = await call("POST", `${rbac}/clusterroles`, headers, body);
  expect(created).toMatchObject({ code: 201, type: protobuf });
  const object = readEnvelope(created.body, schema);
  expect(object).toMatchObject({ ...identity, ...role("proto") });
  expect(object.metadata).toMatchObject({ uid: expect.stringMatching(/-/), creationTimestamp: "2026-05-01T12:00:00Z" });

  const got = await call("GET", `${rbac}/clusterroles/proto`, { accept: protobuf });
  expect(readEnvelope(got.body, schema)).toEqual(object);
  const { json } = await server.call("GET", `${rbac}/clusterroles/proto`);
  expect(json).toEqual(object);
});

test("a list is returned in Protobuf", async () => {
  await server.call("POST", `${rbac}/clusterroles`, role("listed"));
  const answer = await call("GET", `${rbac}/clusterroles?fieldSelector=metadata.name%3Dlisted`, { accept: protobuf });
  const listSchema = {
    type: "object",
    properties: {
      metadata: { type: "object", properties: { resourceVersion: { type: "string", "x-proto": 2 } }, "x-proto": 1 },
      items: { type: "array", items: schemaOf("ClusterRole"), "x-proto": 2 },
    },
  };
  const list = readEnvelope(answer.body, listSchema);
  expect(list).toMatchObject({ kind: "ClusterRoleList", items: [{ ...role("listed") }] });
  expect(list.metadata?.["resourceVersion"]).toMatch(/^\d+$/);
});

test("a watch sends its events in Protobuf", async () => {
  await server.call("POST", `${rbac}/clusterroles`, role("watched"));
  const path = `${rbac}/clusterroles?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Dwatched`;
  const isWhole = (body: Buffer) => body.length > 4 && body.length >= 4 + body.readUInt32BE(0);
  const answer = await call("GET", path, { accept: protobuf }, undefined, isWhole);
  expect(answer.type).toBe(`${protobuf};stream=watch`);
  const eventSchema = {
    type: "object",
    properties: {
      type: { type: "string", "x-proto": 1 },
      object: {
        type: "object",
        properties: { raw: { type: "string", format: "base64", "x-proto": 1 } },
        "x-proto": 2,
      },
    },
  } as const;
  const event = decodeMessage(answer.body.subarray(4, 4 + answer.body.readUInt32BE(0)), eventSchema);
  expect(event).toMatchObject({ ok: true, value: { type: "ADDED" } });
  const { raw } = (event.ok ? event.value["object"] : {}) as { raw: string };
  expect(readEnvelope(Buffer.from(raw, "base64"), schemaOf("ClusterRole"))).toMatchObject({
    ...identity,
    ...role("watched"),
  });
});

test("an error is returned to a Protobuf client as a Status in Protobuf", async () => {
  const answer = await call("GET", `${rbac}/clusterroles/none`, { accept: protobuf });
  expect(answer).toMatchObject({ code: 404, type: protobuf });
  expect(Buffer.from(answer.body).toString("latin1")).toContain(
    'clusterroles.rbac.authorization.k8s.io "none" not found',
  );
});

test.each([
  ["bytes that are not an envelope", Buffer.from("{}"), "does not appear to be a protobuf message"],
  [
    "another kind",
    wrapEnvelope({ apiVersion: "v1", kind: "Pod" }, Uint8Array.of()),
    "cannot be handled as a ClusterRole",
  ],
  ["a broken message", wrapEnvelope(identity, Uint8Array.of(0x0a, 0x7f)), "must be of type ClusterRole"],
])("a Protobuf body with %s is refused", async (_name, body, message) => {
  const answer = await call("POST", `${rbac}/clusterroles`, { "content-type": protobuf }, body);
  expect(answer.code).toBe(400);
  expect(JSON.parse(answer.body.toString()).message).toContain(message);
});

test("discovery documents are returned as JSON to Protobuf clients", async () => {
  const answer = await call("GET", "/apis/apps/v1", { accept: `${protobuf},application/json` });
  expect(answer).toMatchObject({ code: 200, type: "application/json" });
});

const acceptAs = (form: string, version = "v1") => ({
  accept: `application/json;as=${form};v=${version};g=meta.k8s.io`,
});

test("a list is returned as a Table", async () => {
  await server.call("POST", "/api/v1/namespaces/default/configmaps", {
    metadata: { name: "t" },
    data: { a: "1", b: "2" },
  });
  const path = "/api/v1/namespaces/default/configmaps";
  const { code, json } = await server.call("GET", path, undefined, acceptAs("Table"));
  expect(code).toBe(200);
  expect(json).toMatchObject({
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
    columnDefinitions: [
      { name: "Name", type: "string", format: "name", priority: 0 },
      { name: "Data", type: "string", format: "", priority: 0 },
      { name: "Age", type: "string", format: "", priority: 0 },
    ],
  });
  const row = json.rows.find(({ cells }: { cells: unknown[] }) => cells[0] === "t");
  expect(row).toMatchObject({
    cells: ["t", 2, "0s"],
    object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "t" } },
  });
  expect(row.object).not.toHaveProperty("data");
});

test.each([
  ["None", null],
  ["Object", { kind: "ConfigMap", apiVersion: "v1", data: { a: "1", b: "2" } }],
])("an object is returned as a Table with includeObject=%s", async (included, object) => {
  const path = `/api/v1/namespaces/default/configmaps/t?includeObject=${included}`;
  const { json } = await server.call("GET", path, undefined, acceptAs("Table", "v1beta1"));
  expect(json).toMatchObject({ apiVersion: "meta.k8s.io/v1beta1", rows: [{ cells: ["t", 2, "0s"] }] });
  if (object === null) expect(json.rows[0].object).toBeNull();
  else expect(json.rows[0].object).toMatchObject(object);
});

test("an unknown includeObject is refused", async () => {
  for (const watch of ["", "&watch=true"]) {
    const answer = await server.call("GET", `/api/v1/nodes?includeObject=All${watch}`, undefined, acceptAs("Table"));
    expect([answer.code, answer.json.message]).toEqual([
      400,
      expect.stringContaining('includeObject: Invalid value: "All": must be'),
    ]);
  }
});

test("only the first event of a watch as Table has columns", async () => {
  await server.call("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "u" } });
  const path = "/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=0";
  const isWhole = (body: Buffer) => body.toString().trim().split("\n").length >= 2;
  const answer = await call("GET", path, acceptAs("Table"), undefined, isWhole);
  const events = answer.body
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(
    events.slice(0, 2).map(({ object }) => [object.kind, object.columnDefinitions?.length, object.rows.length]),
  ).toEqual([
    ["Table", 3, 1],
    ["Table", undefined, 1],
  ]);
  expect(events[1].object.columnDefinitions).toBe(null);
});

test("an object and a list are returned as metadata only", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  const one = await server.call("GET", `${path}/t`, undefined, acceptAs("PartialObjectMetadata"));
  expect(one.json).toEqual({
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: expect.objectContaining({ name: "t" }),
  });
  const list = await server.call("GET", path, undefined, acceptAs("PartialObjectMetadataList"));
  expect(list.json).toMatchObject({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" });
  expect(list.json.items).toContainEqual(one.json);
});

test("metadata only, in Protobuf: an object, a list, and the initial state of a watch", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  const acceptProtobufAs = (form: string) => ({ accept: `${protobuf};as=${form};v=v1;g=meta.k8s.io,application/json` });
  const schema = { properties: { metadata: { ...apiType("meta/v1.ObjectMeta", { "x-proto": 1 }) } } };
  const one = await call("GET", `${path}/t`, acceptProtobufAs("PartialObjectMetadata"));
  expect(one).toMatchObject({ code: 200, type: protobuf });
  const envelope = unwrapEnvelope(one.body);
  expect(envelope).toMatchObject({ value: { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" } });
  const decoded = envelope.ok ? decodeMessage(envelope.value.raw, schema) : envelope;
  expect(decoded).toMatchObject({ value: { metadata: { name: "t" } } });
  const list = unwrapEnvelope((await call("GET", path, acceptProtobufAs("PartialObjectMetadataList"))).body);
  expect(list).toMatchObject({ value: { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadataList" } });
  const plain = await call("GET", path, { accept: protobuf });
  expect(unwrapEnvelope(plain.body)).toMatchObject({ value: { apiVersion: "v1", kind: "ConfigMapList" } });
  const watch = `${path}?watch=true&resourceVersion=0`;
  const events = await call(
    "GET",
    watch,
    acceptProtobufAs("PartialObjectMetadata"),
    undefined,
    (body) => body.length > 100,
  );
  expect(events).toMatchObject({ code: 200, type: `${protobuf};stream=watch` });
  expect(events.body.toString("latin1")).toContain("PartialObjectMetadata");
});

test.each([
  ["Table", 406],
  ["PartialObjectMetadata", 201],
])("the status code of an access review requested as %s", async (form, code) => {
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const question = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };
  expect((await server.call("POST", path, question, acceptAs(form))).code).toBe(code);
  const headers = { accept: `${acceptAs(form).accept},application/json` };
  expect((await server.call("POST", path, question, headers)).code).toBe(201);
});

test.each([
  ["a list as an object", "configmaps", acceptAs("PartialObjectMetadata").accept, 406],
  ["an object as a list", "configmaps/t", acceptAs("PartialObjectMetadataList").accept, 406],
  ["an unknown form", "configmaps", acceptAs("Chart").accept, 406],
  ["a form without a Protobuf encoding", "configmaps", `${protobuf};as=Table;v=v1;g=meta.k8s.io`, 406],
  ["an unknown media type", "configmaps", "text/html", 406],
  ["the second type if the first is unknown", "configmaps", `${acceptAs("Chart").accept},application/json`, 200],
  ["the type with the highest quality", "configmaps", "application/yaml;q=0.5,application/json;q=0.9", 200],
])("%s: %s", async (_name, path, accept, code) => {
  const answer = await server.call("GET", `/api/v1/namespaces/default/${path}`, undefined, { accept });
  expect(answer.code).toBe(code);
  if (code === 200) expect(answer.headers["content-type"]).toBe("application/json");
});

test.each(["text/plain", ";", "; charset=utf-8"])(
  "a body with the unsupported content type %j is refused",
  async (type) => {
    const headers = { "content-type": type };
    const answer = await server.call("POST", "/api/v1/namespaces/default/configmaps", "x", headers);
    expect(answer).toMatchObject({ code: 415, json: { reason: "UnsupportedMediaType" } });
  },
);
