import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { recordedObjects } from "../engine/recorded-objects.ts";
import { startTestServer, type TestServer } from "./start.ts";

/** Collection paths by kind; `*` is the place of the namespace. */
const pathByKind: ReadonlyMap<string, string> = new Map([
  ["v1/Namespace", "/api/v1/namespaces"],
  ["v1/ConfigMap", "/api/v1/namespaces/*/configmaps"],
  ["v1/Secret", "/api/v1/namespaces/*/secrets"],
  ["v1/Pod", "/api/v1/namespaces/*/pods"],
  ["v1/Node", "/api/v1/nodes"],
  ["v1/Event", "/api/v1/namespaces/*/events"],
  ["apps/v1/DaemonSet", "/apis/apps/v1/namespaces/*/daemonsets"],
  ["apps/v1/ControllerRevision", "/apis/apps/v1/namespaces/*/controllerrevisions"],
  ["rbac.authorization.k8s.io/v1/Role", "/apis/rbac.authorization.k8s.io/v1/namespaces/*/roles"],
  ["rbac.authorization.k8s.io/v1/RoleBinding", "/apis/rbac.authorization.k8s.io/v1/namespaces/*/rolebindings"],
  ["rbac.authorization.k8s.io/v1/ClusterRole", "/apis/rbac.authorization.k8s.io/v1/clusterroles"],
  ["rbac.authorization.k8s.io/v1/ClusterRoleBinding", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"],
  ["coordination.k8s.io/v1/Lease", "/apis/coordination.k8s.io/v1/namespaces/*/leases"],
]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isPluginOn: isOnByDefault });
});
afterAll(() => server.close());

/** Replaces values that each server generates with those of the recording. */
function normalizeGenerated(
  text: string,
  { metadata }: { readonly metadata: { readonly generateName?: string } },
): unknown {
  const plain = text
    .replace(/"uid":"[0-9a-f]{8}-[^"]+"/, '"uid":"00000000-0000-4000-8000-000000000000"')
    .replace(/"creationTimestamp":"[^"]+"/, '"creationTimestamp":"2026-01-01T00:00:00Z"')
    .replaceAll(/"kube-api-access-\w{5}"/g, '"kube-api-access-x7k2m"');
  const object = JSON.parse(plain);
  delete object.metadata.managedFields;
  if (metadata.generateName) object.metadata.name = `${metadata.generateName}x7k2m`;
  return object;
}

test("the server responds like kube-apiserver, also to explicit zero values", async () => {
  const known = new Set<string>();
  const unlike: unknown[] = [];
  let count = 0;
  for (const { sent, stored } of recordedObjects()) {
    const place = pathByKind.get(`${sent["apiVersion"]}/${sent["kind"]}`);
    if (!place) continue;
    const { metadata } = stored as { metadata: { namespace?: string; resourceVersion?: string } };
    // kube-apiserver accepts a resource version in a creation only in a dry run, which the recording used.
    if (metadata.resourceVersion) continue;
    const { namespace = "" } = metadata;
    if (namespace !== "" && !known.has(namespace)) {
      await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
      await server.call("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } });
      known.add(namespace);
    }
    const answer = await server.call(
      "POST",
      `${place.replace("*", namespace)}?dryRun=All&fieldValidation=Ignore`,
      sent,
    );
    const own = answer.code === 201 ? normalizeGenerated(answer.text, stored as never) : answer.json;
    count++;
    if (!isDeepStrictEqual(own, stored)) unlike.push({ sent, own, stored });
  }
  expect(count).toBeGreaterThan(300);
  expect(unlike.slice(0, 3)).toEqual([]);
});
