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
      name: "a role of another API group",
      roleRef: { apiGroup: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name: "r" },
      ofBinding: ["rbac/role-ref-group"],
      ofClusterBinding: ["rbac/role-ref-group"],
    },
    {
      name: "a role reference of another kind",
      roleRef: { kind: "clusterrole", name: "r" },
      ofBinding: ["role-binding/role-ref-kind"],
      ofClusterBinding: ["cluster-role-binding/role-ref-kind"],
    },
    {
      name: "an invalid role name",
      roleRef: { kind: "ClusterRole", name: "a/b" },
      ofBinding: ["rbac/role-ref-name"],
      ofClusterBinding: ["rbac/role-ref-name"],
    },
    {
      name: "no role reference",
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
    {
      name: "a user with unusual characters in the name",
      subject: { kind: "User", name: "Jane Doe <jane@example.com>" },
      expected: [],
    },
    { name: "a service account", subject: account, expected: [] },
    { name: "a subject without a kind", subject: { name: "jane" }, expected: ["rbac/subject-kind"] },
    { name: "a subject of another kind", subject: { kind: "user", name: "jane" }, expected: ["rbac/subject-kind"] },
    { name: "a subject without a name", subject: { kind: "Group", name: "" }, expected: ["rbac/subject-name"] },
    {
      name: "an invalid service account name",
      subject: { ...account, name: "Robot" },
      expected: ["rbac/subject-name"],
    },
    {
      name: "a service account with an API group",
      subject: { ...account, apiGroup: group },
      expected: ["rbac/subject-group"],
    },
    { name: "a user with an API group", subject: { ...user, apiGroup: group }, expected: [] },
    { name: "a user with another API group", subject: { ...user, apiGroup: "v1" }, expected: ["rbac/subject-group"] },
    {
      name: "a user with a namespace",
      subject: { ...user, namespace: "default" },
      expected: ["rbac/subject-namespace"],
    },
    {
      name: "a service account as a user",
      subject: { kind: "User", name: "system:serviceaccount:default:robot" },
      expected: [],
    },
    {
      name: "a service account as a user, without the namespace",
      subject: { kind: "User", name: "system:serviceaccount:robot" },
      expected: ["rbac/service-account-user"],
    },
    {
      name: "a service account as a group",
      subject: { kind: "Group", name: "system:serviceaccount:default:robot" },
      expected: ["rbac/service-account-user"],
    },
    {
      name: "the group of service accounts of a namespace",
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
    {
      name: "the same user twice",
      subjects: [user, { ...user, apiGroup: group }],
      expected: ["rbac/duplicate-subject"],
    },
    { name: "a user and a group with the same name", subjects: [user, { ...user, kind: "Group" }], expected: [] },
    {
      name: "a service account with and without the binding's namespace",
      subjects: [account, { kind: "ServiceAccount", name: "robot" }],
      expected: ["rbac/duplicate-subject"],
    },
    { name: "no subjects", subjects: [], expected: ["rbac/no-subjects"] },
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
  const roleObject = (namespace: string, own = rules): RunObject => ({
    kind: role,
    object: { metadata: { name: "reader", namespace }, rules: own },
  });
  const clusterRoleObject = (own: object[] = rules): RunObject => ({
    kind: clusterRole,
    object: { metadata: { name: "reader" }, rules: own },
  });
  const bindingTo = (kind: string, name: string, fields: object = {}): RunObject => ({
    kind: roleBinding,
    object: binding({ roleRef: { kind, name }, ...fields }),
  });
  const anonymous = { subjects: [user, { kind: "Group", name: "system:unauthenticated" }] };
  const findingsOf = (objects: readonly RunObject[]) =>
    (roleBinding.projectRules ?? []).flatMap((rule) =>
      projectFindings(rule, objects).map(({ finding }) => [finding.rule, finding.help]),
    );

  test.each([
    { name: "a known role", objects: [roleObject("default"), bindingTo("Role", "reader")], expected: [] },
    {
      name: "a role without a namespace in the manifest",
      objects: [roleObject(""), bindingTo("Role", "reader")],
      expected: [],
    },
    { name: "no roles in the run", objects: [bindingTo("Role", "writer")], expected: [] },
    {
      name: "a default role of every cluster",
      objects: [roleObject("default"), bindingTo("ClusterRole", "view")],
      expected: [],
    },
    {
      name: "a role whose name begins with system:",
      objects: [roleObject("default"), bindingTo("ClusterRole", "system:node")],
      expected: [],
    },
    {
      name: "a default Role of kube-system",
      objects: [roleObject("default"), bindingTo("Role", "extension-apiserver-authentication-reader")],
      expected: [],
    },
    {
      name: "an unknown role",
      objects: [roleObject("default"), bindingTo("Role", "writer")],
      expected: [["rbac/role-ref-defined", "turn the rule off for roles that come from elsewhere"]],
    },
    {
      name: "a misspelt role name",
      objects: [roleObject("default"), bindingTo("Role", "raeder")],
      expected: [["rbac/role-ref-defined", 'did you mean "reader"?']],
    },
    {
      name: "a misspelt role name of another namespace",
      objects: [roleObject("web"), bindingTo("Role", "raeder")],
      expected: [["rbac/role-ref-defined", "turn the rule off for roles that come from elsewhere"]],
    },
    {
      name: "a misspelt role name without a namespace in the manifest",
      objects: [roleObject("web"), bindingTo("Role", "raeder", { metadata: { name: "own" } })],
      expected: [["rbac/role-ref-defined", 'did you mean "reader"?']],
    },
    {
      name: "a role of another namespace",
      objects: [roleObject("web"), bindingTo("Role", "reader")],
      expected: [
        ["rbac/role-ref-defined", 'namespace "web" has one, but a RoleBinding refers to Roles in its own namespace'],
      ],
    },
    {
      name: "a role with the other kind",
      objects: [roleObject("default"), bindingTo("ClusterRole", "reader")],
      expected: [["rbac/role-ref-defined", "there is a Role of that name: write `kind: Role`"]],
    },
    {
      name: "a built-in role with the wrong kind",
      objects: [roleObject("default"), bindingTo("Role", "view")],
      expected: [["rbac/role-ref-defined", "there is a ClusterRole of that name: write `kind: ClusterRole`"]],
    },
    {
      name: "a role with URLs only",
      objects: [clusterRoleObject(urls), bindingTo("ClusterRole", "reader")],
      expected: [["role-binding/urls", "write `kind: ClusterRoleBinding`"]],
    },
    {
      name: "a role with URLs and resources",
      objects: [clusterRoleObject([...urls, ...rules]), bindingTo("ClusterRole", "reader")],
      expected: [],
    },
    {
      name: "everyone may read resources",
      objects: [roleObject("default"), bindingTo("Role", "reader", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "everyone may read what a built-in role allows",
      objects: [bindingTo("ClusterRole", "view", { subjects: [{ kind: "User", name: "system:anonymous" }] })],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "everyone may read one object",
      objects: [roleObject("default", publishing), bindingTo("Role", "reader", anonymous)],
      expected: [],
    },
    {
      name: "everyone may read what clusters publish",
      objects: [bindingTo("ClusterRole", "system:service-account-issuer-discovery", anonymous)],
      expected: [],
    },
    {
      name: "everyone may write resources",
      objects: [roleObject("default", writing), bindingTo("Role", "reader", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
    {
      name: "everyone is an administrator",
      objects: [bindingTo("ClusterRole", "cluster-admin", anonymous)],
      expected: [["rbac/anonymous-access", "bind the role only to subjects that need it"]],
    },
  ])("$name", ({ objects, expected }) => {
    expect(findingsOf(objects)).toEqual(expected);
  });

  test("misspelled roles have a suggestion until the limit of compared names is reached", () => {
    const count = 1_000;
    const roleOfIndex = (index: number) => ({ metadata: { name: `reader-${index}`, namespace: "default" }, rules });
    const roles = Array.from({ length: count }, (_, index): RunObject => ({ kind: role, object: roleOfIndex(index) }));
    const misspelt = Array.from({ length: count }, (_, index) => bindingTo("Role", `raeder-${index}`));
    const helped = findingsOf([...roles, ...misspelt]).filter(([, help]) => help?.startsWith("did you mean"));
    expect(helped).toHaveLength(Math.floor(maxComparedNames / count));
  });
});
