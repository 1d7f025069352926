/** The methods that paths accept, and paths with odd slashes, as in kube-apiserver 1.37.1. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ flags: new Map() });
});
afterAll(() => server.close());

const maps = "/api/v1/namespaces/default/configmaps";

test.each([
  ...["/api", "/api/v1", "/apis/apps/v1", "/version", "/apis/apiregistration.k8s.io", maps, `${maps}/none`],
  ...["/api/v1/componentstatuses", "/apis/apps/v1/namespaces/default/deployments/none/scale"],
])("HEAD %s is not allowed", async (path) => {
  expect((await server.call("HEAD", path)).code).toBe(405);
});

test.each([
  "/",
  "/index.html",
  "/apis",
  "/apis/apps",
  "/healthz",
  "/openapi/v2",
  "/statusz",
  "/flagz",
  "/metrics/slis",
])("%s accepts any method", async (path) => {
  for (const method of ["HEAD", "OPTIONS", "POST", "PUT", "PATCH"])
    expect((await server.call(method, path)).code, method).toBe(200);
});

test("/metrics refuses DELETE and accepts HEAD", async () => {
  expect((await server.call("DELETE", "/metrics")).code).toBe(405);
  expect((await server.call("HEAD", "/metrics")).code).toBe(200);
});

test.each([
  ["GET", "/api/v1/namespaces//pods", 200],
  ["GET", "/api/v1/namespaces//pods/one", 400],
  ["DELETE", "/api/v1/namespaces//configmaps", 400],
  ["PUT", "/api/v1/namespaces//configmaps/one", 400],
  ["GET", "/api/v1/namespaces/default/pods//log", 400],
  ["GET", "/api/v1/nodes//status", 400],
  ["GET", "//api/v1/pods", 404],
  ["GET", "//", 404],
  ["GET", "/apis/apps/v1//", 200],
  ["GET", "/version/", 200],
  ["GET", "/healthz/", 404],
  ["GET", "/statusz/", 404],
  ["GET", "/openapi/v3/", 404],
])("%s %s returns %i", async (method, path, code) => {
  expect((await server.call(method, path, method === "PUT" ? {} : undefined)).code).toBe(code);
});
