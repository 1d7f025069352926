import { expect, test } from "vitest";
import { describeRule, grantChanges } from "../../src/access/grant-changes.ts";
import type { RbacObject } from "../../src/access/role-index.ts";

const role = (namespace: string, rules: readonly object[]): RbacObject => ({
  kind: namespace === "" ? "ClusterRole" : "Role",
  name: "role",
  namespace,
  object: { rules },
});
const binding = (namespace: string, kind: "Role" | "ClusterRole", name = "role"): RbacObject => ({
  kind: namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
  name: `binding-${kind}`,
  namespace,
  object: { roleRef: { kind, name }, subjects: [{ kind: "ServiceAccount", name: "robot", namespace: "shop" }] },
});
const pods = (...verbs: readonly string[]) => ({ apiGroups: [""], resources: ["pods"], verbs });

test.each([
  { name: "the same rules", before: [role("shop", [pods("get")])], after: [role("shop", [pods("get")])], expected: [] },
  {
    name: "the same permissions in two rules",
    before: [role("shop", [pods("get", "list")])],
    after: [role("shop", [pods("list"), pods("get")])],
    expected: [],
  },
  {
    name: "an additional rule",
    before: [role("shop", [pods("get")])],
    after: [role("shop", [pods("get"), { ...pods("list", "watch"), resources: ["pods", "secrets"] }])],
    expected: ["+shop: list, watch on pods, secrets"],
  },
  {
    name: "a wildcard instead of one verb",
    before: [role("shop", [pods("get")])],
    after: [role("shop", [pods("*")])],
    expected: ["+shop: every verb on pods"],
  },
])("the grants of a changed Role: $name", ({ before, after, expected }) => {
  const bound = binding("shop", "Role");
  expect(changeLines([bound, ...before], [bound, ...after])).toEqual(expected);
});

test("a grant that moves from a namespace to the whole cluster is a gain and not a loss", () => {
  const rules = [pods("get")];
  const before = [role("", rules), binding("shop", "ClusterRole")];
  const after = [role("", rules), binding("", "ClusterRole")];
  expect(changeLines(before, after)).toEqual(["+: get on pods"]);
  expect(changeLines(after, before)).toEqual(["-: get on pods"]);
});

test("the rules of cluster-admin are known without its object", () => {
  expect(changeLines([], [binding("", "ClusterRole", "cluster-admin")])).toEqual([
    "+: every verb on every resource of every group",
    "+: every verb on *",
  ]);
});

test("the description of a rule contains its resource names, groups and paths", () => {
  const rule = { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"], resourceNames: ["web"] };
  expect(describeRule(rule)).toBe('get on deployments (apps) named "web"');
  expect(describeRule({ nonResourceURLs: ["/metrics"], verbs: ["*"] })).toBe("every verb on /metrics");
});

function changeLines(before: readonly RbacObject[], after: readonly RbacObject[]): readonly string[] {
  return grantChanges(before, after).flatMap(({ namespace, gained, lost }) => [
    ...gained.map((rule) => `+${namespace}: ${describeRule(rule)}`),
    ...lost.map((rule) => `-${namespace}: ${describeRule(rule)}`),
  ]);
}
