/** The default flow schemas and priority levels are restored, as in kube-apiserver. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { startTestServer, type TestServer } from "./start.ts";

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";
const annotation = "apf.kubernetes.io/autoupdate-spec";
const merge = { "content-type": "application/merge-patch+json" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clusterObjects: true, flowControlMs: 50 });
});
afterAll(() => server.close());

const get = async (path: string) => (await server.call("GET", `${group}/${path}`)).json;
const patch = (path: string, body: object) => server.call("PATCH", `${group}/${path}`, body, merge);
const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

test.each([
  "flowschemas/catch-all",
  "flowschemas/exempt",
  "flowschemas/service-accounts",
  "prioritylevelconfigurations/system",
])("%s is created again when it is deleted", async (path) => {
  const { metadata, spec } = await get(path);
  expect((await server.call("DELETE", `${group}/${path}`)).code).toBe(200);
  await expect.poll(async () => (await get(path)).spec).toEqual(spec);
  const now = await get(path);
  expect(now.metadata.uid).not.toBe(metadata.uid);
  expect(now.metadata.annotations).toEqual({ [annotation]: "true" });
  const owner = { manager: "api-priority-and-fairness-config-producer-v1", operation: "Update" };
  expect(now.metadata.managedFields).toContainEqual(expect.objectContaining(owner));
});

test("the server keeps managing a mandatory object, whatever its annotation says", async () => {
  const path = "prioritylevelconfigurations/catch-all";
  expect((await patch(path, { spec: { limited: { lendablePercent: 7 } } })).code).toBe(422);
  const metadata = { annotations: { [annotation]: "false" }, labels: { mine: "yes" } };
  expect((await patch(path, { metadata })).code).toBe(200);
  const restored = { annotations: { [annotation]: "true" }, labels: { mine: "yes" } };
  await expect.poll(async () => (await get(path)).metadata).toMatchObject(restored);
});

test("administrators may set the shares of the exempt level", async () => {
  const path = "prioritylevelconfigurations/exempt";
  await patch(path, { spec: { exempt: { nominalConcurrencyShares: 3 } } });
  await pause();
  expect((await get(path)).spec.exempt).toEqual({ nominalConcurrencyShares: 3, lendablePercent: 0 });
});

test("a suggested object is restored, unless its annotation leaves it to its administrator", async () => {
  const path = "flowschemas/global-default";
  const { spec } = await get(path);
  await patch(path, { spec: { matchingPrecedence: 9800 } });
  await expect.poll(async () => (await get(path)).spec).toEqual(spec);
  await patch(path, { metadata: { annotations: { [annotation]: "false" } }, spec: { matchingPrecedence: 9800 } });
  await pause();
  expect((await get(path)).spec.matchingPrecedence).toBe(9800);
});

test("a changed object without the annotation is left to its administrator, and annotated accordingly", async () => {
  const path = "flowschemas/kube-scheduler";
  await patch(path, { metadata: { annotations: { [annotation]: null } }, spec: { matchingPrecedence: 801 } });
  await expect.poll(async () => (await get(path)).metadata.annotations).toEqual({ [annotation]: "false" });
  expect((await get(path)).spec.matchingPrecedence).toBe(801);
});

test("an object of another release is deleted if its annotation says that the server manages it", async () => {
  const limited = { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } };
  for (const [name, value] of [
    ["earlier", "true"],
    ["own", "false"],
  ] as const) {
    const metadata = { name, annotations: { [annotation]: value } };
    await server.call("POST", `${group}/prioritylevelconfigurations`, { metadata, spec: { type: "Limited", limited } });
  }
  await expect.poll(async () => (await get("prioritylevelconfigurations/earlier")).code).toBe(404);
  expect((await get("prioritylevelconfigurations/own")).metadata.name).toBe("own");
});

test("an unchanged object is not written again", async () => {
  const path = "prioritylevelconfigurations/workload-low";
  const { metadata } = await get(path);
  await pause();
  expect((await get(path)).metadata.resourceVersion).toBe(metadata.resourceVersion);
});

test("the start of a server restores changed objects", async () => {
  const storage = openMemoryStorage();
  const path = `${group}/prioritylevelconfigurations/system`;
  const first = await startTestServer({ storage, clusterObjects: true });
  await first.call("PATCH", path, { spec: { limited: { lendablePercent: 1 } } }, merge);
  await first.close();
  const second = await startTestServer({ storage, clusterObjects: true });
  expect((await second.call("GET", path)).json.spec.limited.lendablePercent).toBe(33);
  await second.close();
});
