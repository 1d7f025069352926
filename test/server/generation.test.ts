/** Which objects have a generation that counts their changes, as in kube-apiserver 1.37. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const template = {
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "main", image: "example.com/x:1" }] },
};
const rules = (verb: string) => ({ rules: [{ verbs: [verb], apiGroups: [""], resources: ["pods"] }] });
const ingress = (className: string) => ({
  spec: { ingressClassName: className, defaultBackend: { service: { name: "a", port: { number: 1 } } } },
});
const revision = { data: { a: 1 }, revision: 1 };
const selector = { matchLabels: { a: "b" } };

/** Path, object, changed object, and the generations: after a creation with 5, and after the change. */
test.each<[string, object, object, number | undefined, number | undefined]>([
  ["/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", rules("get"), rules("list"), 5, 5],
  ["/api/v1/namespaces/default/configmaps", { data: { a: "1" } }, { data: { a: "2" } }, 5, 5],
  ["/apis/apps/v1/namespaces/default/controllerrevisions", revision, { ...revision, revision: 2 }, 5, 5],
  ["/apis/networking.k8s.io/v1/namespaces/default/ingresses", ingress("a"), ingress("b"), 1, 2],
  [
    "/apis/apps/v1/namespaces/default/daemonsets",
    { spec: { selector, template } },
    { spec: { selector, template, minReadySeconds: 5 } },
    1,
    2,
  ],
  ["/api/v1/namespaces/default/podtemplates", { template }, { template: { ...template, metadata: {} } }, 1, 2],
])("%s", async (path, object, changed, first, second) => {
  const metadata = { name: "one", generation: 5 };
  const created = await server.call("POST", path, { ...object, metadata });
  expect(created.json.metadata?.generation, created.text).toBe(first);
  const kept = { ...changed, metadata: { ...created.json.metadata } };
  const updated = await server.call("PUT", `${path}/one`, kept);
  expect(updated.json.metadata?.generation, updated.text).toBe(second);
});

test("a CSIDriver gets a generation with the first change of its spec", async () => {
  const path = "/apis/storage.k8s.io/v1/csidrivers";
  const { json } = await server.call("POST", path, { metadata: { name: "csi.example.com" }, spec: {} });
  expect(json.metadata).not.toHaveProperty("generation");
  const merge = { "content-type": "application/merge-patch+json" };
  const patchPath = async (patch: object) => (await server.call("PATCH", `${path}/csi.example.com`, patch, merge)).json;
  expect((await patchPath({ metadata: { labels: { a: "b" } } })).metadata).not.toHaveProperty("generation");
  expect((await patchPath({ spec: { requiresRepublish: true } })).metadata.generation).toBe(1);
});
