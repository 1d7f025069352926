import { afterAll, beforeAll, expect, test } from "vitest";
import { definition } from "../../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
});
afterAll(() => server.close());

test.each([
  ["/api/v1/configmaps", "*core.ConfigMapList"],
  ["/apis/rbac.authorization.k8s.io/v1/roles", "*rbac.RoleList"],
  ["/apis/events.k8s.io/v1/events", "*core.EventList"],
  ["/apis/parity.example.com/v1/widgets", "*unstructured.UnstructuredList"],
])("a list is no metadata of one object: %s", async (path, type) => {
  const accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  const { code, json } = await server.call("GET", path, undefined, { accept });
  expect([code, json.message]).toEqual([
    406,
    `you requested PartialObjectMetadata, but the requested object is a list (${type})`,
  ]);
});
