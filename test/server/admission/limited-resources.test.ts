/**
 * The configuration of ResourceQuota that rejects resources without a quota. kube-apiserver 1.37.1 gave the same
 * responses.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer, type TestServer } from "../start.ts";

const limitedResources = [
  {
    resource: "pods",
    matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["cluster-services", "other"] }],
  },
  {
    resource: "persistentvolumeclaims",
    matchContains: ["gold.storageclass.storage.k8s.io/requests.storage"],
  },
  { apiGroup: "apps", resource: "deployments", matchContains: ["deployments.apps"] },
  { resource: "services", matchContains: ["services", "loadbalancers"] },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    isPluginOn: (name) => isOnByDefault(name) && name !== "ServiceAccount",
    isControllerOn: () => false,
    pluginConfigurations: new Map([["ResourceQuota", { limitedResources }]]),
  });
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "q" } });
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  for (const name of ["cluster-services", "other"]) {
    await server.call("POST", classes, { metadata: { name }, value: 10 });
  }
});
afterAll(() => server.close());

const pathOf = (resource: string) => `/api/v1/namespaces/q/${resource}`;
const deployments = "/apis/apps/v1/namespaces/q/deployments";
const podSpec = { containers: [{ name: "a", image: "b" }] };
const workloadSpec = {
  selector: { matchLabels: { a: "b" } },
  template: { metadata: { labels: { a: "b" } }, spec: podSpec },
};
const claim = (storageClassName: string) => ({
  ...{ storageClassName, accessModes: ["ReadWriteOnce"] },
  resources: { requests: { storage: "1Gi" } },
});
const requests: readonly (readonly [string, string, object])[] = [
  ["none", pathOf("pods"), podSpec],
  ["cs", pathOf("pods"), { ...podSpec, priorityClassName: "cluster-services" }],
  ["other", pathOf("pods"), { ...podSpec, priorityClassName: "other" }],
  ["gold", pathOf("persistentvolumeclaims"), claim("gold")],
  ["silver", pathOf("persistentvolumeclaims"), claim("silver")],
  ["d", deployments, workloadSpec],
  ["s", pathOf("services"), { ports: [{ port: 80 }] }],
  ["lb", pathOf("services"), { type: "LoadBalancer", ports: [{ port: 80 }] }],
];

async function createAll(): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const [name, path, spec] of requests) {
    const { code, json } = await server.call("POST", path, { metadata: { name }, spec });
    messages.push(`${name} ${code}${code < 400 ? "" : ` ${json.message}`}`);
  }
  return messages;
}

async function quota(name: string, hard: Readonly<Record<string, string>>, more: object = {}): Promise<void> {
  await server.call("POST", pathOf("resourcequotas"), { metadata: { name }, spec: { hard, ...more } });
  const used = Object.fromEntries(Object.keys(hard).map((each) => [each, "0"]));
  const merge = { "content-type": "application/merge-patch+json" };
  await server.call("PATCH", `${pathOf("resourcequotas")}/${name}/status`, { status: { hard, used } }, merge);
}

const scopes = "insufficient quota to match these scopes: [{PriorityClass In [cluster-services other]}]";

test("a limited resource needs a quota that covers it", async () => {
  expect(await createAll()).toEqual([
    "none 201",
    `cs 500 ${scopes}`,
    `other 500 ${scopes}`,
    'gold 403 persistentvolumeclaims "gold" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage',
    "silver 201",
    'd 403 deployments.apps "d" is forbidden: insufficient quota to consume: count/deployments.apps',
    's 403 services "s" is forbidden: insufficient quota to consume: count/services,services',
    'lb 403 services "lb" is forbidden: insufficient quota to consume: count/services,services,services.loadbalancers,services.nodeports',
  ]);
  const cluster = { scopeName: "PriorityClass", operator: "In", values: ["cluster-services"] };
  await quota("prio", { pods: "10" }, { scopeSelector: { matchExpressions: [cluster] } });
  await quota("gold", { "gold.storageclass.storage.k8s.io/requests.storage": "10Gi" });
  await quota("dep", { "count/deployments.apps": "5", services: "5" });
  expect((await createAll()).filter((message) => !message.includes("already exists"))).toEqual([
    "cs 201",
    `other 500 ${scopes}`,
    "gold 201",
    "d 201",
    's 403 services "s" is forbidden: insufficient quota to consume: count/services',
    'lb 403 services "lb" is forbidden: insufficient quota to consume: count/services,services.loadbalancers,services.nodeports',
  ]);
  const merge = { "content-type": "application/merge-patch+json" };
  expect((await server.call("PATCH", `${deployments}/d`, { spec: { replicas: 2 } }, merge)).code).toBe(200);
});
