/**
 * Evictions of pods that a disruption budget guards, with the responses of kube-apiserver 1.37 to the same requests.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maxDisruptedPods } from "../../src/server/handlers/disruption-budget.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const path of [pods, budgets]) await server.call("DELETE", `${path}?gracePeriodSeconds=0`);
});

const pods = "/api/v1/namespaces/default/pods";
const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const merge = { "content-type": "application/merge-patch+json" };
let names = 0;

interface World {
  readonly isReady?: boolean;
  readonly phase?: string;
  /** The status that kube-controller-manager wrote; absent if it has not written any. */
  readonly status?: object;
  readonly policy?: string;
}

async function newBudget(name: string, { status, policy }: World) {
  const spec = { minAvailable: 1, selector: { matchLabels: { app: "a" } }, unhealthyPodEvictionPolicy: policy };
  await server.call("POST", budgets, { metadata: { name }, spec });
  if (status)
    await server.call("PATCH", `${budgets}/${name}/status`, { status: { ...healthyStatus, ...status } }, merge);
}

async function newPod({ isReady = true, phase = "Running" }: World): Promise<string> {
  const name = `pod-${++names}`;
  const spec = { nodeName: "node-a", containers: [{ name: "main", image: "example.com/x:1" }] };
  await server.call("POST", pods, { metadata: { name, labels: { app: "a" } }, spec });
  const status = { phase, conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] };
  await server.call("PATCH", `${pods}/${name}/status`, { status }, merge);
  return name;
}

const evict = (name: string, query = "") =>
  server.call("POST", `${pods}/${name}/eviction${query}`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
  });

const healthyStatus = {
  observedGeneration: 1,
  expectedPods: 2,
  desiredHealthy: 1,
  currentHealthy: 2,
  disruptionsAllowed: 0,
};
const condition = (reason: string) => ({
  type: "DisruptionAllowed",
  status: "False",
  reason,
  message: "why",
  lastTransitionTime: "2026-11-22T00:00:00Z",
});
const noEvictionMessage = "The disruption budget b does not allow evicting pods currently";

test.each<[string, World, string]>([
  ["its status is not computed yet", {}, "The disruption budget b is still being processed by the server."],
  [
    "too few pods are healthy",
    { status: { currentHealthy: 1 } },
    "The disruption budget b needs 1 healthy pods and has 1 currently",
  ],
  ["no disruption is allowed", { status: {} }, noEvictionMessage],
  [
    "a condition contains the reason",
    { status: { conditions: [condition("InsufficientPods")] } },
    `${noEvictionMessage} (InsufficientPods): why`,
  ],
  [
    "its computation failed",
    { status: { conditions: [condition("SyncFailed")] } },
    `${noEvictionMessage} because it failed sync: why`,
  ],
  [
    "it needs a pod that is not ready",
    { isReady: false, status: { currentHealthy: 0 } },
    "The disruption budget b needs 1 healthy pods and has 0 currently",
  ],
])("a budget refuses when %s", async (_name, world, message) => {
  await newBudget("b", world);
  const name = await newPod(world);
  const { json, headers } = await evict(name);
  expect(json).toMatchObject({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }] },
  });
  expect(headers["retry-after"]).toBe(world.status ? undefined : "10");
  expect((await server.call("GET", `${pods}/${name}`)).json.metadata.deletionTimestamp).toBeUndefined();
});

test.each<[string, World]>([
  ["is pending", { phase: "Pending", status: {} }],
  ["has terminated", { phase: "Failed", status: {} }],
  ["is not ready while enough pods are", { isReady: false, status: {} }],
  ["is not ready under AlwaysAllow", { isReady: false, policy: "AlwaysAllow", status: { currentHealthy: 0 } }],
])("a pod that %s is evicted", async (_name, world) => {
  await newBudget("b", world);
  expect((await evict(await newPod(world))).json).toMatchObject({ status: "Success", code: 201 });
  expect((await server.call("GET", `${budgets}/b`)).json.status.disruptionsAllowed).toBe(0);
});

test("each eviction uses a disruption, a dry run uses no disruption, and the status shows the last one", async () => {
  await newBudget("b", { status: { disruptionsAllowed: 2 } });
  const status = async () => (await server.call("GET", `${budgets}/b`)).json.status;
  const first = await newPod({});
  expect((await evict(first, "?dryRun=All")).code).toBe(201);
  expect(await status()).toEqual({ ...healthyStatus, disruptionsAllowed: 2 });
  expect((await evict(first)).code).toBe(201);
  const disruptedPods = { [first]: expect.any(String) };
  expect(await status()).toEqual({ ...healthyStatus, disruptedPods, disruptionsAllowed: 1 });
  const last = await newPod({});
  expect((await evict(last)).code).toBe(201);
  expect(await status()).toEqual({
    ...healthyStatus,
    disruptedPods: { ...disruptedPods, [last]: expect.any(String) },
    conditions: [
      {
        type: "DisruptionAllowed",
        status: "False",
        observedGeneration: 1,
        lastTransitionTime: expect.any(String),
        reason: "InsufficientPods",
        message: "",
      },
    ],
  });
});

test("ten concurrent evictions use no more disruptions than allowed", async () => {
  await newBudget("b", { status: { disruptionsAllowed: 3 } });
  const ten = await Promise.all(Array.from({ length: 10 }, () => newPod({})));
  const codes = (await Promise.all(ten.map((name) => evict(name)))).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429, 429, 429]);
});

test("an eviction fails if two budgets select the pod", async () => {
  for (const name of ["b", "c"]) await newBudget(name, { status: { disruptionsAllowed: 1 } });
  const message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
  expect((await evict(await newPod({}))).json).toMatchObject({ code: 500, message });
});

test("a budget refuses while 2,001 evictions are unconfirmed", async () => {
  const time = "2026-11-22T00:00:00Z";
  const disruptedPods = Object.fromEntries(
    Array.from({ length: maxDisruptedPods + 1 }, (_, index) => [`gone-${index}`, time]),
  );
  await newBudget("b", { status: { disruptionsAllowed: 1, disruptedPods } });
  const why = "too many pending evictions not confirmed by PDB controller";
  expect((await evict(await newPod({}))).json).toMatchObject({
    code: 403,
    message:
      'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    details: {
      name: "b",
      group: "policy",
      causes: [{ reason: "DisruptionBudget", message: `${noEvictionMessage}: ${why}` }],
    },
  });
});
