/**
 * Requests to a backend: a body never becomes a request, and connections are limited, in these tests to fewer than in
 * the server.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { BackendClient, backendOf, maxBackendConnections } from "../../../src/server/aggregation/backend.ts";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

/** Starts a backend. Returns its listener and a function that sends a request to it. */
async function startBackend(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { maxConnections }: { readonly maxConnections: number },
) {
  const authority = await createAuthority("backends", validity);
  const hosts = ["fish.default.svc"];
  const { certificate, key } = await issueCertificate(authority, hosts[0] ?? "", { use: "server", hosts, ...validity });
  const listener = createServer({ cert: certificate, key }, answer);
  await new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const backend = backendOf({
    metadata: { name: "v1.fish" },
    spec: {
      ...{ group: "fish", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 },
      caBundle: Buffer.from(authority.certificate).toString("base64"),
      service: { namespace: "default", name: "fish", port },
    },
  });
  if (!backend) throw new Error("there is a service");
  const client = new BackendClient(() => ({ host: "127.0.0.1", port }), undefined, { maxConnections });
  onTestFinished(() => {
    client.close();
    listener.closeAllConnections();
    listener.close();
  });
  const read = (method = "GET", body?: Buffer) => {
    const sent = body === undefined ? {} : { body };
    return client.read(backend, { method, path: "/", headers: {}, signal: AbortSignal.timeout(10_000), ...sent }, 100);
  };
  return { listener, read };
}

test("the body of a request is never read as another request, whatever the method", async () => {
  const arrived: string[] = [];
  const { read } = await startBackend(
    async (request, response) => {
      arrived.push(`${request.method} ${request.headers["x-remote-user"] ?? ""} ${await text(request)}`);
      response.end("{}");
    },
    { maxConnections: 1 },
  );
  const body = "GET / HTTP/1.1\r\nHost: fish\r\nX-Remote-User: admin\r\n\r\n";
  const methods = ["DELETE", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];
  for (const method of methods) {
    expect(await read(method, Buffer.from(body))).toBe("{}");
    expect(await read(method, Buffer.alloc(0))).toBe("{}");
    expect(await read()).toBe("{}");
  }
  expect(arrived).toEqual(methods.flatMap((method) => [`${method}  ${body}`, `${method}  `, "GET  "]));
});

test("requests beyond the connections to one backend (maxBackendConnections) wait for one and then get responses", async () => {
  expect(maxBackendConnections).toBe(1000);
  const held: (() => void)[] = [];
  let connections = 0;
  const { listener, read } = await startBackend((_request, response) => held.push(() => void response.end("{}")), {
    maxConnections: 2,
  });
  listener.on("secureConnection", () => connections++);
  const answers = Promise.all([read(), read(), read(), read(), read()]);
  await vi.waitFor(() => expect(held.length).toBe(2));
  for (let index = 0; index < 5; index++) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(index));
    held[index]?.();
  }
  expect(await answers).toEqual(Array(5).fill("{}"));
  expect(connections).toBe(2);
});
