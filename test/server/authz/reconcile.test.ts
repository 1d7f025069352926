import { expect, test } from "vitest";
import type { BindingObject, RoleObject } from "../../../src/server/authz/bootstrap-policy.ts";
import { bootstrapPolicy } from "../../../src/server/authz/bootstrap-policy.ts";
import { reconcileBinding, reconcileRole } from "../../../src/server/authz/reconcile.ts";

const auto = "rbac.authorization.kubernetes.io/autoupdate";
const get = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const list = { verbs: ["list"], apiGroups: [""], resources: ["pods"] };
const otherRule = { verbs: ["get"], apiGroups: [""], resources: ["nodes"] };

const role = (rules: RoleObject["rules"], annotations: Record<string, string> = { [auto]: "true" }): RoleObject => ({
  metadata: { name: "r", labels: { l: "1" }, annotations },
  ...(rules ? { rules } : {}),
});
const selector = (name: string) => ({ matchLabels: { [name]: "true" } });
const aggregated = (...names: string[]): RoleObject => ({
  ...role(undefined),
  aggregationRule: { clusterRoleSelectors: names.map(selector) },
});

test.each<[string, RoleObject | undefined, RoleObject, object]>([
  ["absent", undefined, role([get]), { action: "create", object: role([get]) }],
  ["already as expected", role([get]), role([get]), { action: "none" }],
  ["additional rules", role([get, otherRule]), role([get]), { action: "none" }],
  ["a missing rule", role([otherRule]), role([get, list]), { action: "update", object: role([otherRule, get, list]) }],
  [
    "a stored rule that covers the expected ones",
    role([{ ...get, verbs: ["*"] }]),
    role([get, list]),
    { action: "none" },
  ],
  ["not automatically updated", role([otherRule], { [auto]: "false" }), role([get]), { action: "none" }],
  [
    "labels and annotations of people stay",
    { metadata: { name: "r", labels: { l: "2", m: "1" } }, rules: [get] },
    role([get]),
    {
      action: "update",
      object: { metadata: { name: "r", labels: { l: "2", m: "1" }, annotations: { [auto]: "true" } }, rules: [get] },
    },
  ],
  ["a missing selector", aggregated("a"), aggregated("b"), { action: "update", object: aggregated("a", "b") }],
  ["without rules", role(undefined), role([get]), { action: "update", object: role([get]) }],
  ["additional selectors", aggregated("a", "b"), aggregated("a"), { action: "none" }],
  ["without selectors", role(undefined), aggregated("a"), { action: "update", object: aggregated("a") }],
  ["no expected selectors", aggregated("a"), { ...role(undefined), aggregationRule: {} }, { action: "none" }],
  ["an unexpected aggregation rule", aggregated("a"), role(undefined), { action: "update", object: role(undefined) }],
])("a role: %s", (_name, existing, expected, result) => {
  expect(reconcileRole(existing, expected)).toEqual(result);
});

const subject = (name: string) => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name });
const binding = (to: string, ...users: string[]): BindingObject => ({
  metadata: { name: "b", labels: {}, annotations: { [auto]: "true" } },
  subjects: users.map(subject),
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: to },
});
const keptBinding = { ...binding("r", "a"), metadata: { name: "b", annotations: { [auto]: "false" } } };

test.each<[string, BindingObject | undefined, BindingObject, object]>([
  ["absent", undefined, binding("r", "a"), { action: "create", object: binding("r", "a") }],
  ["already as expected", binding("r", "a"), binding("r", "a"), { action: "none" }],
  ["additional subjects", binding("r", "a", "b"), binding("r", "a"), { action: "none" }],
  ["a missing subject", binding("r", "b"), binding("r", "a"), { action: "update", object: binding("r", "b", "a") }],
  [
    "without subjects",
    { ...binding("r"), subjects: undefined as never },
    binding("r", "a"),
    { action: "update", object: binding("r", "a") },
  ],
  ["another role", binding("s", "b"), binding("r", "a"), { action: "recreate", object: binding("r", "a") }],
  ["not automatically updated", keptBinding, binding("r", "b"), { action: "none" }],
  ["another role, not automatically updated", keptBinding, binding("s", "b"), { action: "none" }],
])("a binding: %s", (_name, existing, expected, result) => {
  expect(reconcileBinding(existing, expected)).toEqual(result);
});

test("the bootstrap policy needs no change after its creation", () => {
  for (const { kind, object } of bootstrapPolicy("k8s.io")) {
    const stored = structuredClone(object);
    const result =
      kind === "ClusterRole" || kind === "Role"
        ? reconcileRole(stored as RoleObject, object)
        : reconcileBinding(stored as BindingObject, object as BindingObject);
    expect(result).toEqual({ action: "none" });
  }
});
