/** Bookmarks have the fields that kube-apiserver 1.37 writes for an empty object of their kind. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const query =
  "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1";

const emptyTemplate = { metadata: {}, spec: { containers: null } };
test.each([
  ["/api/v1", "configmaps", {}],
  ["/api/v1", "pods", { spec: { containers: null }, status: {} }],
  [
    "/apis/autoscaling/v1",
    "horizontalpodautoscalers",
    {
      spec: { maxReplicas: 0, scaleTargetRef: { kind: "", name: "" } },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    },
  ],
  ["/apis/batch/v1", "jobs", { spec: { template: emptyTemplate }, status: {} }],
  ["/apis/rbac.authorization.k8s.io/v1", "roles", { rules: null }],
  ["/apis/coordination.k8s.io/v1", "leases", { spec: {} }],
])("%s/%s", async (group, plural, content) => {
  const { text } = await server.call("GET", `${group}/namespaces/default/${plural}?${query}`);
  const { type, object } = JSON.parse(text.trim().split("\n").at(-1) ?? "");
  const { kind: _kind, apiVersion: _version, metadata, ...rest } = object;
  expect({ type, rest }).toEqual({ type: "BOOKMARK", rest: content });
  expect(metadata).toEqual({
    resourceVersion: expect.stringMatching(/^\d+$/),
    annotations: { "k8s.io/initial-events-end": "true" },
  });
});
