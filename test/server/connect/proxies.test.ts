/** Proxies to pods, services and nodes. The responses were recorded from kube-apiserver 1.37. */
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, requestOptions } from "../api-client.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { type Echo, longPage, makeKubeletTrust, publicAddress, startKubelet, startPlain } from "./kubelet-server.ts";
import { upgrade } from "./upgrade.ts";

let server: TestServer;
let kubelet: Echo;
let web: Echo;
const namespacePath = "/api/v1/namespaces/default";
const pods = `${namespacePath}/pods`;
const services = `${namespacePath}/services`;
const merge = { "content-type": "application/merge-patch+json" };
const address = publicAddress ?? "";

async function create(path: string, object: object, status?: object): Promise<void> {
  const { code, text, json } = await server.call("POST", path, object);
  expect(code, text).toBe(201);
  if (status) await server.call("PATCH", `${path}/${json.metadata.name}/status`, { status }, merge);
}

const pod = (name: string, ip: string, ports: object[] = []) =>
  create(
    pods,
    {
      metadata: { name },
      spec: {
        containers: [
          { name: "a", image: "x" },
          { name: "c", image: "x", ports },
        ],
      },
    },
    { podIP: ip, podIPs: [{ ip }] },
  );

const service = (name: string, ...ports: object[]) => create(services, { metadata: { name }, spec: { ports } });

const createEndpointSlice = (name: string, endpoint: object, ports: object[]) =>
  create("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", {
    metadata: { name, labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: [endpoint],
    ports,
  });

const node = (name: string, host: string, port: number) =>
  create(
    "/api/v1/nodes",
    { metadata: { name } },
    { addresses: [{ type: "InternalIP", address: host }], daemonEndpoints: { kubeletEndpoint: { Port: port } } },
  );

beforeAll(async () => {
  const trust = await makeKubeletTrust();
  [kubelet, web] = [await startKubelet(trust), await startPlain(publicAddress ?? "127.0.0.1")];
  server = await startTestServer({ kubelets: { authority: trust.authority, identity: trust.identity } });
  await create(pods, { metadata: { name: "young" }, spec: { containers: [{ name: "a", image: "x" }] } });
  await pod("local", "127.0.0.1");
  await service("s1", { name: "http", port: 80 }, { name: "tls", port: 443 });
  await service("unready", { port: 80 });
  await createEndpointSlice("unready", { addresses: ["192.0.2.7"], conditions: { ready: false } }, [
    { name: "", port: 80 },
  ]);
  await service("anywhere", { port: 80 });
  await createEndpointSlice("anywhere", { addresses: ["192.0.2.7"] }, [{ name: "", port: 80 }]);
  await node("loop", "127.0.0.1", kubelet.port);
  await create("/api/v1/nodes", { metadata: { name: "bare" } });
});
afterAll(async () => {
  await server.close();
  kubelet.close();
  web.close();
});

const noEndpoints = (name: string) => [503, `no endpoints available for service "${name}"`];

test.each([
  { path: `${pods}/none/proxy/a/b`, answer: [404, 'pods "none" not found'] },
  { path: `${pods}/young/proxy`, answer: [400, "address not allowed"] },
  { path: `${pods}/local/proxy/x`, answer: [400, "address not allowed"] },
  { path: `${pods}/ftp:local:1/proxy`, answer: [400, 'invalid pod request "ftp:local:1"'] },
  { path: `${pods}/::/proxy`, answer: [400, 'invalid pod request "::"'] },
  { path: `${pods}/a:b:c:d/proxy/x`, answer: [400, 'invalid pod request "a:b:c:d"'] },
  { path: `${services}/none/proxy/`, answer: noEndpoints("none") },
  { path: `${services}/none:80/proxy/`, answer: [404, 'services "none" not found'] },
  { path: `${services}/s1/proxy`, answer: noEndpoints("s1") },
  { path: `${services}/s1:http/proxy/x`, answer: noEndpoints("s1") },
  { path: `${services}/s1:80/proxy/x`, answer: noEndpoints("s1") },
  { path: `${services}/s1:81/proxy/`, answer: [503, 'no service port 81 found for service "s1"'] },
  { path: `${services}/unready/proxy/`, answer: noEndpoints("unready") },
  { path: `${services}/anywhere/proxy/`, answer: noEndpoints("anywhere") },
  { path: `${services}/ftp:s1:80/proxy/`, answer: [400, 'invalid service request "ftp:s1:80"'] },
  { path: "/api/v1/nodes/none/proxy/", answer: [404, 'nodes "none" not found'] },
  { path: "/api/v1/nodes/bare/proxy/x", answer: [500, "no preferred addresses found; known addresses: []"] },
  { path: "/api/v1/nodes/loop/proxy/", answer: [400, "address not allowed"] },
  { path: "/api/v1/nodes/ftp:loop:1/proxy/", answer: [400, 'invalid node request "ftp:loop:1"'] },
  { path: "/api/v1/proxy/nodes/loop", answer: [404, "the server could not find the requested resource"] },
])("$path is not proxied", async ({ path, answer }) => {
  const { code, json } = await server.call("GET", path);
  expect([code, json.message]).toEqual(answer);
});

test("each HTTP method except TRACE is proxied, and dry runs are rejected", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect((await server.call(method, `${pods}/young/proxy/x`)).json.message).toBe("address not allowed");
  }
  expect((await server.call("HEAD", `${pods}/young/proxy/x`)).code).toBe(400);
  expect((await server.call("TRACE", `${pods}/young/proxy/x`)).code).toBe(405);
  const { code, json } = await server.call("POST", `${pods}/young/proxy/x?dryRun=All`);
  expect([code, json.message]).toEqual([400, "dryRun is not supported"]);
});

/** Returns a response without decoding its body. */
function bytesOf(path: string): Promise<{ statusCode: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const options = { ...requestOptions(server), agent: false, path, headers: server.headers };
    request(options, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on("error", reject)
      .end();
  });
}

describe.skipIf(publicAddress === undefined)("at an address of this machine", () => {
  const proxy = `${pods}/web/proxy`;

  beforeAll(async () => {
    await pod("web", address, [{ name: "http", containerPort: web.port }]);
    await pod("dead", address, [{ containerPort: 1 }]);
    await service("web", { name: "http", port: 80 }, { name: "tls", port: 443 });
    const targetRef = { kind: "Pod", namespace: "default", name: "web" };
    await createEndpointSlice("web", { addresses: [address], targetRef }, [
      { name: "http", port: web.port },
      { name: "tls", port: kubelet.port },
    ]);
    await node("good", address, kubelet.port);
  });

  test.each([
    { rest: "/", url: "/" },
    { rest: "/x/y/", url: "/x/y/" },
    { rest: "/x%2Fy", url: "/x/y" },
    { rest: "/x//y", url: "/x/y", uri: "/x/y/x/y" },
    { rest: "/a%20b/?q=1&path=zz", url: "/a%20b/?q=1&path=zz", uri: "/a%20b/" },
    { rest: "/a%3Fb", url: "/a%3Fb" },
  ])("the pod receives the cleaned path of $rest", async ({ rest, url, uri = url }) => {
    const { code, json, headers } = await server.call("GET", proxy + rest);
    expect([code, json.method, json.url]).toEqual([200, "GET", url]);
    expect(json.headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-uri": proxy + uri });
    expect([headers["x-own"], headers["access-control-allow-origin"]]).toEqual(["a, b", undefined]);
  });

  test("a path with .. cannot leave the proxy", async () => {
    const { json } = await server.call("GET", `${proxy}/../../z`);
    expect(json.url).toBe("/z");
  });

  test("the pod gets the body and the headers, but no credentials", async () => {
    const headers = {
      "content-type": "text/x",
      "x-forwarded-for": "192.0.2.1",
      "x-remote-user": "root",
      "x-mine": "1",
    };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { json } = await server.call(method, `${proxy}/m?timeout=5s`, "a body", headers);
      expect(json).toMatchObject({ method, url: "/m?timeout=5s", body: "a body", client: "" });
      expect(json.headers).toMatchObject({ "content-type": "text/x", "content-length": "6", "x-mine": "1" });
      expect(json.headers["x-forwarded-for"]).toBe("192.0.2.1, 127.0.0.1");
      expect(json.headers).not.toHaveProperty("authorization");
      expect(json.headers).not.toHaveProperty("x-remote-user");
    }
    expect((await server.call("OPTIONS", `${proxy}/m`)).json.method).toBe("OPTIONS");
    expect((await server.call("HEAD", `${proxy}/teapot`)).code).toBe(418);
  });

  test("redirects are rewritten to lead through the proxy", async () => {
    const locationOf = async (path: string) => {
      const { code, headers } = await call(server, { method: "GET", path });
      return [code, headers["location"]];
    };
    expect(await locationOf(`${proxy}?a=b`)).toEqual([301, `${proxy}/?a=b`]);
    expect(await locationOf(`${proxy}/away`)).toEqual([302, `${proxy}/other/?x=1`]);
    expect(await locationOf(`${proxy}/far`)).toEqual([302, "https://example.com/"]);
  });

  test("links of a page are rewritten to lead through the proxy", async () => {
    const { statusCode, headers, body } = await bytesOf(`${proxy}/page`);
    expect([statusCode, headers["content-encoding"]]).toEqual([200, "gzip"]);
    expect(gunzipSync(body).toString()).toBe(`<a href="${proxy}/other/">more</a>`);
  });

  test("a page beyond the size limit is passed on unchanged", async () => {
    const { headers, body } = await bytesOf(`${proxy}/long`);
    expect([headers["content-type"], body.toString() === longPage]).toEqual(["text/html", true]);
  });

  test.each([
    { path: () => `${pods}/web:${web.port}/proxy/`, code: 200 },
    { path: () => `${pods}/http:web:/proxy/`, code: 200 },
    { path: () => `${pods}/https:web:${kubelet.port}/proxy/`, code: 200 },
    { path: () => `${services}/web:80/proxy/`, code: 200 },
    { path: () => `${services}/http:web:http/proxy/a`, code: 200 },
    { path: () => `${services}/https:web:443/proxy/a`, code: 200 },
    { path: () => `${services}/web/proxy/`, code: 503 },
    { path: () => `/api/v1/nodes/http:good:${web.port}/proxy/x`, code: 200 },
  ])("names and ports: $path", async ({ path, code }) => {
    const answer = await server.call("GET", path());
    expect([answer.code, answer.json.client ?? ""]).toEqual([code, ""]);
  });

  test("the proxy of a node leads to its kubelet, with the client certificate of the server", async () => {
    for (const name of ["good", `good:${kubelet.port}`, ":good:"]) {
      const { json } = await server.call("GET", `/api/v1/nodes/${name}/proxy/metrics/x?y=1`);
      expect(json).toMatchObject({ url: "/metrics/x?y=1", client: "apiserver" });
    }
  });

  test("a pod that does not listen is unavailable", async () => {
    const { code, json } = await server.call("GET", `${pods}/dead/proxy/`);
    const why = `error trying to reach service: dial tcp ${address}:1: connect: connection refused`;
    expect([code, json.reason, json.message]).toEqual([503, "ServiceUnavailable", why]);
    expect((await server.call("GET", `${pods}/web:web/proxy/`)).json.message).toBe('invalid pod request "web:web"');
  });

  test("an upgrade to another protocol is proxied, too", async () => {
    const answer = await upgrade(server, { method: "GET", path: `${proxy}/ws` }, "hello\n", /HELLO/);
    expect([answer.code, JSON.parse(answer.text.split("\n", 1)[0] ?? "").url]).toEqual([101, "/ws"]);
    expect(answer.text).toContain("HELLO");
    expect(await upgrade(server, { method: "GET", path: `${proxy}/refused` })).toMatchObject({ code: 403, text: "no" });
  });
});
