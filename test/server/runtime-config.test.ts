import { afterEach, expect, test } from "vitest";
import { parseRuntimeConfig, readRuntimeConfig } from "../../src/flags/runtime-config.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

async function serverWith(text: string, target = "1.37"): Promise<TestServer> {
  const { isEnabled } = readRuntimeConfig(parseRuntimeConfig(text), { target });
  server = await startTestServer({ target, runtimeConfig: isEnabled });
  return server;
}

const reviews = "/apis/authentication.k8s.io/v1beta1/selfsubjectreviews";
const aggregated = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };

test("disabled resources are neither served nor in discovery and OpenAPI", async () => {
  const { call } = await serverWith("apps/v1/daemonsets=false,coordination.k8s.io/v1=false");
  expect((await call("GET", "/apis/apps/v1/daemonsets")).code).toBe(404);
  expect((await call("GET", "/apis/apps/v1/controllerrevisions")).code).toBe(200);
  expect((await call("GET", "/apis/coordination.k8s.io/v1/leases")).code).toBe(404);
  expect((await call("GET", "/apis/coordination.k8s.io")).code).toBe(404);
  const names = (await call("GET", "/apis/apps/v1")).json.resources.map(({ name }: { name: string }) => name);
  expect(names).toContain("deployments");
  expect(names).not.toContain("daemonsets");
  const groups = (await call("GET", "/apis")).json.groups.map(({ name }: { name: string }) => name);
  expect(groups).not.toContain("coordination.k8s.io");
  const { json } = await call("GET", "/apis", undefined, aggregated);
  expect(JSON.stringify(json)).not.toContain("leases");
  expect(Object.keys((await call("GET", "/openapi/v3")).json.paths)).not.toContain("apis/coordination.k8s.io/v1");
  const paths = Object.keys((await call("GET", "/openapi/v2")).json.paths);
  expect(paths.filter((path) => path.includes("daemonsets"))).toEqual([]);
});

test("the core group can be disabled while the server itself still uses its objects", async () => {
  const { call, registry } = await serverWith("v1=false");
  expect((await call("GET", "/api")).json.versions).toEqual([]);
  expect((await call("GET", "/api/v1/namespaces")).code).toBe(404);
  expect(registry.store("", "namespaces")?.size).toBeGreaterThan(0);
});

test("beta versions are served if they are enabled and the release has them", async () => {
  const { call } = await serverWith("", "1.32");
  expect((await call("POST", reviews, {})).code).toBe(404);
  await server?.close();
  const { call: callBeta } = await serverWith("authentication.k8s.io/v1beta1=true", "1.32");
  const { code, json } = await callBeta("POST", reviews, {});
  expect({ code, apiVersion: json.apiVersion }).toEqual({ code: 201, apiVersion: "authentication.k8s.io/v1beta1" });
  expect(json.status.userInfo.username).toBe("admin");
  const group = (await callBeta("GET", "/apis/authentication.k8s.io")).json;
  expect(group.versions.map(({ version }: { version: string }) => version)).toEqual(["v1", "v1beta1"]);
  expect(group.preferredVersion.version).toBe("v1");
  const { items } = (await callBeta("GET", "/apis", undefined, aggregated)).json;
  const found = items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === "authentication.k8s.io");
  expect(found.versions.map(({ version }: { version: string }) => version)).toEqual(["v1", "v1beta1"]);
  await server?.close();
  const { call: callNew } = await serverWith("api/all=true", "1.37");
  expect((await callNew("POST", reviews, {})).code).toBe(404);
});

test.each([
  ["1.31", "", 200],
  ["1.31", "api/beta=false", 404],
  ["1.31", "flowcontrol.apiserver.k8s.io/v1beta3=false", 404],
  ["1.32", "", 404],
  ["1.32", "api/beta=true", 404],
])("release %s with --runtime-config=%j responds to flow schemas in v1beta3 with %d", async (target, text, code) => {
  const { call } = await serverWith(text, target);
  expect((await call("GET", "/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas")).code).toBe(code);
});
