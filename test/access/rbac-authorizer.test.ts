import { expect, test } from "vitest";
import { rbacAuthorizer } from "../../src/access/rbac-authorizer.ts";
import { policyOf } from "./rbac-objects.ts";

const subjects = [{ kind: "User", name: "ann" }];
const authorize = rbacAuthorizer(
  policyOf({
    roles: [
      {
        metadata: { name: "r", namespace: "prod" },
        rules: [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["web"] }],
      },
    ],
    clusterRoles: [{ metadata: { name: "c" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/metrics"] }] }],
    roleBindings: [{ metadata: { name: "b", namespace: "prod" }, subjects, roleRef: { kind: "Role", name: "r" } }],
    clusterRoleBindings: [{ metadata: { name: "b" }, subjects, roleRef: { kind: "ClusterRole", name: "c" } }],
  }),
);
const scale = { group: "apps", resource: "deployments", subresource: "scale", namespace: "prod", name: "web" };
const selectors = { fieldSelector: "", labelSelector: "" };
const allowedByRole = 'RBAC: allowed by RoleBinding "b/prod" of Role "r" to User "ann"';
const allowedByClusterRole = 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "c" to User "ann"';

test.each([
  { asked: scale, reason: allowedByRole },
  { asked: { ...scale, group: "" } },
  { asked: { ...scale, resource: "replicasets" } },
  { asked: { ...scale, subresource: "" } },
  { asked: { ...scale, namespace: "dev" } },
  { asked: { ...scale, name: "db" } },
  { asked: scale, verb: "update" },
  { asked: scale, who: "bob" },
  { asked: scale, who: "bob", groups: ["system:masters"], reason: "" },
  { asked: scale, who: "bob", groups: ["system:master", "ann"] },
  { asked: "/metrics", reason: allowedByClusterRole },
  { asked: "/metrics", verb: "post" },
  { asked: "/healthz" },
])("$who $groups $verb $asked: $reason", ({ asked, reason, who = "ann", groups = [], verb = "get" }) => {
  const target = typeof asked === "string" ? { path: asked } : { resource: { ...asked, ...selectors } };
  const answer = authorize({ user: { name: who, uid: "", groups, extra: {} }, verb, ...target });
  expect(answer).toEqual(reason === undefined ? { decision: "no-opinion", reason: "" } : { decision: "allow", reason });
});
