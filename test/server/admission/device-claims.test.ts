/**
 * ResourceClaims: how quotas count them, and who may request admin access to devices. The messages are those of
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
const exactRequest = (more: object) => ({ exactly: { deviceClassName: "gpu", ...more } });

test("admin access to devices needs a label on the namespace", async () => {
  const wanted = claim("admin", exactRequest({ adminAccess: true }));
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

test("quotas count devices by class, as the most that a request may allocate", async () => {
  const quotas = "/api/v1/namespaces/default/resourcequotas";
  const hard = { [perClass]: "4" };
  await server.call("POST", quotas, { metadata: { name: "q" }, spec: { hard } });
  const status = { hard, used: { [perClass]: "0" } };
  await server.call("PATCH", `${quotas}/q/status`, { status }, { "content-type": "application/merge-patch+json" });
  const call = (name: string, request: object) => server.call("POST", claims, claim(name, request));
  expect((await call("two", exactRequest({ count: 2 }))).code).toBe(201);
  const expectRefused = async (name: string, request: object, requested: string) => {
    const { code, json } = await call(name, request);
    expect(code).toBe(403);
    const numbers = `requested: ${perClass}=${requested}, used: ${perClass}=2, limited: ${perClass}=4`;
    expect(json.message).toContain(`exceeded quota: q, ${numbers}`);
  };
  await expectRefused("three", exactRequest({ count: 3 }), "3");
  await expectRefused("all", exactRequest({ allocationMode: "All" }), "32");
  const either = [
    { name: "a", deviceClassName: "gpu", count: 1 },
    { name: "b", deviceClassName: "gpu", count: 3 },
  ];
  await expectRefused("either", { firstAvailable: either }, "3");
});

test("quotas also count devices as the extended resources that their device class provides", async () => {
  const [quotas, pods] = ["resourcequotas", "pods"].map((name) => `/api/v1/namespaces/extended/${name}`) as [
    string,
    string,
  ];
  const own = claims.replace("default", "extended");
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "extended" } });
  const deviceClass = (name: string, spec: object) =>
    server.call("POST", "/apis/resource.k8s.io/v1/deviceclasses", { metadata: { name }, spec });
  await deviceClass("big", { extendedResourceName: "example.com/big" });
  await deviceClass("plain", {});
  const implicitResource = (name: string) => `requests.deviceclass.resource.kubernetes.io/${name}`;
  const devices = "big.deviceclass.resource.k8s.io/devices";
  const hard = {
    "requests.example.com/big": "4",
    [implicitResource("big")]: "5",
    [implicitResource("plain")]: "3",
    [implicitResource("none")]: "2",
  };
  const all = { ...hard, [devices]: "9" };
  await server.call("POST", quotas, { metadata: { name: "q" }, spec: { hard: all } });
  const zero = Object.fromEntries(Object.keys(all).map((name) => [name, "0"]));
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${quotas}/q/status`, { status: { hard: all, used: zero } }, merge);

  const claimOf = (name: string, deviceClassName: string, count: number, metadata: object = {}) => ({
    metadata: { name, ...metadata },
    spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName, count } }] } },
  });
  const createClaim = async (...claim: Parameters<typeof claimOf>) => {
    const { code, json } = await server.call("POST", own, claimOf(...claim));
    return code === 201 ? code : json.message.replace(/^.*exceeded quota: q, /, "");
  };
  const usedQuota = async () => (await server.call("GET", `${quotas}/q`)).json.status.used;
  const numbers = (name: string, [requested, before, limited]: readonly number[]) =>
    `requested: ${name}=${requested}, used: ${name}=${before}, limited: ${name}=${limited}`;

  expect(await createClaim("a", "big", 2)).toBe(201);
  expect(await usedQuota()).toEqual({
    ...zero,
    [devices]: "2",
    [implicitResource("big")]: "2",
    "requests.example.com/big": "2",
  });
  expect(await createClaim("b", "big", 3)).toBe(numbers("requests.example.com/big", [3, 2, 4]));
  expect(await createClaim("c", "plain", 2)).toBe(201);
  expect(await createClaim("d", "plain", 2)).toBe(numbers(implicitResource("plain"), [2, 2, 3]));
  // The class does not exist, but other resource names of the quota make it count the claim.
  expect(await createClaim("e", "none", 5)).toBe(numbers(implicitResource("none"), [5, 0, 2]));

  const resources = { requests: { "example.com/big": "2" }, limits: { "example.com/big": "2" } };
  const { json: pod } = await server.call("POST", pods, {
    metadata: { name: "pod" },
    spec: { containers: [{ name: "c", image: "x", resources }] },
  });
  expect((await usedQuota())["requests.example.com/big"]).toBe("4");
  // The claim that the scheduler creates for the pod. The quota has already counted its extended resource with the pod.
  const ofPod = {
    annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "pod", uid: pod.metadata.uid, controller: true }],
  };
  expect(await createClaim("own", "big", 2, ofPod)).toBe(201);
  expect(await usedQuota()).toMatchObject({
    [devices]: "4",
    [implicitResource("big")]: "4",
    "requests.example.com/big": "4",
  });
  expect(await createClaim("own2", "big", 1, ofPod)).toBe(numbers("requests.example.com/big", [1, 4, 4]));
});
