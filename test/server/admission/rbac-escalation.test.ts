/** Permission to write roles and bindings: the plugin with a fixed RBAC policy, without a server. */
import { expect, test } from "vitest";
import { RbacPolicy } from "../../../src/access/rbac.ts";
import type { AccessAttributes } from "../../../src/access/request.ts";
import { rbacEscalation } from "../../../src/server/admission/rbac-escalation.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";
import { rbacAuthorizer } from "../../../src/server/authz/rbac-authorizer.ts";
import type { RbacSource } from "../../../src/server/authz/rbac-source.ts";
import type { AdmissionAttributes } from "../../../src/server/registry/parts.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { firstRound } from "./rounds.ts";

const group = "rbac.authorization.k8s.io";
const rule = (verb: string, resource: string, more: object = {}) => ({
  verbs: [verb],
  apiGroups: [""],
  resources: [resource],
  ...more,
});
const getPods = rule("get", "pods");
const getSecrets = rule("get", "secrets");
const everyResource = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
const everyUrl = { verbs: ["*"], nonResourceURLs: ["*"] };
const ownGroup = { apiGroups: [group] };

const role = (kind: string, name: string, namespace: string, ...rules: object[]) => ({
  kind,
  name,
  namespace,
  object: { metadata: { name, namespace }, rules },
});
const bindingOf = (user: string, kind: string, to: string, namespace = "") => ({
  kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
  name: `${user}-${to}`,
  namespace,
  object: { subjects: [{ kind: "User", name: user }], roleRef: { apiGroup: group, kind, name: to } },
});

const policy = new RbacPolicy([
  role("ClusterRole", "secrets", "", getSecrets),
  role("Role", "pods", "web", getPods),
  bindingOf("carol", "ClusterRole", "secrets"),
  bindingOf("carol", "Role", "pods", "web"),
  role("ClusterRole", "every-resource", "", everyResource),
  role("ClusterRole", "everything", "", everyResource, everyUrl),
  role("ClusterRole", "nodes", "", rule("get", "nodes")),
  role(
    "ClusterRole",
    "own",
    "",
    { ...ownGroup, verbs: ["escalate"], resources: ["clusterroles", "roles"], resourceNames: ["r"] },
    { ...ownGroup, verbs: ["bind"], resources: ["clusterroles"], resourceNames: ["nodes"] },
  ),
  bindingOf("root", "ClusterRole", "everything"),
  bindingOf("erin", "ClusterRole", "own"),
  bindingOf("frank", "ClusterRole", "own", "web"),
]);
const source = { policy } as RbacSource;

/** Wraps an authorizer so that `root`, who holds every permission, may neither `escalate` nor `bind`. */
const noShortcut = (authorizer: Authorizer): Authorizer => ({
  ...authorizer,
  authorize: async (request) =>
    request.user.username === "root" ? { opinion: "no-opinion", reason: "" } : authorizer.authorize(request),
});

/** Returns the message of the rejection, empty if the write is allowed, and the requests to the authorizer. */
async function write(user: string, resource: string, attempt: Partial<AdmissionAttributes>) {
  const checkedAttributes: AccessAttributes[] = [];
  const authorizer = noShortcut(rbacAuthorizer(source));
  const plugin = rbacEscalation("k8s.io", {
    source: () => source,
    authorizer: () => ({
      ...authorizer,
      authorize(request) {
        checkedAttributes.push(request.attributes);
        return authorizer.authorize(request);
      },
    }),
  });
  const whole = {
    operation: attempt.oldObject ? "UPDATE" : "CREATE",
    resource: { group, resource, kind: "Written" },
    target: { namespace: "", name: "r" },
    user: { username: user, uid: "", groups: user === "master" ? ["g", "system:masters"] : ["g"], extra: {} },
    ...attempt,
  } as AdmissionAttributes;
  try {
    await plugin.mutate?.(whole, firstRound);
    return { message: "", checkedAttributes };
  } catch (error) {
    return { message: (error as Error).message, checkedAttributes };
  }
}

const roleOf = (...rules: object[]): ApiObject => ({ metadata: { name: "r" }, rules });
const bindingTo = (kind: string, name: string): ApiObject => ({
  metadata: { name: "r" },
  roleRef: { apiGroup: group, kind, name },
});
const aggregating = (...clusterRoleSelectors: object[]): ApiObject => ({
  metadata: { name: "r" },
  aggregationRule: { clusterRoleSelectors },
});
const roleInWeb = { namespace: "web", name: "r" };
const roleInShop = { namespace: "shop", name: "r" };
const missingPermission = (permission: string) =>
  `is attempting to grant RBAC permissions not currently held:\n{${permission}}`;
const missingPods = missingPermission('APIGroups:[""], Resources:["pods"], Verbs:["get"]');
const missingNodes = missingPermission('APIGroups:[""], Resources:["nodes"], Verbs:["get"]');
const noAggregation = "must have cluster-admin privileges to use the aggregationRule";
const nodes = roleOf(rule("get", "nodes"));

test.each<[string, string, string, Partial<AdmissionAttributes>, string]>([
  ["a role with permissions that the user holds", "carol", "clusterroles", { object: roleOf(getSecrets) }, ""],
  [
    "a cluster role with permissions that the user holds in one namespace only",
    "carol",
    "clusterroles",
    { object: roleOf(getPods) },
    missingPods,
  ],
  [
    "a role with permissions that the user holds in its namespace",
    "carol",
    "roles",
    { object: roleOf(getPods, getSecrets), target: roleInWeb },
    "",
  ],
  [
    "a role with permissions that the user holds in another namespace",
    "carol",
    "roles",
    { object: roleOf(getPods), target: roleInShop },
    missingPods,
  ],
  ["a role without rules", "carol", "roles", { object: { metadata: {} }, target: roleInShop }, ""],
  ["a role by a member of system:masters", "master", "clusterroles", { object: nodes }, ""],
  [
    "a role of another API group",
    "carol",
    "roles",
    { object: nodes, resource: { group: "x", resource: "roles" } as never },
    "",
  ],
  ["the deletion of a role", "carol", "clusterroles", { operation: "DELETE", oldObject: nodes }, ""],
  [
    "an aggregated role by a user with few permissions",
    "carol",
    "clusterroles",
    { object: aggregating({}) },
    noAggregation,
  ],
  ["an aggregated role by a user who holds everything", "root", "clusterroles", { object: aggregating({}) }, ""],
  ["an aggregation rule without selectors", "carol", "clusterroles", { object: aggregating() }, ""],
  ["an empty aggregation rule", "carol", "clusterroles", { object: { metadata: {}, aggregationRule: {} } }, ""],
  [
    "an update that removes the aggregation rule",
    "carol",
    "clusterroles",
    { object: roleOf(), oldObject: aggregating({}) },
    noAggregation,
  ],
  [
    "an update to permissions that the user holds",
    "carol",
    "clusterroles",
    { object: roleOf(getSecrets), oldObject: nodes },
    "",
  ],
  [
    "an update to permissions that the user lacks",
    "carol",
    "clusterroles",
    { object: nodes, oldObject: roleOf() },
    missingNodes,
  ],
  [
    "an update that leaves the rules as they are",
    "carol",
    "clusterroles",
    { object: nodes, oldObject: structuredClone(nodes) },
    "",
  ],
  ...["ownerReferences", "finalizers", "managedFields"].flatMap((field) => {
    const changed = { ...nodes, metadata: { name: "r", [field]: [] } };
    return [
      [`new ${field} alone`, "carol", "clusterroles", { object: changed, oldObject: nodes }, ""],
      [`${field} removed`, "carol", "clusterroles", { object: nodes, oldObject: changed }, ""],
    ] as [string, string, string, Partial<AdmissionAttributes>, string][];
  }),
  [
    "an update of the labels",
    "carol",
    "clusterroles",
    { object: { ...nodes, metadata: { name: "r", labels: { a: "b" } } }, oldObject: nodes },
    missingNodes,
  ],
  [
    "a binding to a role whose permissions the user holds",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "secrets") },
    "",
  ],
  [
    "a binding to a role whose permissions the user lacks",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "nodes") },
    missingNodes,
  ],
  [
    "a binding by a member of system:masters",
    "master",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "nodes") },
    "",
  ],
  [
    "a binding in a namespace to a cluster role whose permissions the user lacks",
    "carol",
    "rolebindings",
    { object: bindingTo("ClusterRole", "nodes"), target: roleInWeb },
    missingNodes,
  ],
  ["a binding to a role", "carol", "rolebindings", { object: bindingTo("Role", "pods"), target: roleInWeb }, ""],
  [
    "a binding to a role that exists in another namespace only",
    "carol",
    "rolebindings",
    { object: bindingTo("Role", "pods"), target: roleInShop },
    'rolebindings.rbac.authorization.k8s.io "pods" not found',
  ],
  [
    "a binding to a role that does not exist",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "none") },
    'clusterrolebindings.rbac.authorization.k8s.io "none" not found',
  ],
  [
    "a binding to a role without a name",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "") },
    "Name parameter required.",
  ],
  [
    "a binding to a name with a slash",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "a/b") },
    `Name parameter invalid: "a/b": may not contain '/'`,
  ],
  [
    "a binding of all namespaces to the role of one",
    "carol",
    "clusterrolebindings",
    { object: bindingTo("Role", "pods") },
    "Namespace parameter required.",
  ],
  [
    "a binding without a role reference",
    "carol",
    "rolebindings",
    { object: { metadata: {} } },
    'unsupported role reference kind: ""',
  ],
  ["an update of a role with `escalate`", "erin", "clusterroles", { object: nodes, oldObject: roleOf() }, ""],
  ["a new role with `escalate` for one name", "erin", "clusterroles", { object: nodes }, missingNodes],
  [
    "a role that an update creates, with `escalate` for its name",
    "erin",
    "clusterroles",
    { object: nodes, nameInPath: "r" },
    "",
  ],
  [
    "another role with `escalate` for one name",
    "erin",
    "clusterroles",
    { object: nodes, oldObject: roleOf(), target: { namespace: "", name: "other" } },
    missingNodes,
  ],
  [
    "an update of a role with `escalate` in its namespace",
    "frank",
    "roles",
    { object: nodes, oldObject: roleOf(), target: roleInWeb },
    "",
  ],
  [
    "an update of a role with `escalate` in another namespace",
    "frank",
    "roles",
    { object: nodes, oldObject: roleOf(), target: roleInShop },
    missingNodes,
  ],
  ["a binding with `bind`", "erin", "clusterrolebindings", { object: bindingTo("ClusterRole", "nodes") }, ""],
  [
    "a binding to another role with `bind`",
    "erin",
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "secrets") },
    missingPermission('APIGroups:[""], Resources:["secrets"], Verbs:["get"]'),
  ],
])("%s (%s)", async (_name, user, resource, attempt, message) => {
  const result = await write(user, resource, attempt);
  if (message === "") expect(result.message).toBe("");
  else expect(result.message).toContain(message);
});

test("a rejection names the object, the user and the missing permissions", async () => {
  const { message } = await write("carol", "clusterroles", { object: nodes });
  expect(message).toBe(`clusterroles.${group} "r" is forbidden: user "carol" (groups=["g"]) ${missingNodes}`);
});

test.each<[string, Partial<AdmissionAttributes>, Partial<AccessAttributes> & { name: string; namespace: string }]>([
  ["roles", { object: nodes, target: roleInWeb }, { verb: "escalate", resource: "roles", name: "", namespace: "web" }],
  [
    "clusterroles",
    { object: nodes, oldObject: roleOf() },
    { verb: "escalate", resource: "clusterroles", name: "r", namespace: "" },
  ],
  [
    "rolebindings",
    { object: bindingTo("ClusterRole", "secrets"), target: roleInWeb },
    { verb: "bind", resource: "clusterroles", name: "secrets", namespace: "web" },
  ],
  [
    "rolebindings",
    { object: bindingTo("Role", "pods"), target: roleInWeb },
    { verb: "bind", resource: "roles", name: "pods", namespace: "web" },
  ],
  // An update that creates an object has the name in its path; a POST has it only in the body.
  [
    "roles",
    { object: nodes, target: roleInWeb, nameInPath: "r" },
    { verb: "escalate", resource: "roles", name: "r", namespace: "web" },
  ],
  [
    "clusterroles",
    { object: nodes, nameInPath: "r" },
    { verb: "escalate", resource: "clusterroles", name: "r", namespace: "" },
  ],
  [
    "clusterrolebindings",
    { object: bindingTo("ClusterRole", "nodes"), nameInPath: "r" },
    { verb: "bind", resource: "clusterroles", name: "nodes", namespace: "" },
  ],
  [
    "rolebindings",
    { object: bindingTo("Role", "pods"), target: roleInWeb, nameInPath: "r" },
    { verb: "bind", resource: "roles", name: "pods", namespace: "web" },
  ],
  [
    "rolebindings",
    { object: { metadata: { name: "r" }, roleRef: { apiGroup: "x", kind: "Role", name: "pods" } }, target: roleInWeb },
    { verb: "bind", group: "x", resource: "roles", name: "pods", namespace: "web" },
  ],
])(
  "a write of %s first checks the permission to grant more than the user holds",
  async (resource, attempt, attributes) => {
    const { checkedAttributes } = await write("carol", resource, attempt);
    expect(checkedAttributes).toEqual([{ kind: "resource", group, version: "*", subresource: "", ...attributes }]);
  },
);

test.each([undefined, "", "role", "Group"])("a binding must refer to a role, not to the kind %s", async (kind) => {
  const object = { metadata: { name: "r" }, roleRef: { apiGroup: group, kind, name: "pods" } };
  const { message, checkedAttributes } = await write("carol", "rolebindings", { object, target: roleInWeb });
  expect({ message, checkedAttributes }).toEqual({
    message: `unsupported role reference kind: ${JSON.stringify(kind ?? "")}`,
    checkedAttributes: [],
  });
});
