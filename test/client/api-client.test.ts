/** Tests the client against servers that behave well and servers that do not. */
import { createServer as createHttp } from "node:http";
import { type AddressInfo, connect, createServer as createTcp, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ApiClient, type ClientOptions } from "../../src/client/api-client.ts";
import { ClientFault } from "../../src/client/client-fault.ts";
import { type Connection, connectionOf, findConnection } from "../../src/client/connection.ts";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { fakeMachine, neverAborted } from "./fake-machine.ts";
import { connectionTo, startHttps, testCertificates } from "./https-server.ts";

function clientOf(connection: Connection, options: Partial<ClientOptions> = {}): ApiClient {
  const client = new ApiClient(connection, { signal: neverAborted, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Returns the fault of a request as one line. */
async function faultOf(request: Promise<unknown>): Promise<string> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientFault)) throw error ?? new Error("no fault");
  expect(error.message).not.toContain("\n");
  return `${error.nature}: ${error.message}`;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("a request has the client certificate, the token and the impersonation headers, and the path prefix of the server", async () => {
  const { authority, client: own } = await testCertificates();
  const { url, requestTexts, requests } = await startHttps((_, response) => response.end('{"kind":"List"}'));
  const selected = {
    context: "c",
    cluster: { server: `${url}/k8s/one/`, "certificate-authority-data": base64(authority.certificate) },
    user: {
      "client-certificate-data": base64(own.certificate),
      "client-key": "/jane.key",
      token: "secret",
      as: "bob",
      "as-uid": "7",
      "as-groups": ["a", "b"],
      "as-user-extra": { "Acme.com/x%": ["1"] },
    },
    userName: "jane",
    namespace: "",
  };
  const client = clientOf(connectionOf(selected, fakeMachine({ "/jane.key": own.key })));
  expect(await client.get("/api")).toEqual({ kind: "List" });
  expect(requestTexts).toEqual(["jane /k8s/one/api"]);
  expect(requests[0]?.headers).toMatchObject({
    authorization: "Bearer secret",
    "impersonate-user": "bob",
    "impersonate-uid": "7",
    "impersonate-group": "a, b",
    "impersonate-extra-acme.com%2fx%25": "1",
  });
});

test("`tls-server-name` replaces the host name, and `insecure-skip-tls-verify` accepts any certificate", async () => {
  const other = await createAuthority("other", { nowMs: Date.now(), lifetimeMs: 3_600_000 });
  const { url } = await startHttps((_, response) => response.end("{}"));
  const getWith = async (more: Partial<Connection>) => clientOf(await connectionTo(url, more)).get("/");
  expect(await getWith({ serverName: "cluster.test" })).toEqual({});
  expect(await faultOf(getWith({ serverName: "elsewhere.test" }))).toContain(
    "certificate is valid for cluster.test, not",
  );
  expect(await faultOf(getWith({ authority: other.certificate }))).toContain("certificate signed by unknown authority");
  expect(await getWith({ authority: other.certificate, skipsVerification: true })).toEqual({});
});

test("an expired certificate, a closed port and a server without TLS each have an error message", async () => {
  const { authority } = await testCertificates();
  const past = { nowMs: Date.now() - 7_200_000, lifetimeMs: 3_600_000 };
  const old = await issueCertificate(authority, "here", { use: "server", hosts: ["127.0.0.1"], ...past });
  const { url } = await startHttps((_, response) => response.end("{}"), old);
  expect(await faultOf(clientOf(await connectionTo(url)).get("/"))).toContain("certificate has expired or is not yet");
  const plain = await listening(createHttp((_, response) => response.end("{}")));
  const request = clientOf(await connectionTo(`https://127.0.0.1:${plain}`)).get("/");
  expect(await faultOf(request)).toContain("server gave HTTP response to HTTPS client");
  const closed = clientOf(await connectionTo("https://127.0.0.1:1")).get("/");
  expect(await faultOf(closed)).toBe(
    "unreachable: https://127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused",
  );
});

test("a request fails if the server never responds, never ends its response, or resets the connection", async () => {
  const { url } = await startHttps((request, response) => {
    if (request.url === "/slow") response.write("{");
    if (request.url === "/reset") request.socket.destroy();
  });
  const client = clientOf(await connectionTo(url), { timeoutMs: 200 });
  expect(await faultOf(client.get("/never"))).toBe(`late: ${url}/never: no answer within 0.2 s`);
  expect(await faultOf(client.get("/slow"))).toBe(`late: ${url}/slow: no answer within 0.2 s`);
  expect(await faultOf(clientOf(await connectionTo(url)).get("/reset"))).toMatch(/^unreachable: /);
});

test("Ctrl-C cancels a request", async () => {
  const { url } = await startHttps(() => {});
  const interrupt = new AbortController();
  const request = clientOf(await connectionTo(url), { signal: interrupt.signal }).get("/");
  setTimeout(() => interrupt.abort(), 50);
  expect(await faultOf(request)).toBe("canceled: interrupted");
});

test.each([
  { name: "an HTML page", body: "<html>", says: "the answer is no JSON object but text/html" },
  { name: "a truncated object", body: '{"a":', says: "the answer is no JSON object" },
  { name: "a list", body: "[]", says: "the answer is no JSON object" },
  {
    name: "deeply nested JSON",
    body: `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    says: "the answer is no JSON object",
  },
  { name: "401", code: 401, body: '{"message":"Unauthorized"}', says: 'credentials of user "jane" (401)' },
  { name: "403", code: 403, body: '{"message":"pods is forbidden"}', says: "answered 403: pods is forbidden" },
  { name: "500 without a message", code: 500, body: "<oops>", says: "answered 500" },
  { name: "a redirect", code: 302, body: "", says: "answered 302" },
])("a response that is an error: $name", async ({ code = 200, body, says }) => {
  const { url } = await startHttps((_, response) =>
    response.writeHead(code, { "content-type": "text/html" }).end(body),
  );
  expect(await faultOf(clientOf(await connectionTo(url)).get("/"))).toContain(says);
});

test("a request is retried after Retry-After (at most maxRetries times), and when a kept connection was closed", async () => {
  let count = 0;
  const { url } = await startHttps((request, response) => {
    count++;
    if (count === 1) response.writeHead(429, { "retry-after": "0" }).end();
    else if (count === 2) response.end("{}");
    else if (count === 3) request.socket.destroy();
    else response.end('{"at":4}');
  });
  const client = clientOf(await connectionTo(url));
  expect(await client.get("/")).toEqual({});
  expect(await client.get("/")).toEqual({ at: 4 });
});

test("the client asks for other credentials once after a 401", async () => {
  const shown: string[] = [];
  const { url } = await startHttps(({ headers: { authorization = "" } }, response) => {
    shown.push(authorization);
    response.writeHead(authorization === "Bearer new" ? 200 : 401).end("{}");
  });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const credentials = { show: async () => bearer("old"), replace: async () => bearer("new") };
  await clientOf(await connectionTo(url, { credentials })).get("/");
  expect(shown).toEqual(["Bearer old", "Bearer new"]);
  const lost = { show: async () => bearer("old"), replace: async () => bearer("older") };
  expect(await faultOf(clientOf(await connectionTo(url, { credentials: lost })).get("/"))).toContain("(401)");
  expect(shown).toHaveLength(4);
});

test("connections go through a proxy, which gets its credentials", async () => {
  const { url, port } = await startHttps((_, response) => response.end("{}"));
  const seen: string[] = [];
  const proxy = createHttp();
  proxy.on("connect", ({ url: address = "", headers }, socket) => {
    seen.push(`${address} ${headers["proxy-authorization"]}`);
    const there = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      there.pipe(socket).pipe(there);
    });
    there.on("error", () => socket.destroy());
    socket.on("error", () => there.destroy());
  });
  const at = await listening(proxy);
  expect(
    await clientOf(await connectionTo(url, { proxy: new URL(`http://me:p%40ss@127.0.0.1:${at}`) })).get("/"),
  ).toEqual({});
  expect(seen).toEqual([`127.0.0.1:${port} Basic ${base64("me:p@ss")}`]);
  const refusing = await listening(createTcp((socket) => socket.end("HTTP/1.1 407 Who are you\r\n\r\n")));
  const refused = clientOf(await connectionTo(url, { proxy: new URL(`http://127.0.0.1:${refusing}`) })).get("/");
  expect(await faultOf(refused)).toContain(`proxy error from 127.0.0.1:${refusing}`);
});

test("a server without TLS gets no credentials, also through a proxy", async () => {
  const seen: string[] = [];
  const plain = createHttp(({ url: path, headers: { authorization, host } }, response) => {
    seen.push(`${path} ${host} ${authorization}`);
    response.end("{}");
  });
  const port = await listening(plain);
  const selected = {
    context: "c",
    cluster: { server: `127.0.0.1:${port}` },
    user: { token: "secret" },
    userName: "u",
    namespace: "",
  };
  await clientOf(connectionOf(selected, fakeMachine())).get("/api");
  const cluster = { server: "http://cluster.test", "proxy-url": `http://127.0.0.1:${port}` };
  await clientOf(connectionOf({ ...selected, cluster }, fakeMachine())).get("/api");
  expect(seen).toEqual([`/api 127.0.0.1:${port} undefined`, "http://cluster.test/api cluster.test undefined"]);
});

const account = "/var/run/secrets/kubernetes.io/serviceaccount";

test("in a pod the client uses the service account and reads its token again", async () => {
  const { authority } = await testCertificates();
  const tokens: string[] = [];
  const { port } = await startHttps(({ headers: { authorization = "" } }, response) => {
    tokens.push(authorization);
    response.end("{}");
  });
  const machine = fakeMachine({ [`${account}/token`]: "one\n", [`${account}/ca.crt`]: authority.certificate });
  machine.environment = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(port) };
  machine.files.set(`${account}/namespace`, "web\n");
  const connection = findConnection({}, machine);
  expect(connection).toMatchObject({ server: `https://127.0.0.1:${port}`, namespace: "web" });
  const client = clientOf(connection);
  await client.get("/");
  machine.files.set(`${account}/token`, "two");
  await client.get("/");
  machine.timeMs = 60_000;
  await client.get("/");
  machine.files.delete(`${account}/token`);
  machine.timeMs = 120_000;
  await client.get("/");
  expect(tokens).toEqual(["Bearer one", "Bearer one", "Bearer two", "Bearer two"]);
  machine.files.set("/home/jane/.kube/config", '{"contexts":[{"name":"a"}]}');
  expect(() => findConnection({}, machine)).toThrow("no current context is set");
});

test("without a kubeconfig and outside of a cluster, the error lists the files that were searched", () => {
  const machine = fakeMachine({ "/empty": "" });
  machine.environment = { KUBECONFIG: "/empty:/gone" };
  try {
    findConnection({}, machine);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ message: "no cluster is configured" });
    expect(error).toHaveProperty(
      "help",
      "/gone does not exist; /empty has no contexts: pass --kubeconfig, or set KUBECONFIG",
    );
  }
});
