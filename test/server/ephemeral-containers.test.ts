import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pods = "/api/v1/namespaces/default/pods";
const strategic = { "content-type": "application/strategic-merge-patch+json" };
const looker = { name: "looker", image: "example.com/tools:1", targetContainerName: "main" };
let names = 0;

/** Creates a pod and returns the path of its subresource. */
async function newPod(): Promise<string> {
  const name = `pod-${++names}`;
  const spec = { containers: [{ name: "main", image: "example.com/x:1" }] };
  await server.call("POST", pods, { metadata: { name }, spec });
  return `${pods}/${name}/ephemeralcontainers`;
}

test("ephemeral containers are added, and nothing else is changed", async () => {
  const path = await newPod();
  const patch = { metadata: { labels: { a: "b" } }, spec: { ephemeralContainers: [looker], hostNetwork: true } };
  const { code, json } = await server.call("PATCH", path, patch, strategic);
  expect(code).toBe(200);
  expect(json.spec.ephemeralContainers).toEqual([
    expect.objectContaining({ ...looker, terminationMessagePolicy: "File", imagePullPolicy: "IfNotPresent" }),
  ]);
  expect(json.metadata.labels).toBeUndefined();
  expect(json.spec.hostNetwork).toBeUndefined();
  expect((await server.call("GET", path)).json).toEqual(json);
});

test.each([
  { name: "removed", containers: [] },
  { name: "changed", containers: [{ ...looker, image: "example.com/tools:2" }] },
])("ephemeral containers cannot be $name", async ({ containers }) => {
  const path = await newPod();
  const { json: pod } = await server.call("PATCH", path, { spec: { ephemeralContainers: [looker] } }, strategic);
  const update = { ...pod, spec: { ...pod.spec, ephemeralContainers: containers } };
  expect((await server.call("PUT", path, update)).json).toMatchObject({ code: 422, reason: "Invalid" });
  const more = { ...pod.spec, ephemeralContainers: [...pod.spec.ephemeralContainers, { ...looker, name: "other" }] };
  expect((await server.call("PUT", path, { ...pod, spec: more })).code).toBe(200);
});

test("ephemeral containers cannot be added through the pod itself", async () => {
  const path = (await newPod()).replace(/\/[a-z]*$/, "");
  const { json } = await server.call("PATCH", path, { spec: { ephemeralContainers: [looker] } }, strategic);
  expect(json).toMatchObject({ code: 422, reason: "Invalid" });
});
