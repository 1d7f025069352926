/**
 * Claims of devices: what quotas count of them, and who may have devices that are in use. The words are those of
 * kube-apiserver.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
const perClass = "gpu.deviceclass.resource.k8s.io/devices";
const claim = (name: string, request: object) => ({
  metadata: { name },
  spec: { devices: { requests: [{ name: "r", ...request }] } },
});
const exactly = (more: object) => ({ exactly: { deviceClassName: "gpu", ...more } });

test("access to devices in use needs the label of the namespace", async () => {
  const wanted = claim("admin", exactly({ adminAccess: true }));
  const { code, json } = await server.call("POST", claims, wanted);
  const field = "spec.devices.requests[0].adminAccess";
  const detail =
    "Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace";
  expect(code).toBe(422);
  expect(json.message).toBe(`ResourceClaim.resource.k8s.io "admin" is invalid: ${field}: ${detail}`);
  expect(json.details.causes).toEqual([{ reason: "FieldValueForbidden", message: detail, field }]);
  await server.call(
    "PATCH",
    "/api/v1/namespaces/default",
    { metadata: { labels: { "resource.kubernetes.io/admin-access": "true" } } },
    { "content-type": "application/merge-patch+json" },
  );
  expect((await server.call("POST", claims, wanted)).code).toBe(201);
});

test("quotas count devices by their class, the most that a request can get", async () => {
  const quotas = "/api/v1/namespaces/default/resourcequotas";
  const hard = { [perClass]: "4" };
  await server.call("POST", quotas, { metadata: { name: "q" }, spec: { hard } });
  const status = { hard, used: { [perClass]: "0" } };
  await server.call("PATCH", `${quotas}/q/status`, { status }, { "content-type": "application/merge-patch+json" });
  const call = (name: string, request: object) => server.call("POST", claims, claim(name, request));
  expect((await call("two", exactly({ count: 2 }))).code).toBe(201);
  const refused = async (name: string, request: object, requested: string) => {
    const { code, json } = await call(name, request);
    expect(code).toBe(403);
    const numbers = `requested: ${perClass}=${requested}, used: ${perClass}=2, limited: ${perClass}=4`;
    expect(json.message).toContain(`exceeded quota: q, ${numbers}`);
  };
  await refused("three", exactly({ count: 3 }), "3");
  await refused("all", exactly({ allocationMode: "All" }), "32");
  const either = [
    { name: "a", deviceClassName: "gpu", count: 1 },
    { name: "b", deviceClassName: "gpu", count: 3 },
  ];
  await refused("either", { firstAvailable: either }, "3");
});
