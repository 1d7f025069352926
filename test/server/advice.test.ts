/** Warnings about objects that the server accepts. */
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

test("a finding is sent as a Warning header, with the field name that kube-apiserver uses", async () => {
  const pod = { metadata: { name: "web" }, spec: { containers: [container("a", 1), container("b", 2)] } };
  const { code, headers } = await server.call("POST", podsPath, pod);
  expect(code).toBe(201);
  expect(headers["warning"]).toBe(
    '299 - "spec.containers[1].ports[0]: duplicate port name \\"http\\" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]"',
  );
});

test("the keys of a TLS Secret are checked", async () => {
  const data = { "tls.crt": "eA==", "tls.key": "eA==" };
  const secret = { metadata: { name: "web" }, type: "kubernetes.io/tls", data };
  const { code, headers } = await server.call("POST", "/api/v1/namespaces/default/secrets", secret);
  expect(code).toBe(201);
  expect(headers["warning"]).toBe('299 - "tls: failed to find any PEM data in certificate input"');
});

test("a warning about a map entry contains its key", async () => {
  const metadata = { name: "web", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } };
  const { headers } = await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata });
  expect(headers["warning"]).toBe(
    '299 - "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets"',
  );
});

test("a warning that kube-apiserver does not have says how to fix the problem", async () => {
  const rules = [{ apiGroups: [""], resources: ["deployments"], verbs: ["get"] }];
  const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
  const { headers } = await server.call("POST", roles, { metadata: { name: "web" }, rules });
  expect(headers["warning"]).toBe(
    '299 - "rules[0].resources[0]: \\"deployments\\" is in group \\"apps\\", which is not in `apiGroups`; add that group to `apiGroups`, or write a separate rule"',
  );
});

test("a status update gets no warnings about the spec", async () => {
  const services = "/api/v1/namespaces/default/services";
  const spec = { clusterIP: "None", selector: { app: "one" }, ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] };
  const { headers } = await server.call("POST", services, { metadata: { name: "headless" }, spec });
  expect(headers["warning"]).toContain("externalIPs");
  const merge = { "content-type": "application/merge-patch+json" };
  const change = { metadata: { annotations: { seen: "yes" } } };
  const status = await server.call("PATCH", `${services}/headless/status`, change, merge);
  expect([status.code, status.headers["warning"]]).toEqual([200, undefined]);
});
