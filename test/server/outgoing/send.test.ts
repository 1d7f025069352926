import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { fetchDocument, maxResponseBytes, sendTimeoutMs } from "../../../src/server/outgoing/send.ts";

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const [path = "", target] = (request.url ?? "").split("?to=");
    if (path === "/never") return;
    if (path === "/slowly") return void response.write("a");
    if (path === "/cut")
      return void response.writeHead(200, { "content-length": 9 }).write("a", () => response.destroy());
    if (path === "/to") return void response.writeHead(307, { location: target }).end();
    response.end(path === "/long" ? "a".repeat(maxResponseBytes + 1) : JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const headers = { authorization: "Bearer secret" };
const requestTo = (path: string, host = "127.0.0.1") => ({ url: new URL(`http://${host}:${port}${path}`), headers });

test("a redirect keeps credentials only on the same host", async () => {
  expect(JSON.parse((await fetchDocument(requestTo("/to?to=/headers"))).text)).toHaveProperty("authorization");
  const elsewhere = `/to?to=http://localhost:${port}/headers`;
  expect(JSON.parse((await fetchDocument(requestTo(elsewhere))).text)).not.toHaveProperty("authorization");
});

test("a redirect from TLS to plain HTTP drops credentials, even on the same host", async () => {
  const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
  const authority = await createAuthority("ca", validity);
  const hosts = ["127.0.0.1"];
  const { certificate: cert, key } = await issueCertificate(authority, "x", { use: "server", hosts, ...validity });
  const secure = createSecureServer({ cert, key }, (_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/headers` }).end();
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const url = new URL(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`);
  const { text } = await fetchDocument({ url, headers, ca: authority.certificate });
  secure.closeAllConnections();
  secure.close();
  expect(JSON.parse(text)).not.toHaveProperty("authorization");
});

test.each([
  ["/never", "no answer within 0.2 s"],
  ["/slowly", "no answer within 0.2 s"],
  ["/cut", "aborted"],
  ["/long", `the answer is longer than ${maxResponseBytes} bytes`],
  ["/to?to=file:///etc/passwd", 'unsupported protocol scheme "file"'],
])("%s: %s", async (path, message) => {
  expect(sendTimeoutMs).toBe(30_000);
  await expect(fetchDocument(requestTo(path), 200)).rejects.toThrow(message);
});
