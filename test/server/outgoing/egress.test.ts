/** Connections through the proxies that --egress-selector-config-file configures. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readEgress, relaysTo } from "../../../src/cli/serve-egress.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";
import type { EgressProxy } from "../../../src/server/outgoing/egress.ts";
import { dialThrough } from "../../../src/server/outgoing/grpc-tunnel.ts";
import { fetchDocument } from "../../../src/server/outgoing/send.ts";
import { WebhookClient } from "../../../src/server/webhook/webhook-client.ts";
import { konnectivityProxy } from "./konnectivity-proxy.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
let folder = "";
let authority: KeyPair;
let servingPair: KeyPair;
let client: KeyPair;
let backend: Server;
let backendPort = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-egress-"));
  authority = await createAuthority("egress-ca", validity);
  servingPair = await issueCertificate(authority, "here", {
    use: "server",
    hosts: ["127.0.0.1", "localhost"],
    ...validity,
  });
  client = await issueCertificate(authority, "apiserver", { use: "client", groups: [], ...validity });
  backend = createHttps({ cert: servingPair.certificate, key: servingPair.key }, (request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => response.end(JSON.stringify({ method: request.method, text })));
  });
  backendPort = await listen(backend);
});
afterAll(() => {
  backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const listen = (server: Server, at: number | string = 0) =>
  new Promise<number>((resolve) =>
    server.listen(at, () => resolve((server.address() as AddressInfo | string as AddressInfo).port)),
  );

/**
 * Makes the server a CONNECT proxy. Returns the list of the addresses that clients requested, with the names in their
 * certificates.
 */
function connectProxy(server: Server, refusal?: string) {
  const targets: string[] = [];
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const name = (request.socket as Partial<TLSSocket>).getPeerCertificate?.().subject?.CN;
    targets.push(name === undefined ? `${request.url}` : `${request.url} by ${name}`);
    if (refusal !== undefined) {
      socket.end(refusal);
      return;
    }
    const [host = "", port] = (request.url ?? "").split(":");
    const other = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      other.pipe(socket).pipe(other);
    });
    other.on("error", () => socket.destroy());
    socket.on("error", () => other.destroy());
  });
  onTestFinished(() => void server.close());
  return targets;
}

async function socketProxy(refusal?: string) {
  const server = createHttp();
  const targets = connectProxy(server, refusal);
  const socketPath = join(folder, `${Math.random()}.sock`);
  await listen(server, socketPath);
  return { targets, proxy: { socketPath } satisfies EgressProxy };
}

async function tlsProxy() {
  const { certificate: cert, key } = servingPair;
  const server = createHttps({ cert, key, ca: authority.certificate, requestCert: true });
  const targets = connectProxy(server);
  const port = await listen(server);
  const proxy: EgressProxy = { host: "127.0.0.1", port, authority: authority.certificate, ...client };
  return { targets, proxy };
}

const url = () => new URL(`https://127.0.0.1:${backendPort}/`);
const fetchThrough = (proxy: EgressProxy) => fetchDocument({ url: url(), ca: authority.certificate, proxy });

test.each([
  ["a Unix domain socket", socketProxy, ""],
  ["TLS, with a certificate", tlsProxy, " by apiserver"],
])("an issuer is reached through a proxy behind %s", async (_name, start, by) => {
  const { targets, proxy } = await start();
  expect(await fetchThrough(proxy)).toMatchObject({ code: 200, text: '{"method":"GET","text":""}' });
  expect(targets).toEqual([`127.0.0.1:${backendPort}${by}`]);
});

test("webhook URLs go through one proxy and services through another, over connections that are reused", async () => {
  const [toUrls, toServices] = [await socketProxy(), await tlsProxy()];
  const resolve = () => ({ host: "127.0.0.1", port: backendPort });
  const webhooks = new WebhookClient(resolve, { controlplane: toUrls.proxy, cluster: toServices.proxy });
  onTestFinished(() => webhooks.close());
  const call = { timeoutMs: 5000, body: "{}", maxAnswerBytes: 1000 };
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  for (let count = 0; count < 3; count++) {
    expect(await webhooks.post({ url: url().href, caBundle }, call)).toEqual({ method: "POST", text: "{}" });
  }
  expect(toUrls.targets).toEqual([`127.0.0.1:${backendPort}`]);
  expect(toServices.targets).toEqual([]);
  // The certificate is not valid for the name of the service, which is also checked behind the proxy.
  const service = { name: "hook", namespace: "default", port: 443 };
  await expect(webhooks.post({ service, caBundle }, call)).rejects.toThrow("not hook.default.svc");
  expect(toServices.targets).toEqual([`127.0.0.1:${backendPort} by apiserver`]);
});

test.each([
  ["HTTP/1.1 403 Forbidden\r\n\r\n", "code 403: 403 Forbidden"],
  ["nonsense\r\n\r\n", "reading HTTP response from CONNECT to 127.0.0.1:"],
  ["HTTP/1.1 200 OK\r\n\r\nmore", "unexpected 4 bytes"],
  ["HTTP/1.1 200 OK\r\n", "the proxy closed the connection"],
])("a proxy that responds with %j causes an error", async (refusal, message) => {
  const { proxy } = await socketProxy(refusal);
  await expect(fetchThrough(proxy)).rejects.toThrow(message);
});

test("a proxy that is missing or has an untrusted certificate is not bypassed", async () => {
  await expect(fetchThrough({ socketPath: join(folder, "none.sock") })).rejects.toThrow("ENOENT");
  const { proxy, targets } = await tlsProxy();
  const other = await createAuthority("others", validity);
  await expect(fetchThrough({ ...proxy, authority: other.certificate } as EgressProxy)).rejects.toThrow();
  await expect(fetchDocument({ url: new URL("http://127.0.0.1:1/"), proxy })).rejects.toThrow("without TLS");
  expect(targets).toEqual([]);
});

const file = (name: string, text: string, mode = 0o600) => {
  writeFileSync(join(folder, name), text, { mode });
  return join(folder, name);
};

const selector = (name: string, connection: string) =>
  file(
    `${name}.yaml`,
    `apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\negressSelections:\n- name: ${name}\n  connection: ${connection}\n`,
  );

test("the configuration file defines the proxies for cluster and controlplane", () => {
  const uds = '{ proxyProtocol: HTTPConnect, transport: { uds: { udsName: "/run/proxy.sock" } } }';
  expect(readEgress({ egressSelectorConfigFile: selector("cluster", uds) })).toEqual({
    cluster: { socketPath: "/run/proxy.sock" },
  });
  expect(readEgress({ egressSelectorConfigFile: selector("controlplane", "{ proxyProtocol: Direct }") })).toEqual({});
  const [cert, key, ca] = [
    file("c.crt", client.certificate),
    file("c.key", client.key),
    file("ca", authority.certificate),
  ];
  const tls = `{ caBundle: ${ca}, clientCert: ${cert}, clientKey: ${key}, tlsServerName: localhost }`;
  const tcp = `{ proxyProtocol: HTTPConnect, transport: { tcp: { url: "https://127.0.0.1:8131", tlsConfig: ${tls} } } }`;
  expect(readEgress({ egressSelectorConfigFile: selector("controlplane", tcp) })).toEqual({
    controlplane: {
      host: "127.0.0.1",
      port: 8131,
      authority: authority.certificate,
      ...client,
      serverName: "localhost",
    },
  });
});

test("the configuration file may define a konnectivity proxy, and a proxy for etcd", () => {
  const grpc = '{ proxyProtocol: GRPC, transport: { uds: { udsName: "/run/proxy.sock" } } }';
  expect(readEgress({ egressSelectorConfigFile: selector("cluster", grpc) })).toEqual({
    cluster: { grpcSocketPath: "/run/proxy.sock" },
  });
  const uds = '{ proxyProtocol: HTTPConnect, transport: { uds: { udsName: "/run/proxy.sock" } } }';
  expect(readEgress({ egressSelectorConfigFile: selector("etcd", uds) })).toEqual({
    etcd: { socketPath: "/run/proxy.sock" },
  });
});

test("an issuer and a webhook are reached through a konnectivity proxy, also with bodies of many packets", async () => {
  const { targets, proxy } = await konnectivityProxy(folder);
  expect(await fetchThrough(proxy)).toMatchObject({ code: 200, text: '{"method":"GET","text":""}' });
  const webhooks = new WebhookClient(() => ({ host: "127.0.0.1", port: backendPort }), { controlplane: proxy });
  onTestFinished(() => webhooks.close());
  const body = "x".repeat(1_000_000);
  const call = { timeoutMs: 20_000, body, maxAnswerBytes: 2_000_000 };
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  for (let count = 0; count < 2; count++) {
    expect(await webhooks.post({ url: url().href, caBundle }, call)).toEqual({ method: "POST", text: body });
  }
  // Both webhook calls use one connection, for which the proxy gets one call.
  expect(targets).toEqual([`127.0.0.1:${backendPort}`, `127.0.0.1:${backendPort}`]);
});

test("a konnectivity proxy that cannot reach the address causes an error", async () => {
  const { proxy } = await konnectivityProxy(folder, "no agent available");
  await expect(fetchThrough(proxy)).rejects.toThrow("no agent available");
  await expect(fetchThrough({ grpcSocketPath: join(folder, "none.sock") })).rejects.toThrow(
    "No connection established",
  );
  const { proxy: silent } = await konnectivityProxy(folder, null);
  await expect(dialThrough(silent.grpcSocketPath, "127.0.0.1:1", 100)).rejects.toThrow("dial timeout");
});

test.each([
  ["CONNECT", socketProxy],
  ["konnectivity", () => konnectivityProxy(folder)],
])("gRPC clients get a local socket that leads through a %s proxy", async (_name, start) => {
  const { targets, proxy } = await start();
  const relay = await relaysTo(proxy, [`127.0.0.1:${backendPort}`, "unix:/run/other"]);
  expect(relay.targetOf("unix:/run/other")).toBe("unix:/run/other");
  const path = relay.targetOf(`127.0.0.1:${backendPort}`).slice("unix:".length);
  const answer = await new Promise((resolve, reject) => {
    const socket = connectTls({ path, ca: authority.certificate, servername: "localhost" });
    socket.on("data", (bytes) => resolve(bytes.toString().slice(0, 15))).on("error", reject);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  expect(answer).toBe("HTTP/1.1 200 OK");
  expect(targets).toEqual([`127.0.0.1:${backendPort}`]);
  await relay.close();
  expect(existsSync(path)).toBe(false);
});

test("the connection of a gRPC client ends if the proxy cannot be reached", async () => {
  const relay = await relaysTo({ socketPath: join(folder, "none.sock") }, ["127.0.0.1:1"]);
  onTestFinished(() => relay.close());
  const socket = connect({ path: relay.targetOf("127.0.0.1:1").slice("unix:".length) });
  await new Promise<void>((resolve) => socket.on("error", () => {}).on("close", () => resolve()));
});
