/** Names that every JavaScript object inherits, wherever a client can send a name: the response reports the error. */
import { once } from "node:events";
import { connect } from "node:http2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminToken, startTestServer, type TestServer } from "./start.ts";
import { issuer, tokenSettings } from "./token-settings.ts";

const inheritedNames = Object.getOwnPropertyNames(Object.prototype);
const core = "/api/v1/namespaces/default";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceAccountTokens: tokenSettings() });
  await server.call("POST", `${core}/configmaps`, { metadata: { name: "one" } });
  await server.call("POST", `${core}/serviceaccounts`, { metadata: { name: "one" } });
});
afterAll(async () => {
  expect(server.messages.lines.filter(({ level }) => level === "error")).toEqual([]);
  await server.close();
});

test.each(inheritedNames)("%s is not a media type of a patch", async (name) => {
  const { code } = await server.call("PATCH", `${core}/configmaps/one`, "{}", { "content-type": name });
  expect(code).toBe(415);
});

test.each(inheritedNames)("%s is not a kind to which a token can be bound", async (kind) => {
  const spec = { audiences: [issuer], boundObjectRef: { apiVersion: "v1", kind, name: "one" } };
  const { code } = await server.call("POST", `${core}/serviceaccounts/one/token`, { spec });
  expect(code).toBe(400);
});

test.each(inheritedNames)("%s is not a method over HTTP/2", async (method) => {
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority });
  const request = session.request({
    ":method": method,
    ":path": `${core}/configmaps`,
    authorization: `Bearer ${adminToken}`,
  });
  const [headers] = await once(request, "response");
  request.resume();
  expect(headers[":status"]).toBe(405);
  session.destroy();
});

test.each(inheritedNames)("%s is not a subresource, resource, group or version", async (name) => {
  const paths = [`${core}/configmaps/one/${name}`, `${core}/${name}`, `/api/${name}`, `/apis/${name}/v1`, `/${name}`];
  for (const path of paths) expect({ path, code: (await server.call("GET", path)).code }).toEqual({ path, code: 404 });
});

/** `String(withoutText)` throws. */
const withoutText = { toString: [] };
const container = { name: "c", image: "i", resources: { limits: { cpu: "1" } }, securityContext: { runAsUser: 1 } };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container], restartPolicy: "Always" } };
const rollingUpdate = { maxSurge: 1 };
const validObjects: readonly (readonly [path: string, object: Readonly<Record<string, unknown>>])[] = [
  ["/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name: "one" }, status: { capacity: { cpu: "1" } } }],
  [`${core}/secrets`, { metadata: { name: "one", labels: { a: "b" }, creationTimestamp: null }, data: { a: "YQ==" } }],
  ["/apis/coordination.k8s.io/v1/namespaces/default/leases", { metadata: { name: "one" }, spec: { renewTime: null } }],
  [
    "/apis/apps/v1/namespaces/default/deployments",
    {
      metadata: { name: "one" },
      spec: { selector: { matchLabels: { a: "b" } }, template, strategy: { rollingUpdate } },
    },
  ],
];

/** Yields a copy of the object for each place in it, with another value at that place. */
function* withEachPlaceChanged(value: unknown, other: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const withPart = (changed: unknown) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
    yield withPart(other);
    for (const changed of withEachPlaceChanged(part, other)) yield withPart(changed);
  }
}

test.each(validObjects)("a value without a text at any place of %s is not an internal fault", async (path, object) => {
  await server.call("POST", path, object);
  const patch = (type: string) => ({ "content-type": `application/${type}-patch+json` });
  for (const changed of withEachPlaceChanged(object, withoutText)) {
    const answers = [
      await server.call("POST", `${path}?dryRun=All`, changed),
      await server.call("PUT", `${path}/one`, changed),
      await server.call("PATCH", `${path}/one`, changed, patch("merge")),
      await server.call("PATCH", `${path}/one`, changed, patch("strategic-merge")),
      await server.call("PATCH", `${path}/one?fieldManager=m`, changed, patch("apply")),
    ];
    for (const { code } of answers) expect({ changed, isOurs: code >= 500 }).toEqual({ changed, isOurs: false });
  }
});

test.each(inheritedNames)("%s can be a label and a key", async (name) => {
  const key = name.replaceAll("__", "a");
  const object = {
    metadata: { name: `m${inheritedNames.indexOf(name)}`, labels: { [key]: "v" } },
    data: { [name]: "v" },
  };
  const { code, json } = await server.call("POST", `${core}/configmaps`, object);
  expect(code).toBe(201);
  expect(Object.entries(json.data)).toEqual([[name, "v"]]);
  const found = await server.call("GET", `${core}/configmaps?labelSelector=${key}%3Dv`);
  expect(found.json.items.length).toBe(1);
});
