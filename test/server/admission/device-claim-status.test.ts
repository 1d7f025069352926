/** Permissions to write the status of a ResourceClaim. The messages were recorded from kube-apiserver 1.37. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { masters } from "../../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../../src/server/authz/union.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const merge = { "content-type": "application/merge-patch+json" };
const driverAccount = "system:serviceaccount:kube-system:driver";
const bob = { "impersonate-user": "bob" };
const driver = {
  "impersonate-user": driverAccount,
  "impersonate-extra-authentication.kubernetes.io%2Fnode-name": "n1",
};

async function grantRule(name: string, rule: object, users: readonly string[]): Promise<void> {
  const rules = [{ apiGroups: ["resource.k8s.io"], ...rule }];
  await server.call("POST", `${rbac}/clusterroles`, { metadata: { name }, rules });
  const subjects = users.map((user) => ({ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }));
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
  await server.call("POST", `${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
}

beforeAll(async () => {
  server = await startTestServer({ authorizer: (source) => union([masters, rbacAuthorizer(source)]) });
  await grantRule("status", { resources: ["resourceclaims/status"], verbs: ["update", "patch"] }, [
    "bob",
    driverAccount,
  ]);
  await server.call("POST", claims, {
    metadata: { name: "c" },
    spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "gpu" } }] } },
  });
});
afterAll(() => server.close());

const allocation = {
  devices: { results: [{ request: "r", driver: "d.example.com", pool: "p", device: "x" }] },
  nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }] }] },
};
const devices = [{ driver: "d.example.com", pool: "p", device: "x", data: { a: 1 } }];

async function patch(status: object, headers: Record<string, string>) {
  const { code, json } = await server.call("PATCH", `${claims}/c/status`, { status }, { ...merge, ...headers });
  return [code, json.details?.causes ?? []];
}

const bindingCause = (verb: string) => ({
  reason: "FieldValueForbidden",
  message: `Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="${verb}" permission: resourceclaims.resource.k8s.io is forbidden: User "bob" cannot ${verb} resource "resourceclaims/binding" in API group "resource.k8s.io" at the cluster scope`,
  field: "status.allocation",
});

const driverCause = (user: string, verbs: readonly string[]) => ({
  reason: "FieldValueForbidden",
  message: `Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[${verbs.join(" ")}]" permission: resourceclaims.resource.k8s.io "d.example.com" is forbidden: User "${user}" cannot ${verbs[0]} resource "resourceclaims/driver" in API group "resource.k8s.io" in the namespace "default"`,
  field: "status.devices",
});

test("allocations and consumers need the binding permission, and devices need the driver permission", async () => {
  expect(await patch({ allocation }, bob)).toEqual([422, [bindingCause("patch")]]);
  const { json: claim } = await server.call("GET", `${claims}/c`);
  const putStatus = (status: object) => server.call("PUT", `${claims}/c/status`, { ...claim, status }, bob);
  expect((await putStatus({})).code).toBe(200);
  expect((await putStatus({ allocation, devices })).json.details.causes).toEqual([
    bindingCause("update"),
    driverCause("bob", ["arbitrary-node:update"]),
  ]);
  expect(await patch({ allocation }, {})).toEqual([200, []]);
  expect(await patch({ devices }, bob)).toEqual([422, [driverCause("bob", ["arbitrary-node:patch"])]]);
  const both = ["associated-node:patch", "arbitrary-node:patch"];
  expect(await patch({ devices }, driver)).toEqual([422, [driverCause(driverAccount, both)]]);
  const reservedFor = [{ resource: "pods", name: "p", uid: "1" }];
  expect(await patch({ reservedFor }, bob)).toEqual([422, [bindingCause("patch")]]);

  const ofDriver = { resources: ["resourceclaims/driver"], resourceNames: ["d.example.com"] };
  await grantRule("driver", { ...ofDriver, verbs: ["associated-node:patch"] }, [driverAccount, "bob"]);
  await grantRule("binding", { resources: ["resourceclaims/binding"], verbs: ["patch"] }, ["bob"]);
  expect(
    await patch({ devices }, { ...driver, "impersonate-extra-authentication.kubernetes.io%2Fnode-name": "n2" }),
  ).toEqual([422, [driverCause(driverAccount, ["arbitrary-node:patch"])]]);
  expect(await patch({ devices }, driver)).toEqual([200, []]);
  expect(await patch({ devices: [] }, bob)).toEqual([422, [driverCause("bob", ["arbitrary-node:patch"])]]);
  expect(await patch({ reservedFor }, bob)).toEqual([200, []]);
});

test("without the feature gate, permission to write the status is enough", async () => {
  const gate = { DRAResourceClaimGranularStatusAuthorization: false };
  const own = await startTestServer({
    featureGates: gate,
    authorizer: (source) => union([masters, rbacAuthorizer(source)]),
  });
  const [before, after] = [server, own];
  server = after;
  await grantRule("status", { resources: ["resourceclaims/status"], verbs: ["patch"] }, ["bob"]);
  const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "gpu" } }] } };
  await server.call("POST", claims, { metadata: { name: "c" }, spec });
  const answer = await patch({ allocation, devices }, bob);
  server = before;
  await own.close();
  expect(answer).toEqual([200, []]);
});
