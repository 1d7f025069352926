/** Plugins that change objects without looking at others, and which plugins are on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOnByDefault } from "../../../src/server/admission/plugins.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pods = "/api/v1/namespaces/default/pods";
const podOf = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "a", image: "a" }], ...spec },
});
const evicted = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });

test("a new pod has an account with its token, a priority and tolerations", async () => {
  const { json } = await server.call("POST", pods, podOf("plain"));
  expect(json).toMatchObject({
    spec: {
      serviceAccountName: "default",
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
      tolerations: [evicted("node.kubernetes.io/not-ready"), evicted("node.kubernetes.io/unreachable")],
      containers: [{ volumeMounts: [{ mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }] }],
      volumes: [{ name: expect.stringMatching(/^kube-api-access-.{5}$/) }],
    },
  });
});

test("an update of a pod that says nothing of its priority keeps it", async () => {
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

test("a new node is not ready", async () => {
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
])("volumes where $protects", async ({ isControllerOn, finalizers }) => {
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
    isPluginOn: (name) => name !== "DefaultTolerationSeconds" && isOnByDefault(name),
  });
  const { json } = await other.call("POST", pods, podOf("bare"));
  await other.close();
  expect(json.spec.tolerations).toBeUndefined();
});
