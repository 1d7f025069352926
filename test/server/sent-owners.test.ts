import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const authorization = "/apis/authorization.k8s.io/v1";
const authentication = "/apis/authentication.k8s.io/v1";

/** The managed fields are those of kube-apiserver 1.37.1. */
test.each([
  {
    path: `${authorization}/selfsubjectaccessreviews`,
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: { verb: "get", resource: "pods" } },
    owned: { "f:spec": { "f:resourceAttributes": { ".": {}, "f:resource": {}, "f:verb": {} } } },
  },
  {
    path: `${authentication}/tokenreviews`,
    kind: "TokenReview",
    spec: { token: "x" },
    owned: { "f:spec": { "f:token": {} } },
  },
])("a $kind is returned with managed fields for the fields that were sent", async ({ path, kind, spec, owned }) => {
  const apiVersion = path.split("/").slice(2, 4).join("/");
  const { code, json } = await server.call("POST", `${path}?fieldManager=me`, { apiVersion, kind, spec });
  expect(code).toBe(201);
  const entry = { manager: "me", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1: owned };
  expect(json.metadata).toEqual({ managedFields: [{ ...entry, time: expect.any(String) }] });
});

test("a SelfSubjectReview is returned without the metadata of the request", async () => {
  const sent = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview", metadata: { labels: { a: "b" } } };
  const { json } = await server.call("POST", `${authentication}/selfsubjectreviews`, sent);
  expect(json.metadata).toEqual({ creationTimestamp: expect.any(String) });
});
