/** APIServices whose group versions are served by a server on this machine. */
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { maxListBytes, maxOpenApiBytes } from "../../../src/server/aggregation/remote-documents.ts";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import { alwaysAllow } from "../../../src/server/authz/always.ts";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { call } from "../api-client.ts";
import { upgrade } from "../connect/upgrade.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { openWatch } from "../watch-client.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into freely
type Json = any;

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Json;
  readonly body: string;
  readonly client: string;
}

const group = "fish.example.com";
const root = `/apis/${group}/v1`;
const services = "/apis/apiregistration.k8s.io/v1/apiservices";
const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const resources = [
  { name: "carps", singularName: "carp", namespaced: true, kind: "Carp", verbs: ["get", "list"], shortNames: ["ca"] },
  { name: "carps/status", singularName: "", namespaced: true, kind: "Carp", verbs: ["get"] },
];
const documents: Record<string, object> = {
  [root]: { kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1`, resources },
  "/openapi/v3": { paths: { [root.slice(1)]: { serverRelativeURL: `/openapi/v3${root}?hash=AA` } } },
  [`/openapi/v3${root}`]: { openapi: "3.0.0", info: {}, paths: {} },
  "/openapi/v2": { swagger: "2.0", paths: { [`${root}/carps`]: { get: {} }, "/other": {} }, definitions: { Carp: {} } },
};

const page = '<a href="/ponds?x=1">1</a><a href="near">2</a><a href="https://other.example/">3</a>';

const receivedRequests: Seen[] = [];
let isDown = false;
const backend: RequestListener = (request, response) => {
  const { method = "", url = "", headers, socket } = request;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const client = (socket as TLSSocket).getPeerCertificate().subject?.CN ?? "";
    const [path = ""] = url.split("?");
    const isDocument = Object.hasOwn(documents, path);
    if (!isDocument)
      receivedRequests.push({ method, url, headers, body: Buffer.concat(chunks).toString(), client: String(client) });
    if (isDown) response.writeHead(500).end();
    else if (isDocument)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(documents[path]));
    else if (url.includes("watch=true")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"1"}}}\n`);
    } else if (path.endsWith("/page")) response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (path.endsWith("/elsewhere")) response.writeHead(302, { location: "https://127.0.0.1/" }).end();
    else
      response
        .writeHead(418, { "x-fish": ["a", "b"], connection: "close, x-hop", "x-hop": "1" })
        .end(`{"was":"${method}"}`);
  });
};

/** Switches protocols, and then sends the user name and the received text in capitals. */
function swim({ url, headers }: IncomingMessage, socket: Duplex): void {
  if (url?.endsWith("/refused")) socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
  else if (url?.endsWith("/odd")) socket.end("HTTP/1.1 204 No Content\r\n\r\n");
  else {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`);
    socket.once("data", (text) => socket.write(`${headers["x-remote-user"]} ${String(text).toUpperCase()}`));
    socket.on("end", () => socket.end());
  }
}

let server: TestServer;
let authority: Awaited<ReturnType<typeof createAuthority>>;
const listener = { close: () => {}, port: 0 };
const frontUser = { username: "jürgen", uid: "7", groups: ["anglers", "all"], extra: { "a.b/C%": ["1", "2"] } };

const apiService = (more: object = {}, name = "fish") => ({
  metadata: { name: `v1.${group}` },
  spec: {
    ...{ group, version: "v1", groupPriorityMinimum: 2000, versionPriority: 10 },
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    service: { namespace: "default", name, port: listener.port },
    ...more,
  },
});

const merge = { "content-type": "application/merge-patch+json" };
const available = async () => (await server.call("GET", `${services}/v1.${group}`)).json.status?.conditions?.[0];

beforeAll(async () => {
  authority = await createAuthority("fish-ca", validity);
  const hosts = ["fish.default.svc"];
  const { certificate, key } = await issueCertificate(authority, "fish", { use: "server", hosts, ...validity });
  const proxyClient = await issueCertificate(authority, "front-proxy-client", {
    use: "client",
    groups: [],
    ...validity,
  });
  const https = createServer({ cert: certificate, key, requestCert: true, rejectUnauthorized: false }, backend);
  https.on("upgrade", swim);
  await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
  listener.port = (https.address() as AddressInfo).port;
  listener.close = () => {
    https.close();
    https.closeAllConnections();
  };
  const users = [
    { token: "test-admin", user: { username: "admin", uid: "", groups: ["system:masters"], extra: {} } },
    { token: "fisher", user: frontUser },
  ];
  server = await startTestServer({ proxyClient, authenticators: [staticTokens(users)], authorizer: () => alwaysAllow });
});
afterAll(async () => {
  await server.close();
  listener.close();
});

const service = (name: string, spec: object) =>
  server.call("POST", "/api/v1/namespaces/default/services", { metadata: { name }, spec });
const createEndpointSlice = (name: string, conditions: object) =>
  server.call("POST", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", {
    metadata: { name, labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: [{ addresses: ["192.0.2.1"], conditions }],
    ports: [{ name: "", port: listener.port }],
  });

test("an APIService without a service is served locally", async () => {
  const { group: _group, ...rest } = apiService().spec;
  const spec = { ...rest, group: "apps", service: undefined, caBundle: undefined };
  await server.call("POST", services, { metadata: { name: "v1.apps" }, spec });
  await vi.waitFor(async () => {
    const { json } = await server.call("GET", `${services}/v1.apps`);
    expect(json.status?.conditions).toMatchObject([{ type: "Available", status: "True", reason: "Local" }]);
  });
  expect((await server.call("GET", "/apis/apps/v1")).json.kind).toBe("APIResourceList");
});

test("an APIService reports why it is unavailable, and is checked again", async () => {
  await server.call("POST", services, apiService({}, "carp"));
  const expectUnavailable = (reason: string, message: string) =>
    vi.waitFor(async () => expect(await available()).toMatchObject({ status: "False", reason, message }), 5000);
  await expectUnavailable("ServiceNotFound", 'service/carp in "default" is not present');
  expect(await server.call("GET", `${root}/carps`)).toMatchObject({ code: 503, text: "service unavailable\n" });
  const { json: stale } = await server.call("GET", "/apis", undefined, {
    accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  });
  expect(stale.items.at(-1)).toEqual({
    metadata: { name: group },
    versions: [{ version: "v1", freshness: "Stale", resources: [] }],
  });
  await service("carp", { ports: [{ port: 1 }] });
  await expectUnavailable("ServicePortError", `service/carp in "default" is not listening on port ${listener.port}`);
  const patch = (ports: object) =>
    server.call("PATCH", "/api/v1/namespaces/default/services/carp", { spec: { ports } }, merge);
  await patch([{ port: listener.port }]);
  await expectUnavailable("EndpointsNotFound", 'cannot find endpointslices for service/carp in "default"');
  await createEndpointSlice("carp", { ready: false });
  await expectUnavailable(
    "MissingEndpoints",
    'endpointslices for service/carp in "default" have no addresses with port name ""',
  );
  await server.call("DELETE", `${services}/v1.${group}`);
  expect((await server.call("GET", `${root}/carps`)).code).toBe(404);
});

describe("an available APIService", () => {
  beforeAll(async () => {
    // The external name resolves to this machine, and the certificate is for the service.
    await service("fish", { type: "ExternalName", externalName: "localhost" });
    await server.call("POST", services, apiService());
    await vi.waitFor(async () => expect(await available()).toMatchObject({ status: "True", reason: "Passed" }), 8000);
  });

  test("is in discovery with the server's own groups", async () => {
    const { json } = await server.call("GET", "/apis");
    expect(json.groups.at(-1)).toMatchObject({ name: group, preferredVersion: { version: "v1" } });
    expect((await server.call("GET", `/apis/${group}`)).json.versions).toHaveLength(1);
    expect((await server.call("GET", root)).json.resources).toEqual(resources);
    const accept = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
    const { json: all } = await server.call("GET", "/apis", undefined, accept);
    expect(all.items.at(-1).versions).toMatchObject([
      {
        freshness: "Current",
        resources: [{ resource: "carps", scope: "Namespaced", subresources: [{ subresource: "status" }] }],
      },
    ]);
  });

  test("adds its OpenAPI documents to those of the server", async () => {
    const { json: v3 } = await server.call("GET", "/openapi/v3");
    expect(v3.paths[root.slice(1)]).toEqual({ serverRelativeURL: `/openapi/v3${root}?hash=AA` });
    expect((await server.call("GET", `/openapi/v3${root}?hash=AA`)).json).toEqual(documents[`/openapi/v3${root}`]);
    const { json: v2 } = await server.call("GET", "/openapi/v2");
    expect([Object.hasOwn(v2.paths, `${root}/carps`), Object.hasOwn(v2.paths, "/other")]).toEqual([true, false]);
    expect(v2.definitions).toHaveProperty("Carp");
  });

  test("gets the request with the identity of the client", async () => {
    const path = `${root}/namespaces/n%20m/carps?x=1&y=%20`;
    const headers = {
      ...{ authorization: "Bearer fisher", "x-remote-user": "root", "x-remote-group": "system:masters" },
      ...{ "impersonate-user": "", "x-remote-extra-scopes": "all", "x-own": "kept", "content-type": "text/fish" },
      "x-forwarded-for": "192.0.2.1",
      "x-forwarded-host": "elsewhere.example",
      "x-forwarded-proto": "http",
      "x-forwarded-uri": "/elsewhere",
    };
    const answer = await call(server, { method: "POST", path, body: "a body", headers });
    expect(answer).toMatchObject({ code: 418, text: '{"was":"POST"}', headers: { "x-fish": "a, b" } });
    expect(answer.headers["x-hop"]).toBeUndefined();
    const lastRequest = receivedRequests.at(-1);
    expect(lastRequest).toMatchObject({
      ...{ method: "POST", body: "a body", client: "front-proxy-client" },
      url: `${root}/namespaces/n%20m/carps?x=1&y=+`,
    });
    expect(lastRequest?.headers).toMatchObject({
      "x-remote-user": Buffer.from("jürgen").toString("latin1"),
      "x-remote-uid": "7",
      "x-remote-group": "anglers, all, system:authenticated",
      "x-remote-extra-a.b%2fc%25": "1, 2",
      "x-own": "kept",
      "content-type": "text/fish",
      "x-forwarded-for": "192.0.2.1, 127.0.0.1",
      "x-forwarded-host": expect.stringMatching(/^(?!elsewhere).*:\d+$/),
      "x-forwarded-proto": "https",
      "x-forwarded-uri": `${root}/namespaces/n%20m/carps`,
    });
    const names = Object.keys(lastRequest?.headers ?? {});
    expect(names.filter((name) => /authorization|impersonate|scopes/.test(name))).toEqual([]);
  });

  test.each([
    ["/a%2Fb", "/a/b"],
    ["/a<b>!*", "/a%3Cb%3E%21%2A"],
    ["/ü?y=ü&x=2&x=1&~", "/%C3%BC?x=2&x=1&y=%C3%BC&~="],
    ["/a?x=%20+'%2B", "/a?x=++%27%2B"],
  ])("gets the path %s as kube-apiserver encodes it", async (path, written) => {
    await server.call("GET", encodeURI(root + path).replaceAll("%25", "%"));
    expect(receivedRequests.at(-1)?.url).toBe(root + written);
  });

  test("gets the body of any method", async () => {
    await call(server, {
      method: "GET",
      path: `${root}/carps`,
      body: "a body",
      headers: { authorization: "Bearer fisher" },
    });
    expect(receivedRequests.at(-1)).toMatchObject({ method: "GET", body: "a body" });
  });

  test("gets no request whose path would leave its own path", async () => {
    const before = receivedRequests.length;
    const { code } = await server.call("GET", `${root}/carps/..%2f..%2fsecrets/../../x`);
    expect([code, receivedRequests.length]).toEqual([404, before]);
  });

  test("has the links in its pages rewritten to this server", async () => {
    const { code, text } = await server.call("GET", `${root}/page`);
    const host = receivedRequests.at(-1)?.headers["x-forwarded-host"];
    expect([code, text]).toEqual([200, page.replace("/ponds", `https://${host}/ponds`)]);
  });

  test("cannot redirect clients elsewhere", async () => {
    const { code, text } = await server.call("GET", `${root}/elsewhere`);
    expect([code, text]).toEqual([502, expect.stringContaining("attempted to redirect")]);
  });

  test("may switch to another protocol with the client", async () => {
    const path = `${root}/carps/a/swim`;
    const answer = await upgrade(server, { method: "GET", path }, "hello\n", /HELLO/);
    expect(answer).toMatchObject({ code: 101, headers: { upgrade: "SPDY/3.1" } });
    expect(answer.text).toBe("admin HELLO\n");
    expect(await upgrade(server, { method: "GET", path: `${path}/refused` })).toMatchObject({ code: 403, text: "no" });
    const odd = await upgrade(server, { method: "GET", path: `${path}/odd` });
    expect(odd).toMatchObject({ code: 503, text: "invalid upgrade response: status code 204\n" });
  });

  test("is watched until the client stops", async () => {
    const names: string[] = [];
    const watch = await openWatch(server, `${root}/carps?watch=true`, (_type, object: Json) =>
      names.push(object.metadata.name),
    );
    await watch.until(1);
    watch.stop();
    expect(names).toEqual(["a"]);
  });

  test.each([
    { name: "an authority that did not sign the certificate", more: { caBundle: "" }, text: /unknown authority/ },
    {
      name: "the certificate of another service",
      more: { service: "other" },
      text: /certificate is valid for fish\.default\.svc/,
    },
  ])("with $name gets no request", async ({ more, text }) => {
    await service("other", { type: "ExternalName", externalName: "localhost" });
    const { json } = await server.call("GET", `${services}/v1.${group}`);
    const named = more.service ? { service: { ...json.spec.service, name: more.service } } : {};
    await server.call("PUT", `${services}/v1.${group}`, { ...json, spec: { ...json.spec, ...more, ...named } });
    const before = receivedRequests.length;
    await vi.waitFor(async () => {
      const answer = await server.call("GET", `${root}/carps`);
      expect([answer.code, answer.text]).toEqual([503, expect.stringMatching(text)]);
    });
    const { json: changed } = await server.call("GET", `${services}/v1.${group}`);
    await server.call("PUT", `${services}/v1.${group}`, { ...changed, spec: json.spec });
    expect(receivedRequests.length).toBe(before);
    await vi.waitFor(async () => expect((await server.call("GET", `${root}/carps`)).code).toBe(418));
  });

  test.each([
    { path: "/openapi/v2", maxBytes: maxOpenApiBytes, left: [false, true, true] },
    { path: root, maxBytes: maxListBytes, left: [false, false, false] },
  ])("loses a document that exceeds the limit: $path", async ({ path, maxBytes, left }) => {
    const document = documents[path];
    documents[path] = { ...document, filler: "x".repeat(maxBytes) };
    await server.call("PATCH", `${services}/v1.${group}`, { metadata: { annotations: { path } } }, merge);
    const accept = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
    await vi.waitFor(async () => {
      const { json: v2 } = await server.call("GET", "/openapi/v2");
      const { json: v3 } = await server.call("GET", "/openapi/v3");
      const { json: all } = await server.call("GET", "/apis", undefined, accept);
      const { freshness } = all.items.at(-1).versions[0];
      expect([
        Object.hasOwn(v2.paths, `${root}/carps`),
        Object.hasOwn(v3.paths, root.slice(1)),
        freshness === "Current",
      ]).toEqual(left);
    }, 10_000);
    documents[path] = document as object;
  });

  test("is unavailable if its CA bundle does not verify its certificate", async () => {
    const { certificate } = await createAuthority("another-ca", validity);
    const name = `v2.${group}`;
    const { spec } = apiService({ version: "v2", caBundle: Buffer.from(certificate).toString("base64") });
    await server.call("POST", services, { metadata: { name }, spec });
    const condition = async () => (await server.call("GET", `${services}/${name}`)).json.status?.conditions?.[0];
    await vi.waitFor(async () => expect(await condition()).toMatchObject({ reason: "FailedDiscoveryCheck" }), 5000);
    expect((await condition()).message).toContain("tls: failed to verify certificate");
    await server.call("DELETE", `${services}/${name}`);
  });

  test("becomes unavailable when its discovery fails", async () => {
    isDown = true;
    await server.call("PATCH", `${services}/v1.${group}`, { metadata: { labels: { a: "b" } } }, merge);
    await vi.waitFor(async () => expect(await available()).toMatchObject({ reason: "FailedDiscoveryCheck" }), 5000);
    expect((await available()).message).toMatch(
      /^failing or missing response from https:\/\/localhost:\d+\/apis\/fish.*: 500$/,
    );
    expect((await server.call("GET", `${root}/carps`)).code).toBe(503);
    isDown = false;
  });
});
