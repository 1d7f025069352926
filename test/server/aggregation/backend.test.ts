/** Connections to a backend, with a limit that is smaller than the server's. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { BackendClient, backendOf, maxBackendConnections } from "../../../src/server/aggregation/backend.ts";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

test("requests beyond the connections to one backend (maxBackendConnections) wait for one, and get their answer", async () => {
  expect(maxBackendConnections).toBe(1000);
  const authority = await createAuthority("backends", validity);
  const { certificate, key } = await issueCertificate(authority, "fish.default.svc", {
    use: "server",
    hosts: ["fish.default.svc"],
    ...validity,
  });
  const held: (() => void)[] = [];
  let connections = 0;
  const listener = createServer({ cert: certificate, key }, (_request, response) => {
    held.push(() => void response.end("{}"));
  });
  listener.on("secureConnection", () => connections++);
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
  const client = new BackendClient(() => ({ host: "127.0.0.1", port }), undefined, { maxConnections: 2 });
  const ask = () =>
    client.read(backend, { method: "GET", path: "/", headers: {}, signal: AbortSignal.timeout(10_000) }, 100);
  const answers = Promise.all([ask(), ask(), ask(), ask(), ask()]);
  await vi.waitFor(() => expect(held.length).toBe(2));
  for (let given = 0; given < 5; given++) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(given));
    held[given]?.();
  }
  expect(await answers).toEqual(Array(5).fill("{}"));
  expect(connections).toBe(2);
  client.close();
  listener.closeAllConnections();
  listener.close();
});
