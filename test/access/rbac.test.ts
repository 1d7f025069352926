import { describe, expect, test } from "vitest";
import { describeGrant, isSubject } from "../../src/access/rbac.ts";
import { namespaceOf } from "../../src/access/request.ts";
import type { PolicyRule } from "../../src/api/types/rbac-v1.ts";
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

describe("the binding that allows a request", () => {
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

describe("reasons with the text of kube-apiserver", () => {
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
    {
      who: user("placed"),
      what: "get pods",
      reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found',
    },
    { who: user("nobody"), what: "get pods in dev", reason: "" },
  ])("$who.username: $reason", ({ who, what, reason }) => {
    expect(policy.authorize({ user: who, attributes: attributes(what) }).reason).toBe(reason);
  });
});

test("the result has the faults of all bindings that were evaluated", () => {
  const { faults } = policy.authorize({ user: user("placed"), attributes: attributes("get pods in dev") });
  expect(faults.map(({ fault, binding: { name }, path }) => [fault, name, path.join(".")])).toEqual([
    ["subject-kind", "odd", "subjects.0.kind"],
    ["subject-namespace", "placed", "subjects.0.namespace"],
    ["role-not-found", "placed", "roleRef"],
  ]);
});

test("grantsOf returns every subject that may do an action and no others", () => {
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
  const grantOf = (requestText: string) =>
    aggregated.authorize({ user: user("ann"), attributes: attributes(requestText) }).grant;

  test("have the rules of the roles they select, also through aggregated roles, and ignore their stored rules", () => {
    expect(grantOf("get pods")?.held).toMatchObject({ holder: { name: "pods" }, index: 0 });
    expect(grantOf("get secrets")).toBeUndefined();
    expect(grantOf("get stale")).toBeUndefined();
  });
});

test.each([
  { subject: { kind: "User", name: "ann" }, is: ["ann"] },
  { subject: { kind: "User", name: "devs" }, is: [] },
  { subject: { kind: "User" }, is: [""] },
  { subject: { kind: "User", name: robot }, is: [robot] },
  { subject: { kind: "Group", name: "devs" }, is: ["ann"] },
  { subject: { kind: "Group", name: "dev" }, is: [] },
  { subject: { kind: "Group" }, is: [] },
  { subject: { kind: "ServiceAccount", name: "robot", namespace: "prod" }, is: [robot] },
  { subject: { kind: "ServiceAccount", name: "robot", namespace: "dev" }, in: "prod", is: [] },
  { subject: { kind: "ServiceAccount", name: "robot" }, in: "prod", is: [robot] },
  { subject: { kind: "ServiceAccount", name: "robot", namespace: "" }, is: [] },
  { subject: { kind: "ServiceAccount", namespace: "prod" }, is: [] },
  { subject: { kind: "user", name: "ann" }, is: [] },
  { subject: { name: "ann" }, is: [] },
])("the subject $subject of a binding in $in matches the users $is", ({ subject, is, in: namespace = "" }) => {
  const users = [user("ann", "devs"), user(robot, "robots"), user(""), user("system:serviceaccount::robot")];
  expect(users.filter((each) => isSubject(each, subject, namespace)).map(({ username }) => username)).toEqual(is);
});

describe("the rules and grants of users", () => {
  const role = (name: string, namespace: string, ...verbs: readonly string[]) => ({
    metadata: { name, namespace },
    rules: verbs.map((verb) => ({ verbs: [verb], apiGroups: [""], resources: ["pods"] })),
  });
  const subjects = [
    { kind: "Robot", name: "none" },
    { kind: "ServiceAccount", name: "lost" },
    { kind: "User", name: "ann" },
    { kind: "Group", name: "devs" },
  ];
  const holders = policyOf({
    roles: [role("r", "b", "get", "list"), role("r", "a", "watch"), role("r", "c", "patch")],
    clusterRoles: [role("c", "", "delete")],
    roleBindings: [
      binding("one", "Role", "r", subjects, "b"),
      binding("nowhere", "ClusterRole", "cluster-admin", subjects),
      binding("two", "Role", "gone", subjects, "b"),
      binding("three", "Role", "gone", subjects, "b"),
      binding("four", "Group", "r", subjects, "b"),
      binding("five", "ClusterRole", "c", subjects, "a"),
      { metadata: { name: "empty", namespace: "d" }, roleRef: { kind: "Role", name: "r" } },
      { metadata: { name: "aimless", namespace: "d" }, subjects },
    ],
    clusterRoleBindings: [binding("all", "ClusterRole", "c", subjects), binding("none", "Role", "r", subjects)],
  });
  const verbsOf = (rules: readonly PolicyRule[] | undefined) => rules?.flatMap(({ verbs }) => verbs ?? []);

  test.each([
    { who: user("ann"), namespace: "", verbs: ["delete"] },
    { who: user("ann"), namespace: "b", verbs: ["delete", "get", "list"] },
    { who: user("bob", "devs"), namespace: "a", verbs: ["delete", "delete"] },
    { who: user("ann"), namespace: "c", verbs: ["delete"] },
    { who: user("bob"), namespace: "b", verbs: [] },
    { who: user("system:serviceaccount:b:lost"), namespace: "b", verbs: ["get", "list"] },
  ])("$who.username $who.groups in $namespace: $verbs", ({ who, namespace, verbs }) => {
    expect(verbsOf(holders.rulesFor(who, namespace))).toEqual(verbs);
  });

  test("a Role is looked up in its namespace", () => {
    expect(verbsOf(holders.rulesOfRole({ kind: "Role", name: "r" }, "a"))).toEqual(["watch"]);
    expect(holders.rulesOfRole({ kind: "Role", name: "r" }, "d")).toBeUndefined();
    expect(holders.namespaces).toEqual(["", "a", "b", "d"]);
  });

  test("each missing role is reported once and hides no grant of another role", () => {
    const { reason, grant } = holders.authorize({ user: user("ann"), attributes: attributes("update pods in b") });
    const gone = 'role.rbac.authorization.k8s.io "gone" not found';
    const unsupported = 'unsupported role reference kind: "Group"';
    expect(grant).toBeUndefined();
    expect(reason).toBe(`RBAC: [role.rbac.authorization.k8s.io "r" not found, ${gone}, ${unsupported}]`);
    const aimless = holders.authorize({ user: user("ann"), attributes: attributes("get pods in d") });
    expect(aimless.reason).toBe(
      'RBAC: [role.rbac.authorization.k8s.io "r" not found, unsupported role reference kind: ""]',
    );
    const granted = holders.authorize({ user: user("ann"), attributes: attributes("list pods in b") }).grant;
    expect(granted).toMatchObject({ subjectIndex: 2, roleRef: { name: "r" }, held: { index: 1 } });
  });

  test("a subject of an unknown kind gets no permissions and is a fault", () => {
    const { grants, faults } = holders.grantsOf(attributes("get pods in b"));
    expect(grants.map(describeGrant)).toEqual([
      'RoleBinding "one/b" of Role "r" to ServiceAccount "lost/b"',
      'RoleBinding "one/b" of Role "r" to User "ann"',
      'RoleBinding "one/b" of Role "r" to Group "devs"',
    ]);
    expect(grants.map(({ subjectIndex }) => subjectIndex)).toEqual([1, 2, 3]);
    const unknown = { fault: "subject-kind", message: 'unknown subject kind "Robot": "none" gets nothing' };
    expect(faults[0]).toMatchObject({ ...unknown, path: ["subjects", 0, "kind"], binding: { name: "all" } });
    expect(faults.map(({ fault }) => fault)).toEqual([
      ...["subject-kind", "subject-kind", "role-not-found", "subject-kind"],
      ...["subject-kind", "role-not-found", "subject-kind", "role-not-found", "subject-kind", "role-not-found"],
    ]);
    expect(faults[2]).toMatchObject({ path: ["roleRef"], binding: { name: "none" } });
    const empty = holders.grantsOf(attributes("get pods in d")).faults;
    expect(empty.some(({ binding: { name } }) => name === "empty")).toBe(true);
    expect(empty.some(({ binding: { name }, fault }) => name === "empty" && fault !== "role-not-found")).toBe(false);
    const everywhere = holders.grantsOf(attributes("delete pods")).grants;
    expect(everywhere.map(({ subject }) => subject.name)).toEqual(["ann", "devs"]);
  });
});

test("a RoleBinding allows no cluster-wide request, whatever the name of its namespace", () => {
  const everything = [{ verbs: ["*"], nonResourceURLs: ["*"], apiGroups: ["*"], resources: ["*"] }];
  const own = policyOf({
    clusterRoles: [{ metadata: { name: "all" }, rules: everything }],
    roleBindings: ["", "url", "undefined"].map((namespace) =>
      binding("b", "ClusterRole", "all", [{ kind: "User", name: "ann" }], namespace),
    ),
  });
  for (const requestText of ["get pods", "get /api"]) {
    expect(own.authorize({ user: user("ann"), attributes: attributes(requestText) }).grant).toBeUndefined();
    expect(own.grantsOf(attributes(requestText)).grants).toEqual([]);
    expect(namespaceOf(attributes(requestText))).toBe("");
  }
  expect(own.rulesFor(user("ann"), "")).toEqual([]);
});

test("the namespace of a Group subject is ignored and reported as a fault", () => {
  const placed = policyOf({
    clusterRoleBindings: [
      binding("b", "ClusterRole", "cluster-admin", [
        { kind: "Group", name: "g", namespace: "x" },
        { kind: "ServiceAccount", name: "s", namespace: "x" },
        { kind: "User", name: "u", namespace: "" },
      ]),
    ],
  });
  const { grants, faults } = placed.grantsOf(attributes("get pods"));
  expect(grants.map(describeGrant)).toEqual([
    'ClusterRoleBinding "b" of ClusterRole "cluster-admin" to Group "g"',
    'ClusterRoleBinding "b" of ClusterRole "cluster-admin" to ServiceAccount "s/x"',
    'ClusterRoleBinding "b" of ClusterRole "cluster-admin" to User "u"',
  ]);
  expect(faults).toMatchObject([
    {
      fault: "subject-namespace",
      path: ["subjects", 0, "namespace"],
      message: 'a Group has no namespace: "x" is ignored',
    },
  ]);
});

test.each<[string, string, readonly string[]]>([
  ["lost", "dev", ['role.rbac.authorization.k8s.io "reader" not found']],
  ["lost", "prod", []],
  ["lost", "", []],
  ["placed", "", ['clusterrole.rbac.authorization.k8s.io "gone" not found']],
  ["placed", "dev", ['clusterrole.rbac.authorization.k8s.io "gone" not found']],
  ["ann", "prod", []],
  ["eve", "", []],
])("the missing roles of %s in %j: %j", (name, namespace, missing) => {
  expect(policy.missingRolesFor(user(name), namespace)).toEqual(missing);
});

test("a roleRef of an unsupported kind is reported", () => {
  const odd = policyOf({
    clusterRoleBindings: [
      binding("odd", "User", "x", [{ kind: "User", name: "ann" }]),
      { metadata: { name: "bare" }, subjects: [{ kind: "User", name: "ann" }] },
    ],
  });
  expect(odd.missingRolesFor(user("ann"), "")).toEqual([
    'unsupported role reference kind: "User"',
    'unsupported role reference kind: ""',
  ]);
});
