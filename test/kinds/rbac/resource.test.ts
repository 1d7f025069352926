import { expect, test } from "vitest";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { clusterRoleBinding } from "../../../src/kinds/rbac/cluster-role-binding.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { roleBinding } from "../../../src/kinds/rbac/role-binding.ts";

const metadata = { name: "readers", namespace: "web", creationTimestamp: "2026-01-31T12:00:00Z" };

test("the columns of bindings show the role, and the wide columns show the subjects", () => {
  const binding = {
    metadata,
    roleRef: { kind: "ClusterRole", name: "view" },
    subjects: [
      { kind: "User", name: "jane" },
      { kind: "ServiceAccount", name: "robot", namespace: "web" },
      { kind: "ServiceAccount", name: "own" },
      { kind: "User", name: "joe" },
      { kind: "Group", name: "team" },
    ],
  };
  const shown = roleBinding.resource?.columns.map(({ name, priority = 0, value }) => [
    name,
    priority,
    value(binding, 0),
  ]);
  expect(shown).toEqual([
    ["Name", 0, "readers"],
    ["Role", 0, "ClusterRole/view"],
    ["Age", 0, "2026-01-31T12:00:00Z"],
    ["Users", 1, "jane, joe"],
    ["Groups", 1, "team"],
    ["ServiceAccounts", 1, "web/robot, /own"],
  ]);
  expect(clusterRoleBinding.resource?.columns).toBe(roleBinding.resource?.columns);
});

test.each([
  { kind: role, plural: "roles", scope: "Namespaced" },
  { kind: clusterRole, plural: "clusterroles", scope: "Cluster" },
  { kind: roleBinding, plural: "rolebindings", scope: "Namespaced" },
  { kind: clusterRoleBinding, plural: "clusterrolebindings", scope: "Cluster" },
])("an update of $plural may create the object", ({ kind, plural, scope }) => {
  expect(kind.resource).toMatchObject({ plural, singular: kind.kind.toLowerCase(), scope, createOnUpdate: true });
});
