/** Warnings about objects that the server takes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const podsPath = "/api/v1/namespaces/default/pods";
const port = (containerPort: number) => ({ name: "http", containerPort });
const container = (name: string, number: number) => ({ name, image: "web", ports: [port(number)] });

test("advice is a Warning header, with the field as the API server names it", async () => {
  const pod = { metadata: { name: "web" }, spec: { containers: [container("a", 1), container("b", 2)] } };
  const { code, headers } = await server.call("POST", podsPath, pod);
  expect(code).toBe(201);
  expect(headers["warning"]).toBe(
    '299 - "spec.containers[1].ports[0].name: should be unique in the pod; Services and probes that use \\"http\\" get the first port"',
  );
});

test("the keys of a TLS Secret are looked at", async () => {
  const data = { "tls.crt": "eA==", "tls.key": "eA==" };
  const secret = { metadata: { name: "web" }, type: "kubernetes.io/tls", data };
  const { code, headers } = await server.call("POST", "/api/v1/namespaces/default/secrets", secret);
  expect(code).toBe(201);
  expect(headers["warning"]).toContain("data[tls.crt]: must be a certificate with its private key");
});

test("advice names the key of a map, and says what to write", async () => {
  const metadata = { name: "web", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } };
  const { headers } = await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata });
  expect(headers["warning"]).toBe(
    '299 - "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: the annotation is deprecated since 1.32; keep secrets apart by namespaces"',
  );
});

test("who writes a status is not warned of the spec", async () => {
  const services = "/api/v1/namespaces/default/services";
  const spec = { clusterIP: "None", selector: { app: "one" }, ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] };
  const { headers } = await server.call("POST", services, { metadata: { name: "headless" }, spec });
  expect(headers["warning"]).toContain("externalIPs");
  const merge = { "content-type": "application/merge-patch+json" };
  const change = { metadata: { annotations: { seen: "yes" } } };
  const status = await server.call("PATCH", `${services}/headless/status`, change, merge);
  expect([status.code, status.headers["warning"]]).toEqual([200, undefined]);
});
