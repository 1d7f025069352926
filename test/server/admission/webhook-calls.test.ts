/** How webhooks are called: in which order and how often, with what, for how long. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";
import { type Asked, type HookServer, type Play, patchWith, reply, startHookServer } from "../webhook/hook-server.ts";

let server: TestServer;
let hook: HookServer;
let play: Play = (asked) => reply(asked, { allowed: true });
beforeAll(async () => {
  server = await startTestServer();
  hook = await startHookServer((asked) => play(asked));
});
afterAll(async () => {
  hook.close();
  await server.close();
});

const configurations = "/apis/admissionregistration.k8s.io/v1";
const rule = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
type Sort = "mutating" | "validating";
const made: string[] = [];

async function configure(sort: Sort, name: string, webhooks: readonly object[]): Promise<void> {
  const path = `${configurations}/${sort}webhookconfigurations`;
  const filled = webhooks.map((each, index) => ({
    name: `h${index}.${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/${name}${index}`, caBundle: hook.caBundle },
    rules: [rule],
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    ...each,
  }));
  const { code, text } = await server.call("POST", path, { metadata: { name }, webhooks: filled });
  expect(code, text).toBe(201);
  made.push(`${path}/${name}`);
}

afterEach(async () => {
  for (const path of made.splice(0)) await server.call("DELETE", path);
  hook.asked.length = 0;
  play = (asked) => reply(asked, { allowed: true });
});

const configMaps = "/api/v1/namespaces/default/configmaps";
const paths = () => hook.asked.map(({ path }) => path.slice(1));
const label = ({ review }: Asked, name: string) =>
  patchWith(
    review.request.object.metadata.labels
      ? [{ op: "add", path: `/metadata/labels/${name}`, value: "x" }]
      : [{ op: "add", path: "/metadata/labels", value: { [name]: "x" } }],
  );

test("the certificate of a webhook may vouch for itself, as envtest writes it", async () => {
  play = (asked) => reply(asked, asked.path === "/own" ? label(asked, "own") : { allowed: false });
  await configure("mutating", "own", [
    { clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/own`, caBundle: hook.ownCaBundle } },
  ]);
  const { json } = await server.call("POST", configMaps, { metadata: { name: "own" } });
  expect(json.metadata.labels).toEqual({ own: "x" });
});

test("configurations are asked by their names, and webhooks that want it see what came after them", async () => {
  play = (asked) => reply(asked, asked.path === "/b0" ? label(asked, "b") : { allowed: true });
  await configure("mutating", "b", [{}]);
  await configure("mutating", "a", [{ reinvocationPolicy: "IfNeeded" }, { reinvocationPolicy: "Never" }]);
  const { json } = await server.call("POST", configMaps, { metadata: { name: "order" } });
  expect(json.metadata.labels).toEqual({ b: "x" });
  expect(paths()).toEqual(["a0", "a1", "b0", "a0"]);
  expect(hook.asked.at(-1)?.review.request.object.metadata.labels).toEqual({ b: "x" });
});

test("the review of a creation, an update and a deletion", async () => {
  await configure("validating", "c", [{}]);
  await server.call("POST", `${configMaps}?fieldManager=me&dryRun=All`, { metadata: { name: "r" }, data: { a: "b" } });
  await server.call("POST", configMaps, { metadata: { name: "r" }, data: { a: "b" } });
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${configMaps}/r`, { data: { a: "c" } }, merge);
  await server.call("DELETE", `${configMaps}/r`, { propagationPolicy: "Background" });
  const [dry, created, updated, deleted] = hook.asked.map(({ review }) => review.request);
  const resource = { group: "", version: "v1", resource: "configmaps" };
  expect(created).toMatchObject({
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource,
    requestResource: resource,
    name: "r",
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "r" }, data: { a: "b" } },
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
  });
  expect([dry.dryRun, dry.options]).toMatchObject([true, { dryRun: ["All"], fieldManager: "me" }]);
  expect([updated.operation, updated.oldObject.data, updated.object.data]).toEqual(["UPDATE", { a: "b" }, { a: "c" }]);
  expect([deleted.operation, deleted.oldObject.data, deleted.object]).toEqual(["DELETE", { a: "c" }, null]);
  expect(deleted.options).toMatchObject({ kind: "DeleteOptions", propagationPolicy: "Background" });
  expect(hook.asked[0]).toMatchObject({ method: "POST", query: "timeout=10s" });
});

test("a patch of what is deleted is refused", async () => {
  await server.call("POST", configMaps, { metadata: { name: "gone" } });
  play = (asked) => reply(asked, patchWith([{ op: "add", path: "/data", value: {} }]));
  await configure("mutating", "d", [{ rules: [{ ...rule, operations: ["DELETE"] }] }]);
  const { code, json } = await server.call("DELETE", `${configMaps}/gone`);
  expect([code, json.message]).toEqual([
    500,
    'Internal error occurred: admission webhook "h0.d.example.com" attempted to modify the object, which is not supported for this operation',
  ]);
});

test("a webhook for another version of the resource gets the object in it", async () => {
  const scalers = { ...rule, apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] };
  play = (asked) => reply(asked, patchWith([{ op: "add", path: "/spec/targetCPUUtilizationPercentage", value: 42 }]));
  await configure("mutating", "e", [{ rules: [scalers] }, { rules: [scalers], matchPolicy: "Exact" }]);
  const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } };
  const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const { json } = await server.call("POST", path, { metadata: { name: "h" }, spec });
  expect(paths()).toEqual(["e0"]);
  expect(hook.asked[0]?.review.request).toMatchObject({
    kind: { group: "autoscaling", version: "v1" },
    requestKind: { group: "autoscaling", version: "v2" },
    object: { apiVersion: "autoscaling/v1" },
  });
  expect(json.spec.metrics[0].resource.target.averageUtilization).toBe(42);
});

test("a webhook for a subresource sees what is sent there, and may change it", async () => {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const spec = { replicas: 1, selector: { matchLabels: { a: "b" } }, template };
  await server.call("POST", path, { metadata: { name: "d" }, spec });
  const apps = { ...rule, apiGroups: ["apps"] };
  play = (asked) =>
    reply(
      asked,
      asked.path === "/f0" ? patchWith([{ op: "replace", path: "/spec/replicas", value: 7 }]) : { allowed: true },
    );
  await configure("mutating", "f", [
    { rules: [{ ...apps, resources: ["deployments/scale"] }] },
    { rules: [{ ...apps, resources: ["deployments"] }] },
  ]);
  await configure("validating", "g", [{ rules: [{ ...apps, resources: ["*/scale"] }] }]);
  const merge = { "content-type": "application/merge-patch+json" };
  const { json } = await server.call("PATCH", `${path}/d/scale`, { spec: { replicas: 2 } }, merge);
  expect([json.kind, json.spec.replicas]).toEqual(["Scale", 7]);
  expect(paths()).toEqual(["f0", "g0"]);
  expect(hook.asked.map(({ review }) => review.request)).toMatchObject([
    {
      kind: { group: "autoscaling", version: "v1", kind: "Scale" },
      resource: { group: "apps", version: "v1", resource: "deployments" },
      subResource: "scale",
      object: { spec: { replicas: 2 } },
      oldObject: { spec: { replicas: 1 } },
    },
    { object: { spec: { replicas: 7 } } },
  ]);
});

test("configurations of webhooks are no business of webhooks", async () => {
  play = (asked) => reply(asked, { allowed: false });
  await configure("validating", "z", [
    { rules: [{ ...rule, apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }] },
  ]);
  const refused = await server.call("POST", configMaps, { metadata: { name: "n" } });
  const { code } = await server.call("DELETE", `${configurations}/validatingwebhookconfigurations/z`);
  expect([refused.code, code]).toEqual([400, 200]);
});

test("a request waits no longer than its client, and others do not wait for it", async () => {
  play = (asked) => (asked.path === "/s0" ? undefined : reply(asked, { allowed: true }));
  await configure("validating", "s", [{ objectSelector: { matchLabels: { slow: "x" } } }]);
  const started = Date.now();
  const slow = server.call("POST", `${configMaps}?timeout=1s`, { metadata: { name: "slow", labels: { slow: "x" } } });
  await vi.waitUntil(() => hook.asked.length === 1, { timeout: 5000, interval: 5 });
  const quick = await server.call("POST", configMaps, { metadata: { name: "quick" } });
  expect([quick.code, (await slow).code >= 500]).toEqual([201, true]);
  expect(Date.now() - started).toBeLessThan(8000);
  expect(hook.asked[0]?.query).toBe("timeout=1s");
  expect((await server.call("GET", `${configMaps}/slow`)).code).toBe(404);
});

test("an answer that is too large counts as a failed call", async () => {
  play = () => ({ body: `{"x":"${"x".repeat(33 * 1024 * 1024)}"}` });
  await configure("validating", "l", [{}]);
  const { code, json } = await server.call("POST", configMaps, { metadata: { name: "large" } });
  expect([code, json.message]).toEqual([
    500,
    'Internal error occurred: failed calling webhook "h0.l.example.com": failed to call webhook: the response is larger than 33554432 bytes',
  ]);
});

test("metrics count calls, refusals and failures that are ignored", async () => {
  play = (asked) => (asked.path === "/m1" ? { code: 500 } : reply(asked, { allowed: false, status: { code: 403 } }));
  await configure("validating", "m", [{}, { failurePolicy: "Ignore" }]);
  await server.call("POST", configMaps, { metadata: { name: "m" } });
  const { text } = await server.call("GET", "/metrics");
  const prefix = "apiserver_admission_webhook_";
  const lines = text.split("\n").filter((line) => line.startsWith(prefix) && line.includes(".m.example.com"));
  const hook0 = 'name="h0.m.example.com",type="validating",operation="CREATE"';
  expect(lines).toContain(`${prefix}request_total{${hook0},code="403",rejected="true"} 1`);
  expect(lines).toContain(`${prefix}rejection_count{${hook0},error_type="no_error",rejection_code="403"} 1`);
  expect(lines).toContain(`${prefix}fail_open_count{name="h1.m.example.com",type="validating"} 1`);
});
