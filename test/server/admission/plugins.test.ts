/** Plugins that change objects without reading others, and which plugins are on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { pluginNamesOf } from "../../../src/kinds/admission/plugins.ts";
import { newestTarget } from "../../../src/release/release.ts";
import { isOnByDefault, servedPlugins } from "../../../src/server/admission/plugins.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isPluginOn: isOnByDefault });
  await server.call("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
});
afterAll(() => server.close());

const pods = "/api/v1/namespaces/default/pods";
const podOf = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "a", image: "a" }], ...spec },
});
const evictionToleration = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });

test("a new pod gets a service account with a token, a priority and tolerations", async () => {
  const { json } = await server.call("POST", pods, podOf("plain"));
  expect(json).toMatchObject({
    spec: {
      serviceAccountName: "default",
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
      tolerations: [
        evictionToleration("node.kubernetes.io/not-ready"),
        evictionToleration("node.kubernetes.io/unreachable"),
      ],
      containers: [{ volumeMounts: [{ mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }] }],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-.{5}$/) }],
    },
  });
});

test.each([
  { account: "missing", why: 'error looking up service account default/missing: serviceaccount "missing" not found' },
  {
    account: "example.com/b",
    why: `error looking up service account default/example.com/b: invalid resource name "example.com/b": [may not contain '/']`,
  },
])("a pod's service account must exist: $account", async ({ account, why }) => {
  const { code, json } = await server.call("POST", pods, podOf("stray", { serviceAccountName: account }));
  expect([code, json]).toMatchObject([403, { message: `pods "stray" is forbidden: ${why}` }]);
});

test("a pod waits for the service account that a controller creates in its new namespace", async () => {
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "fresh" } });
  const created = server.call("POST", "/api/v1/namespaces/fresh/pods", podOf("early"));
  await server.call("POST", "/api/v1/namespaces/fresh/serviceaccounts", { metadata: { name: "default" } });
  expect((await created).code).toBe(201);
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "bare" } });
  expect((await server.call("POST", "/api/v1/namespaces/bare/pods", podOf("late"))).code).toBe(403);
});

test.each([
  { spec: { serviceAccountName: "default" }, why: "a mirror pod may not reference service accounts" },
  { spec: { imagePullSecrets: [{ name: "a" }] }, why: "a mirror pod may not reference secrets" },
  {
    spec: { volumes: [{ name: "t", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }] },
    why: "a mirror pod may not use ServiceAccountToken volume projections",
  },
])("a mirror pod is rejected: $why", async ({ spec, why }) => {
  const metadata = { name: "mirror", annotations: { "kubernetes.io/config.mirror": "a" } };
  const { json } = await server.call("POST", pods, { ...podOf("mirror", { nodeName: "n", ...spec }), metadata });
  expect(json).toMatchObject({ code: 403, message: `pods "mirror" is forbidden: ${why}` });
});

test("an update without a priority keeps the priority of the pod", async () => {
  await server.call("POST", "/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "high" }, value: 5 });
  const { json } = await server.call("POST", pods, podOf("high", { priorityClassName: "high" }));
  delete json.spec.priority;
  delete json.spec.preemptionPolicy;
  const updated = await server.call("PUT", `${pods}/high`, {
    ...json,
    metadata: { ...json.metadata, labels: { a: "b" } },
  });
  expect(updated.json).toMatchObject({ spec: { priority: 5, preemptionPolicy: "PreemptLowerPriority" } });
});

test("a new node has the not-ready taint", async () => {
  const { json } = await server.call("POST", "/api/v1/nodes", { metadata: { name: "n" } });
  expect(json.spec).toEqual({ taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] });
});

test.each([
  { protects: "nobody lets volumes go", isControllerOn: () => true, finalizers: undefined },
  {
    protects: "kube-controller-manager lets volumes go",
    isControllerOn: () => false,
    finalizers: ["kubernetes.io/pv-protection"],
  },
])("finalizers of volumes if $protects", async ({ isControllerOn, finalizers }) => {
  const other = await startTestServer({ isControllerOn });
  const volume = {
    metadata: { name: "v" },
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/v" } },
  };
  const { json } = await other.call("POST", "/api/v1/persistentvolumes", volume);
  await other.close();
  expect(json.metadata.finalizers).toEqual(finalizers);
});

test("a plugin that is off does nothing", async () => {
  const other = await startTestServer({
    isPluginOn: (name) => !["DefaultTolerationSeconds", "ServiceAccount"].includes(name) && isOnByDefault(name),
  });
  const { json } = await other.call("POST", pods, podOf("bare"));
  await other.close();
  expect(json.spec.tolerations).toBeUndefined();
});

test("the server has all admission plugins of kube-apiserver", () => {
  expect([...servedPlugins].sort()).toEqual([...pluginNamesOf(newestTarget)].sort());
});
