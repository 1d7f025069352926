/** The published JavaScript client, used with the server. */
import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  type ListWatch,
  makeInformer,
  PatchStrategy,
  RbacAuthorizationV1Api,
  setHeaderOptions,
  type V1ConfigMap,
  type V1DaemonSetStatus,
  Watch,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { adminToken, startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
let config: KubeConfig;
let core: CoreV1Api;

function clientConfig({ port, authority }: TestServer): KubeConfig {
  const made = new KubeConfig();
  const caData = Buffer.from(authority).toString("base64");
  const cluster = { name: "test", server: `https://127.0.0.1:${port}`, caData, skipTLSVerify: false };
  made.loadFromClusterAndUser(cluster, { name: "admin", token: adminToken });
  return made;
}

beforeAll(async () => {
  server = await startTestServer();
  config = clientConfig(server);
  core = config.makeApiClient(CoreV1Api);
});
afterAll(() => server.close());

const namespace = "default";
const waitUntil = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

test("typed calls create, read, replace, list, patch and delete", async () => {
  const created = await core.createNamespacedConfigMap({
    namespace,
    body: { metadata: { name: "typed" }, data: { a: "1" } },
  });
  expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
  const replaced = await core.replaceNamespacedConfigMap({
    name: "typed",
    namespace,
    body: { ...created, data: { a: "2" } },
  });
  expect(replaced.data).toEqual({ a: "2" });
  await expect(
    core.replaceNamespacedConfigMap({ name: "typed", namespace, body: { ...created, data: { a: "3" } } }),
  ).rejects.toMatchObject({ code: 409 });
  const { items } = await core.listNamespacedConfigMap({ namespace, fieldSelector: "metadata.name=typed" });
  expect(items.map(({ data }) => data)).toEqual([{ a: "2" }]);
  const patched = await core.patchNamespacedConfigMap(
    { name: "typed", namespace, body: [{ op: "replace", path: "/data/a", value: "4" }] },
    setHeaderOptions("Content-Type", PatchStrategy.JsonPatch),
  );
  expect(patched.data).toEqual({ a: "4" });
  await core.deleteNamespacedConfigMap({ name: "typed", namespace });
  await expect(core.readNamespacedConfigMap({ name: "typed", namespace })).rejects.toMatchObject({ code: 404 });
});

test("roles and bindings are created and validated", async () => {
  const rbac = config.makeApiClient(RbacAuthorizationV1Api);
  await rbac.createNamespacedRole({
    namespace,
    body: { metadata: { name: "reader" }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
  });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
  const subjects = [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }];
  const binding = await rbac.createClusterRoleBinding({ body: { metadata: { name: "jane" }, roleRef, subjects } });
  expect(binding.subjects).toEqual(subjects);
  await expect(
    rbac.createNamespacedRole({ namespace, body: { metadata: { name: "broken" }, rules: [{ verbs: [] }] } }),
  ).rejects.toMatchObject({ code: 422 });
});

test("objects of any kind are found through discovery", async () => {
  const objects = KubernetesObjectApi.makeApiClient(config);
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "any", namespace }, data: { a: "1" } };
  await objects.create(body);
  const patch = { ...body, data: { b: "2" } };
  expect(await objects.patch(patch)).toMatchObject({ data: { a: "1", b: "2" } });
  await objects.delete(body);
});

test("a watch reports changes until it is stopped", async () => {
  const events: string[] = [];
  const watching = await new Watch(config).watch(
    `/api/v1/namespaces/${namespace}/configmaps`,
    { fieldSelector: "metadata.name=watched" },
    (type, object: V1ConfigMap) => events.push(`${type} ${object.metadata?.name}`),
    () => {},
  );
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "watched" } } });
  await core.deleteNamespacedConfigMap({ name: "watched", namespace });
  await waitUntil(() => expect(events).toEqual(["ADDED watched", "DELETED watched"]));
  watching.abort();
});

test("daemon sets and their status are created, changed and deleted", async () => {
  const apps = config.makeApiClient(AppsV1Api);
  const labels = { app: "agent" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.com/agent:1" }] } };
  const body = { metadata: { name: "agent" }, spec: { selector: { matchLabels: labels }, template } };
  const target = { name: "agent", namespace };
  const created = await apps.createNamespacedDaemonSet({ namespace, body });
  expect(created.spec?.updateStrategy?.type).toBe("RollingUpdate");
  expect(created.status?.numberReady).toBe(0);
  const status = { ...created, status: { ...created.status, numberReady: 2 } as V1DaemonSetStatus };
  await apps.replaceNamespacedDaemonSetStatus({ ...target, body: status });
  const patched = await apps.patchNamespacedDaemonSet(
    {
      ...target,
      body: { spec: { template: { spec: { containers: [{ name: "main", image: "example.com/agent:2" }] } } } },
    },
    setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
  );
  expect(patched).toMatchObject({ metadata: { generation: 2 }, status: { numberReady: 2 } });
  expect((await apps.listDaemonSetForAllNamespaces()).items).toHaveLength(1);
  const dry = await apps.deleteNamespacedDaemonSet({ ...target, dryRun: "All" });
  expect(dry.status).toBe("Success");
  expect((await apps.deleteCollectionNamespacedDaemonSet({ namespace })).kind).toBe("DaemonSetList");
  await expect(apps.readNamespacedDaemonSet(target)).rejects.toMatchObject({ code: 404 });
});

test("an informer continues after a restart of the server", async () => {
  const storage = openMemoryStorage();
  const first = await startTestServer({ storage });
  const own = clientConfig(first);
  const client = own.makeApiClient(CoreV1Api);
  const informer = makeInformer(own, `/api/v1/namespaces/${namespace}/configmaps`, () =>
    client.listNamespacedConfigMap({ namespace }),
  );
  const seen: string[] = [];
  for (const event of ["add", "update", "delete"] as const) {
    informer.on(event, ({ metadata }) => seen.push(`${event} ${metadata?.name}`));
  }
  informer.on("error", () => setTimeout(() => void informer.start(), 100));
  await informer.start();
  await client.createNamespacedConfigMap({ namespace, body: { metadata: { name: "before" } } });
  await waitUntil(() => expect(seen).toEqual(["add before"]));
  await first.close();
  const second = await startTestServer({ storage, port: first.port });
  await client.createNamespacedConfigMap({ namespace, body: { metadata: { name: "after" } } });
  await client.deleteNamespacedConfigMap({ name: "before", namespace });
  await waitUntil(() => expect(seen.slice(-2).sort()).toEqual(["add after", "delete before"]));
  await informer.stop();
  await second.close();
});

test("an informer sees created and deleted objects", async () => {
  const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
    core.listNamespacedConfigMap({ namespace }),
  ) as ReturnType<typeof makeInformer<V1ConfigMap>> & ListWatch<V1ConfigMap>;
  informer.on("error", () => void informer.start());
  await informer.start();
  await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "informed" } } });
  await waitUntil(() => expect(informer.get("informed", namespace)).toBeDefined());
  await core.deleteNamespacedConfigMap({ name: "informed", namespace });
  await waitUntil(() => expect(informer.get("informed", namespace)).toBeUndefined());
  await informer.stop();
});
