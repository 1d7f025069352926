import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { probePort } from "../../../src/server/handlers/component-statuses.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  const probes = new Map([
    ["scheduler", () => Promise.reject(new Error("connection refused"))],
    ["etcd-0", async () => ({ isHealthy: true, message: "ok" })],
  ]);
  server = await startTestServer({ probes });
});
afterAll(() => server.close());

const path = "/api/v1/componentstatuses";
const statusOf = (name: string, status: string, message: string) => ({
  metadata: { name },
  conditions: [{ type: "Healthy", status, message }],
});
const etcd = statusOf("etcd-0", "True", "ok");

test("component statuses are listed with their current health, and selected by name", async () => {
  const { json } = await server.call("GET", path);
  const items = [statusOf("scheduler", "False", "connection refused"), etcd];
  expect(json).toEqual({ kind: "ComponentStatusList", apiVersion: "v1", metadata: {}, items });
  const selected = await server.call("GET", `${path}?fieldSelector=metadata.name%3Detcd-0`);
  expect(selected.json.items).toEqual([etcd]);
});

test("a component status can be read, but not created or watched", async () => {
  expect((await server.call("GET", `${path}/etcd-0`)).json).toEqual({
    kind: "ComponentStatus",
    apiVersion: "v1",
    ...etcd,
  });
  expect((await server.call("GET", `${path}/nope`)).json).toMatchObject({
    code: 404,
    message: 'componentstatus "nope" not found',
  });
  expect((await server.call("POST", path, { metadata: { name: "a" } })).code).toBe(405);
  expect((await server.call("GET", `${path}?watch=true`)).code).toBe(405);
});

test.each([
  [200, true],
  [500, false],
])("a component that responds with %d", async (code, isHealthy) => {
  const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
  const identity = await issueCertificate(await createAuthority("other", validity), "c", {
    use: "server",
    hosts: ["x"],
    ...validity,
  });
  const component = createServer({ cert: identity.certificate, key: identity.key }, (_request, response) => {
    response.writeHead(code).end("said");
  });
  await new Promise<void>((done) => component.listen(0, "127.0.0.1", done));
  onTestFinished(() => void component.close());
  const { port } = component.address() as AddressInfo;
  expect(await probePort(port)).toEqual({ isHealthy, message: "said" });
});

test("a component that does not listen", async () => {
  await expect(probePort(1)).rejects.toThrow(
    'Get "https://127.0.0.1:1/healthz": dial tcp 127.0.0.1:1: connect: connection refused',
  );
});
