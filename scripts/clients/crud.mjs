/**
 * Makes the same calls as crud.py with `@kubernetes/client-node`; see docs/internals/clients.md.
 *
 *   node scripts/clients/crud.mjs KUBECONFIG
 */
import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  Watch,
} from "@kubernetes/client-node";

const config = new KubeConfig();
config.loadFromFile(process.argv[2]);
const core = config.makeApiClient(CoreV1Api);
const apps = config.makeApiClient(AppsV1Api);
const objects = KubernetesObjectApi.makeApiClient(config);
const namespace = "clients-javascript";

const status = (call) =>
  call.then(
    () => "accepted",
    ({ code, body }) => `${code} ${(typeof body === "string" ? JSON.parse(body) : body).reason}`,
  );

await core.createNamespace({ body: { metadata: { name: namespace } } });
const created = await core.createNamespacedConfigMap({
  namespace,
  body: { metadata: { name: "a" }, data: { k: "1" } },
});
console.log("created", created.metadata.name, created.data, created.metadata.creationTimestamp instanceof Date);
const create = (name) => core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } });
console.log("again", await status(create("a")));
console.log("invalid", await status(create("A b")));
console.log("missing", await status(core.readNamespacedConfigMap({ namespace, name: "absent" })));

const listed = await core.listNamespacedConfigMap({ namespace, fieldSelector: "metadata.name=a" });
console.log(
  "listed",
  listed.items.map(({ metadata }) => metadata.name),
);

const merge = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
await core.patchNamespacedConfigMap({ namespace, name: "a", body: { data: { k: "2" } } }, merge);
await create("b");
await core.deleteNamespacedConfigMap({ namespace, name: "a" });
const seen = [];
const { resourceVersion } = listed.metadata;
await new Promise((resolve, reject) => {
  new Watch(config)
    .watch(
      `/api/v1/namespaces/${namespace}/configmaps`,
      { resourceVersion, timeoutSeconds: 10 },
      (type, { metadata, data }) => {
        if (metadata.name !== "a" && metadata.name !== "b") return;
        seen.push(`${type} ${metadata.name} ${JSON.stringify(data)}`);
        if (seen.length === 3) resolve();
      },
      reject,
    )
    .catch(reject);
});
console.log("watched", seen);

const stale = await core.readNamespacedConfigMap({ namespace, name: "b" });
await core.replaceNamespacedConfigMap({ namespace, name: "b", body: { metadata: { name: "b" }, data: { k: "3" } } });
console.log(
  "stale",
  await status(core.replaceNamespacedConfigMap({ namespace, name: "b", body: { ...stale, data: { k: "4" } } })),
);

const deployment = (spec = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace },
  spec: {
    ...spec,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
  },
});
const apply = (body, manager) =>
  objects.patch(body, undefined, undefined, manager, undefined, PatchStrategy.ServerSideApply);
let applied;
for (const manager of ["one", "two"]) applied = await apply(deployment(), manager);
console.log(
  "applied",
  applied.metadata.generation,
  applied.metadata.managedFields.map(({ manager }) => manager),
);
await apply(deployment({ replicas: 3 }), "one");
console.log("conflict", await status(apply(deployment({ replicas: 4 }), "two")));
await apps.patchNamespacedDeploymentScale({ namespace, name: "web", body: { spec: { replicas: 5 } } }, merge);
const { spec } = await apps.readNamespacedDeployment({ namespace, name: "web" });
console.log("scaled", spec.replicas);
console.log("defaults", spec.strategy.rollingUpdate.maxSurge);
await core.deleteNamespacedConfigMap({ namespace, name: "b" });
const left = (await core.listNamespacedConfigMap({ namespace })).items.map(({ metadata }) => metadata.name);
console.log(
  "left",
  left.filter((name) => name !== "kube-root-ca.crt"),
);
await core.deleteNamespace({ name: namespace });
process.exit();
