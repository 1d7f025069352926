import { describe, expect, test } from "vitest";
import { maxComparedNames } from "../../../src/kinds/rbac/bound-roles.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { clusterRoleBinding } from "../../../src/kinds/rbac/cluster-role-binding.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { roleBinding } from "../../../src/kinds/rbac/role-binding.ts";
import { decodeWithDefaults, findings, projectFindings, type RunObject, ruleIds } from "../../rule/rule-ids.ts";

const group = "rbac.authorization.k8s.io";
const user = { kind: "User", name: "jane" };
const binding = (fields: object) => ({
  metadata: { name: "own", namespace: "default" },
  roleRef: { kind: "ClusterRole", name: "reader" },
  subjects: [user],
  ...fields,
});
const clusterBinding = (fields: object) => binding({ metadata: { name: "own" }, ...fields });

test("defaults fill in the groups of the role and the subjects, in the group domain of the cluster", () => {
  const subjects = [user, { kind: "ServiceAccount", name: "a" }, { kind: "Robot", name: "r" }];
  const context = { groupDomain: "example.com" };
  const decoded = decodeWithDefaults(roleBinding, binding({ subjects }), context);
  expect(decoded.roleRef?.apiGroup).toBe("rbac.authorization.example.com");
  expect(decoded.subjects?.map(({ apiGroup }) => apiGroup)).toEqual([
    "rbac.authorization.example.com",
    undefined,
    undefined,
  ]);
  expect(ruleIds(roleBinding, decoded, context)).toEqual(["rbac/subject-kind"]);
});

describe("the role reference", () => {
  test.each([
    { name: "a ClusterRole", roleRef: { kind: "ClusterRole", name: "r" }, ofBinding: [], ofClusterBinding: [] },
    {
      name: "a Role",
      roleRef: { kind: "Role", name: "r" },
      ofBinding: [],
      ofClusterBinding: ["cluster-role-binding/role-ref-kind"],
    },
    {
      name: "another group",
      roleRef: { apiGroup: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name: "r" },
      ofBinding: ["rbac/role-ref-group"],
      ofClusterBinding: ["rbac/role-ref-group"],
    },
    {
      name: "another kind",
      roleRef: { kind: "clusterrole", name: "r" },
      ofBinding: ["role-binding/role-ref-kind"],
      ofClusterBinding: ["cluster-role-binding/role-ref-kind"],
    },
    {
      name: "a bad name",
      roleRef: { kind: "ClusterRole", name: "a/b" },
      ofBinding: ["rbac/role-ref-name"],
      ofClusterBinding: ["rbac/role-ref-name"],
    },
    {
      name: "none",
      roleRef: null,
      ofBinding: ["role-binding/role-ref-kind", "rbac/role-ref-name"],
      ofClusterBinding: ["cluster-role-binding/role-ref-kind", "rbac/role-ref-name"],
    },
  ])("$name", ({ roleRef, ofBinding, ofClusterBinding }) => {
    expect(ruleIds(roleBinding, binding({ roleRef }))).toEqual(ofBinding);
    expect(ruleIds(clusterRoleBinding, clusterBinding({ roleRef }))).toEqual(ofClusterBinding);
  });

  test("must not change", () => {
    const oldObject = decodeWithDefaults(roleBinding, binding({ subjects: [] }));
    const changed = binding({ roleRef: { kind: "Role", name: "reader" } });
    expect(ruleIds(roleBinding, binding({}), { oldObject })).toEqual([]);
    expect(findings(roleBinding, changed, { oldObject })).toMatchObject([
      { rule: "rbac/role-ref-immutable", path: ["roleRef"], severity: "error" },
    ]);
    const unnamed = findings(roleBinding, binding({ roleRef: { kind: "ClusterRole" } }), { oldObject });
    expect(unnamed.map(({ message }) => message)).toContainEqual(expect.stringMatching(/name was "\w+", got ""$/));
  });
});

describe("subjects", () => {
  const account = { kind: "ServiceAccount", name: "robot", namespace: "default" };

  test.each([
    { name: "a user", subject: user, expected: [] },
    { name: "a user of any name", subject: { kind: "User", name: "Jane Doe <jane@example.com>" }, expected: [] },
    { name: "an account", subject: account, expected: [] },
    { name: "no kind", subject: { name: "jane" }, expected: ["rbac/subject-kind"] },
    { name: "another kind", subject: { kind: "user", name: "jane" }, expected: ["rbac/subject-kind"] },
    { name: "no name", subject: { kind: "Group", name: "" }, expected: ["rbac/subject-name"] },
    { name: "a bad account name", subject: { ...account, name: "Robot" }, expected: ["rbac/subject-name"] },
    {
      name: "an account with a group",
      subject: { ...account, apiGroup: group },
      expected: ["rbac/subject-group"],
    },
    { name: "a user with a group", subject: { ...user, apiGroup: group }, expected: [] },
    { name: "a user with another group", subject: { ...user, apiGroup: "v1" }, expected: ["rbac/subject-group"] },
    {
      name: "a user with a namespace",
      subject: { ...user, namespace: "default" },
      expected: ["rbac/subject-namespace"],
    },
    {
      name: "an account as user",
      subject: { kind: "User", name: "system:serviceaccount:default:robot" },
      expected: [],
    },
    {
      name: "an account as user, without namespace",
      subject: { kind: "User", name: "system:serviceaccount:robot" },
      expected: ["rbac/service-account-user"],
    },
    {
      name: "an account as group",
      subject: { kind: "Group", name: "system:serviceaccount:default:robot" },
      expected: ["rbac/service-account-user"],
    },
    {
      name: "the accounts of a namespace",
      subject: { kind: "Group", name: "system:serviceaccounts:default" },
      expected: [],
    },
    { name: "system:masters", subject: { kind: "Group", name: "system:masters" }, expected: ["rbac/system-masters"] },
  ])("$name", ({ subject, expected }) => {
    expect(ruleIds(roleBinding, binding({ subjects: [subject] }))).toEqual(expected);
    expect(ruleIds(clusterRoleBinding, clusterBinding({ subjects: [subject] }))).toEqual(expected);
  });

  test("a service account without a namespace is in the namespace of the RoleBinding", () => {
    const subjects = [{ kind: "ServiceAccount", name: "robot" }];
    expect(ruleIds(roleBinding, binding({ subjects }))).toEqual([]);
    expect(ruleIds(clusterRoleBinding, clusterBinding({ subjects }))).toEqual([
      "cluster-role-binding/service-account-namespace",
    ]);
  });

  test("the help for a service account named by its user name suggests a name and a namespace", () => {
    const subjects = [{ ...account, name: "system:serviceaccount:web:robot" }];
    expect(findings(roleBinding, binding({ subjects }))).toMatchObject([
      { rule: "rbac/subject-name", help: "write `name: robot` and `namespace: web`" },
    ]);
  });

  test.each([
    { name: "two users", subjects: [user, { ...user, name: "joe" }], expected: [] },
    { name: "a user twice", subjects: [user, { ...user, apiGroup: group }], expected: ["rbac/duplicate-subject"] },
    { name: "a user and a group of one name", subjects: [user, { ...user, kind: "Group" }], expected: [] },
    {
      name: "an account with and without the binding's namespace",
      subjects: [account, { kind: "ServiceAccount", name: "robot" }],
      expected: ["rbac/duplicate-subject"],
    },
    { name: "nobody", subjects: [], expected: ["rbac/no-subjects"] },
  ])("$name", ({ subjects, expected }) => {
    expect(ruleIds(roleBinding, binding({ subjects }))).toEqual(expected);
  });

  test("the built-in binding system:node may have no subjects", () => {
    const roleRef = { kind: "ClusterRole", name: "system:node" };
    expect(ruleIds(clusterRoleBinding, { metadata: { name: "system:node" }, roleRef })).toEqual([]);
  });

  test("the built-in binding of system:masters has no findings", () => {
    const subjects = [{ kind: "Group", name: "system:masters" }];
    const roleRef = { kind: "ClusterRole", name: "cluster-admin" };
    expect(ruleIds(clusterRoleBinding, { metadata: { name: "cluster-admin" }, roleRef, subjects })).toEqual([]);
  });
});

describe("bindings and roles in the same run", () => {
  const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }];
  const writing = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "create"] }];
  const publishing = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["info"], verbs: ["get"] }];
  const urls = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }];
  const ofRole = (namespace: string, own = rules): RunObject => ({
    kind: role,
    object: { metadata: { name: "reader", namespace }, rules: own },
  });
  const ofClusterRole = (own: object[] = rules): RunObject => ({
    kind: clusterRole,
    object: { metadata: { name: "reader" }, rules: own },
  });
  const bound = (kind: string, name: string, fields: object = {}): RunObject => ({
    kind: roleBinding,
    object: binding({ roleRef: { kind, name }, ...fields }),
  });
  const anonymous = { subjects: [user, { kind: "Group", name: "system:unauthenticated" }] };
  const found = (objects: readonly RunObject[]) =>
    (roleBinding.projectRules ?? []).flatMap((rule) =>
      projectFindings(rule, objects).map(({ finding }) => [finding.rule, finding.help]),
    );

  test.each([
    { name: "a known role", objects: [ofRole("default"), bound("Role", "reader")], expected: [] },
    { name: "a namespace left out", objects: [ofRole(""), bound("Role", "reader")], expected: [] },
    { name: "no roles in the run", objects: [bound("Role", "writer")], expected: [] },
    { name: "a role of every cluster", objects: [ofRole("default"), bound("ClusterRole", "view")], expected: [] },
    { name: "a role of the system", objects: [ofRole("default"), bound("ClusterRole", "system:node")], expected: [] },
    {
      name: "a Role of every cluster",
      objects: [ofRole("default"), bound("Role", "extension-apiserver-authentication-reader")],
      expected: [],
    },
    {
      name: "an unknown role",
      objects: [ofRole("default"), bound("Role", "writer")],
      expected: [["rbac/role-ref-defined", "turn the rule off for roles that come from elsewhere"]],
    },
    {
      name: "a misspelt role",
      objects: [ofRole("default"), bound("Role", "raeder")],
      expected: [["rbac/role-ref-defined", 'did you mean "reader"?']],
    },
    {
      name: "a misspelt role of another namespace",
      objects: [ofRole("web"), bound("Role", "raeder")],
      expected: [["rbac/role-ref-defined", "turn the rule off for roles that come from elsewhere"]],
    },
    {
      name: "a misspelt role of a namespace left out",
      objects: [ofRole("web"), bound("Role", "raeder", { metadata: { name: "own" } })],
      expected: [["rbac/role-ref-defined", 'did you mean "reader"?']],
    },
    {
      name: "a role of another namespace",
      objects: [ofRole("web"), bound("Role", "reader")],
      expected: [
        ["rbac/role-ref-defined", 'namespace "web" has one, but a RoleBinding refers to Roles in its own namespace'],
      ],
    },
    {
      name: "a role of the other kind",
      objects: [ofRole("default"), bound("ClusterRole", "reader")],
      expected: [["rbac/role-ref-defined", "there is a Role of that name: write `kind: Role`"]],
    },
    {
      name: "a built-in role of the wrong kind",
      objects: [ofRole("default"), bound("Role", "view")],
      expected: [["rbac/role-ref-defined", "there is a ClusterRole of that name: write `kind: ClusterRole`"]],
    },
    {
      name: "only URLs",
      objects: [ofClusterRole(urls), bound("ClusterRole", "reader")],
      expected: [["role-binding/urls", "write `kind: ClusterRoleBinding`"]],
    },
    {
      name: "URLs and resources",
      objects: [ofClusterRole([...urls, ...rules]), bound("ClusterRole", "reader")],
      expected: [],
    },
    {
      name: "anybody reads",
      objects: [ofRole("default"), bound("Role", "reader", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "anybody reads what a built-in role lets them read",
      objects: [bound("ClusterRole", "view", { subjects: [{ kind: "User", name: "system:anonymous" }] })],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "anybody reads one object",
      objects: [ofRole("default", publishing), bound("Role", "reader", anonymous)],
      expected: [],
    },
    {
      name: "anybody reads what clusters publish",
      objects: [bound("ClusterRole", "system:service-account-issuer-discovery", anonymous)],
      expected: [],
    },
    {
      name: "anybody writes",
      objects: [ofRole("default", writing), bound("Role", "reader", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "anybody is an administrator",
      objects: [bound("ClusterRole", "cluster-admin", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
  ])("$name", ({ objects, expected }) => {
    expect(found(objects)).toEqual(expected);
  });

  test("misspelled roles have a suggestion until the limit of compared names is reached", () => {
    const count = 1_000;
    const named = (index: number) => ({ metadata: { name: `reader-${index}`, namespace: "default" }, rules });
    const roles = Array.from({ length: count }, (_, index): RunObject => ({ kind: role, object: named(index) }));
    const misspelt = Array.from({ length: count }, (_, index) => bound("Role", `raeder-${index}`));
    const helped = found([...roles, ...misspelt]).filter(([, help]) => help?.startsWith("did you mean"));
    expect(helped).toHaveLength(Math.floor(maxComparedNames / count));
  });
});
