/** A server that targets an earlier release: its kinds have the fields, values and subresources of that release. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ target: "1.34" });
});
afterAll(() => server.close());

const driver = (spec: object) => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "csi.example.org" },
  spec,
});
const driverOfLaterRelease = driver({ attachRequired: true, serviceAccountTokenInSecrets: true });
const drivers = "/apis/storage.k8s.io/v1/csidrivers";

test("under strict validation, a field of a later release is refused", async () => {
  const answer = await server.call("POST", `${drivers}?fieldValidation=Strict`, driverOfLaterRelease);
  expect(answer.code).toBe(400);
  expect(answer.json).toMatchObject({
    message: expect.stringContaining('strict decoding error: unknown field "spec.serviceAccountTokenInSecrets"'),
  });
});

test("otherwise a field of a later release causes a warning, and is not stored", async () => {
  const answer = await server.call("POST", `${drivers}?fieldValidation=Warn`, driverOfLaterRelease);
  expect(answer.code).toBe(201);
  expect(answer.headers["warning"]).toContain('unknown field \\"spec.serviceAccountTokenInSecrets\\"');
  expect(answer.json).toMatchObject({ spec: { attachRequired: true } });
  expect(answer.json.spec).not.toHaveProperty("serviceAccountTokenInSecrets");
});

test("an error message does not mention values of a later release", async () => {
  const set = {
    metadata: { name: "web" },
    spec: {
      serviceName: "web",
      selector: { matchLabels: { app: "web" } },
      updateStrategy: { type: "Recreate" },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } },
    },
  };
  const answer = await server.call("POST", "/apis/apps/v1/namespaces/default/statefulsets", set);
  expect(answer.code).toBe(422);
  expect(answer.json).toMatchObject({
    details: { causes: [{ field: "spec.updateStrategy", message: expect.not.stringContaining("feature gate") }] },
  });
});

test("subresources, OpenAPI documents and generations are those of the release", async () => {
  const found = await server.call("GET", "/apis/storage.k8s.io/v1");
  const names = found.json.resources.map(({ name }: { name: string }) => name);
  expect(names).toContain("volumeattachments/status");
  expect(names).not.toContain("csinodes/status");
  const document = await server.call("GET", "/openapi/v3/api/v1");
  const { schemas } = document.json.components;
  expect(schemas["io.k8s.api.core.v1.PodSpec"]?.properties).toHaveProperty("schedulerName");
  expect(schemas["io.k8s.api.core.v1.PodSpec"]?.properties).not.toHaveProperty("schedulingGroup");
  expect(schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta"]?.properties).not.toHaveProperty("shardInfo");
  const scaler = {
    metadata: { name: "web" },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
  };
  const made = await server.call("POST", "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", scaler);
  expect(made.code).toBe(201);
  expect(made.json.metadata).not.toHaveProperty("generation");
});
