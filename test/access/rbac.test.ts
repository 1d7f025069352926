import { describe, expect, test } from "vitest";
import { describeGrant } from "../../src/access/rbac.ts";
import { attributes, policyOf, user } from "./rbac-objects.ts";

const reader = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods", "pods/log"] };
const objects = {
  roles: [{ metadata: { name: "reader", namespace: "prod" }, rules: [reader] }],
  clusterRoles: [
    { metadata: { name: "reader" }, rules: [reader] },
    { metadata: { name: "scaler" }, rules: [{ verbs: ["update"], apiGroups: ["*"], resources: ["*/scale"] }] },
    { metadata: { name: "one" }, rules: [{ ...reader, resourceNames: ["web"] }] },
    { metadata: { name: "paths" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/healthz*", "/api/*", "/version"] }] },
    { metadata: { name: "literal" }, rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods/*", "*/*"] }] },
  ],
  roleBindings: [
    binding("prod-reader", "Role", "reader", [{ kind: "User", name: "ann" }], "prod"),
    binding("prod-robot", "Role", "reader", [{ kind: "ServiceAccount", name: "robot" }], "prod"),
    binding("prod-paths", "ClusterRole", "paths", [{ kind: "User", name: "ann" }], "prod"),
    binding("dev-reader", "ClusterRole", "reader", [{ kind: "Group", name: "devs" }], "dev"),
    binding("dev-lost", "Role", "reader", [{ kind: "User", name: "lost" }], "dev"),
  ],
  clusterRoleBindings: [
    binding("scalers", "ClusterRole", "scaler", [{ kind: "User", name: "eve" }]),
    binding("ones", "ClusterRole", "one", [{ kind: "User", name: "eve" }]),
    binding("paths", "ClusterRole", "paths", [{ kind: "Group", name: "system:authenticated" }]),
    binding("literal", "ClusterRole", "literal", [{ kind: "User", name: "lit" }]),
    binding("homeless", "ClusterRole", "reader", [{ kind: "ServiceAccount", name: "robot" }]),
    binding("admins", "ClusterRole", "cluster-admin", [{ kind: "Group", name: "admins" }]),
    binding("odd", "ClusterRole", "reader", [{ kind: "Robot", name: "ann" }]),
    binding("placed", "ClusterRole", "gone", [{ kind: "User", name: "placed", namespace: "prod" }]),
  ],
};

function binding(name: string, kind: string, role: string, subjects: readonly object[], namespace?: string) {
  return { metadata: { name, ...(namespace ? { namespace } : {}) }, subjects, roleRef: { kind, name: role } };
}

const policy = policyOf(objects);
const robot = "system:serviceaccount:prod:robot";

describe("a request is allowed by", () => {
  test.each([
    { who: user("ann"), what: "get pods in prod", by: "prod-reader" },
    { who: user("ann"), what: "get pods/log web in prod", by: "prod-reader" },
    { who: user("ann"), what: "get pods in dev", by: undefined },
    { who: user("ann"), what: "get pods", by: undefined },
    { who: user("ann"), what: "delete pods in prod", by: undefined },
    { who: user("ann"), what: "get pods.apps in prod", by: undefined },
    { who: user("ann"), what: "get pods/exec in prod", by: undefined },
    { who: user("bob", "devs"), what: "list pods in dev", by: "dev-reader" },
    { who: user(robot), what: "get pods in prod", by: "prod-robot" },
    { who: user("robot"), what: "get pods in prod", by: undefined },
    { who: user("eve"), what: "update deployments.apps/scale in any", by: "scalers" },
    { who: user("eve"), what: "update deployments.apps in any", by: undefined },
    { who: user("eve"), what: "get pods web in any", by: "ones" },
    { who: user("eve"), what: "get pods other in any", by: undefined },
    { who: user("eve"), what: "list pods in any", by: undefined },
    { who: user("bob", "system:authenticated"), what: "get /healthzfoo", by: "paths" },
    { who: user("bob", "system:authenticated"), what: "get /api/v1", by: "paths" },
    { who: user("bob", "system:authenticated"), what: "get /api", by: undefined },
    { who: user("bob", "system:authenticated"), what: "post /version", by: undefined },
    { who: user("ann"), what: "get /version", by: undefined },
    { who: user("lit"), what: "get pods/log in any", by: undefined },
    { who: user("root", "admins"), what: "delete nodes", by: "admins" },
    { who: user("root", "admins"), what: "get /anything", by: "admins" },
  ])("$who.username $who.groups $what: $by", ({ who, what, by }) => {
    expect(policy.authorize({ user: who, attributes: attributes(what) }).grant?.binding.name).toBe(by);
  });
});

describe("reasons are the API server's", () => {
  test.each([
    {
      who: user("bob", "devs"),
      what: "get pods in dev",
      reason: 'RBAC: allowed by RoleBinding "dev-reader/dev" of ClusterRole "reader" to Group "devs"',
    },
    {
      who: user(robot),
      what: "get pods in prod",
      reason: 'RBAC: allowed by RoleBinding "prod-robot/prod" of Role "reader" to ServiceAccount "robot/prod"',
    },
    {
      who: user("lost"),
      what: "get pods in dev",
      reason: 'RBAC: role.rbac.authorization.k8s.io "reader" not found',
    },
    { who: user("nobody"), what: "get pods in dev", reason: "" },
  ])("$who.username: $reason", ({ who, what, reason }) => {
    expect(policy.authorize({ user: who, attributes: attributes(what) }).reason).toBe(reason);
  });
});

test("whatever is wrong with the bindings that were looked at is told", () => {
  const { faults } = policy.authorize({ user: user("placed"), attributes: attributes("get pods in dev") });
  expect(faults.map(({ fault, binding: { name }, path }) => [fault, name, path.join(".")])).toEqual([
    ["subject-kind", "odd", "subjects.0.kind"],
    ["subject-namespace", "placed", "subjects.0.namespace"],
    ["role-not-found", "placed", "roleRef"],
  ]);
});

test("everyone who may, and not who only seems to", () => {
  const { grants } = policy.grantsOf(attributes("get pods in prod"));
  expect(grants.map(describeGrant)).toEqual([
    'ClusterRoleBinding "admins" of ClusterRole "cluster-admin" to Group "admins"',
    'RoleBinding "prod-reader/prod" of Role "reader" to User "ann"',
    'RoleBinding "prod-robot/prod" of Role "reader" to ServiceAccount "robot/prod"',
  ]);
});

describe("aggregated ClusterRoles", () => {
  const labeled = (name: string, labels: Record<string, string>, rest: object) => ({
    metadata: { name, labels },
    ...rest,
  });
  const aggregates = (key: string, value: string) => ({
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [key]: value } }] },
    rules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["stale"] }],
  });
  const rules = (resource: string) => ({ rules: [{ verbs: ["get"], apiGroups: [""], resources: [resource] }] });
  const aggregated = policyOf({
    clusterRoles: [
      labeled("top", {}, aggregates("to", "top")),
      labeled("middle", { to: "top" }, aggregates("to", "middle")),
      labeled("circle", { to: "middle" }, aggregates("to", "top")),
      labeled("pods", { to: "middle" }, rules("pods")),
      labeled("secrets", { to: "elsewhere" }, rules("secrets")),
    ],
    clusterRoleBindings: [binding("top", "ClusterRole", "top", [{ kind: "User", name: "ann" }])],
  });
  const ask = (what: string) => aggregated.authorize({ user: user("ann"), attributes: attributes(what) }).grant;

  test("have the rules of the roles they select, through others too, and none of their own", () => {
    expect(ask("get pods")?.held).toMatchObject({ holder: { name: "pods" }, index: 0 });
    expect(ask("get secrets")).toBeUndefined();
    expect(ask("get stale")).toBeUndefined();
  });
});
