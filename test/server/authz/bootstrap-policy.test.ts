import { expect, test } from "vitest";
import { RbacPolicy } from "../../../src/access/rbac.ts";
import type { AccessAttributes } from "../../../src/access/request.ts";
import { bootstrapPolicy } from "../../../src/server/authz/bootstrap-policy.ts";

const objects = bootstrapPolicy("k8s.io");

const findObject = (kind: string, name: string) =>
  objects.find((item) => item.kind === kind && item.object.metadata.name === name)?.object;

test("the policy has all objects that an API server of 1.37 creates, roles first", () => {
  const count = (kind: string) => objects.filter((item) => item.kind === kind).length;
  expect({
    ClusterRole: count("ClusterRole"),
    ClusterRoleBinding: count("ClusterRoleBinding"),
    Role: count("Role"),
    RoleBinding: count("RoleBinding"),
  }).toEqual({ ClusterRole: 73, ClusterRoleBinding: 54, Role: 7, RoleBinding: 7 });
  const lastClusterRole = objects.findLastIndex(({ kind }) => kind === "ClusterRole");
  expect(lastClusterRole).toBeLessThan(objects.findIndex(({ kind }) => kind === "ClusterRoleBinding"));
});

test("objects are those of upstream", () => {
  expect(findObject("ClusterRole", "cluster-admin")).toEqual({
    metadata: {
      name: "cluster-admin",
      labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
      annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
    },
    rules: [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ],
  });
  expect(findObject("ClusterRole", "edit")).toEqual({
    metadata: {
      name: "edit",
      labels: {
        "kubernetes.io/bootstrapping": "rbac-defaults",
        "rbac.authorization.k8s.io/aggregate-to-admin": "true",
      },
      annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
    },
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { "rbac.authorization.k8s.io/aggregate-to-edit": "true" } }],
    },
  });
  expect(findObject("Role", "extension-apiserver-authentication-reader")).toHaveProperty("rules", [
    {
      verbs: ["get", "list", "watch"],
      apiGroups: [""],
      resources: ["configmaps"],
      resourceNames: ["extension-apiserver-authentication"],
    },
  ]);
  expect(findObject("RoleBinding", "system:controller:token-cleaner")).toMatchObject({
    metadata: { namespace: "kube-system" },
    subjects: [{ kind: "ServiceAccount", name: "token-cleaner", namespace: "kube-system" }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "system:controller:token-cleaner" },
  });
  expect(findObject("ClusterRoleBinding", "system:node")).not.toHaveProperty("subjects");
});

test("API groups are in the configured domain", () => {
  const own = bootstrapPolicy("example.org").find(({ object }) => object.metadata.name === "system:basic-user");
  expect(own?.object).toHaveProperty("rules[0].apiGroups", ["authorization.example.org"]);
});

const policy = new RbacPolicy(
  objects.map(({ kind, object }) => ({
    kind,
    name: object.metadata.name ?? "",
    namespace: object.metadata.namespace ?? "",
    object,
  })),
);

const user = (username: string, ...groups: string[]) => ({ username, uid: "", groups, extra: {} });
const resource = (verb: string, name: string, group = "", namespace = ""): AccessAttributes => {
  return { kind: "resource", verb, group, version: "v1", resource: name, subresource: "", name: "", namespace };
};

test.each([
  ["anonymous users read the health", user("system:anonymous", "system:unauthenticated"), "/healthz", true],
  ["anonymous users do not use discovery", user("system:anonymous", "system:unauthenticated"), "/api", false],
  ["authenticated users use discovery", user("a", "system:authenticated"), "/apis/apps/v1", true],
])("%s", (_name, user, path, allowed) => {
  const { grant } = policy.authorize({ user, attributes: { kind: "url", verb: "get", path } });
  expect(grant !== undefined).toBe(allowed);
});

test.each([
  ["members of system:masters do everything", user("a", "system:masters"), resource("delete", "nodes"), true],
  ["other users do nothing", user("a", "system:authenticated"), resource("list", "pods"), false],
  ["the scheduler lists pods", user("system:kube-scheduler"), resource("list", "pods"), true],
  [
    "authenticated users review their own access",
    user("a", "system:authenticated"),
    resource("create", "selfsubjectaccessreviews", "authorization.k8s.io"),
    true,
  ],
  [
    "the DaemonSet controller creates pods",
    user("system:serviceaccount:kube-system:daemon-set-controller"),
    resource("create", "pods", "", "web"),
    true,
  ],
])("%s", (_name, user, attributes, allowed) => {
  expect(policy.authorize({ user, attributes }).grant !== undefined).toBe(allowed);
});
