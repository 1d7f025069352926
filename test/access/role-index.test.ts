import { expect, test } from "vitest";
import { RoleIndex } from "../../src/access/role-index.ts";

const rules = (...verbs: readonly string[]) => verbs.map((verb) => ({ verbs: [verb] }));
const object = (kind: string, name: string, fields: object, namespace = "") => ({
  kind,
  name,
  namespace,
  object: fields,
});
const aggregates = (...clusterRoleSelectors: readonly object[]) => ({ aggregationRule: { clusterRoleSelectors } });
const labels = (label: string) => ({ metadata: { labels: { [label]: "true" } } });

const index = new RoleIndex([
  object("Role", "a", { rules: rules("before") }, "prod"),
  object("Role", "a", { rules: rules("prod", "too") }, "prod"),
  object("Role", "a", { rules: rules("dev"), ...aggregates({}) }, "dev"),
  object("Role", "aimless", {}, "prod"),
  object("RoleBinding", "b", { rules: rules("binding") }, "prod"),
  object("ClusterRole", "a", { rules: rules("cluster"), ...labels("x") }),
  object("ClusterRole", "stale", { rules: rules("stale"), aggregationRule: {} }),
  object("ClusterRole", "y", { ...aggregates({ matchLabels: { y: "true" } }), ...labels("x") }),
  object("ClusterRole", "z", { rules: rules("z"), ...labels("y") }),
  object("ClusterRole", "n", { rules: rules("n"), ...labels("s") }),
  object("ClusterRole", "m", { rules: rules("m"), ...labels("s") }),
  object("ClusterRole", "o", { rules: rules("o"), ...labels("s") }),
  object("ClusterRole", "s", aggregates({ matchLabels: { s: "true" } })),
  object("ClusterRole", "q", { rules: rules("q") }),
  object("ClusterRole", "x", {
    rules: rules("stale"),
    ...labels("x"),
    ...aggregates({ matchLabels: { y: "true" } }, { matchLabels: { x: "true" } }),
  }),
]);

test.each([
  { kind: "Role", name: "a", namespace: "prod", verbs: ["prod", "too"] },
  { kind: "Role", name: "a", namespace: "dev", verbs: ["dev"] },
  { kind: "Role", name: "a", namespace: "other" },
  { kind: "Role", name: "aimless", namespace: "prod", verbs: [] },
  { kind: "Role", name: "b", namespace: "prod" },
  { kind: "Role", name: "q", namespace: "" },
  { kind: "Role", name: "cluster-admin", namespace: "prod" },
  { kind: "ClusterRole", name: "a", namespace: "prod", verbs: ["cluster"] },
  { kind: "ClusterRole", name: "b", namespace: "prod" },
  { kind: "ClusterRole", name: "aimless", namespace: "prod" },
  { kind: "ClusterRole", name: "cluster-admin", namespace: "", verbs: ["*", "*"] },
  { kind: "ClusterRole", name: "stale", namespace: "", verbs: [] },
  { kind: "ClusterRole", name: "y", namespace: "", verbs: ["z"] },
  { kind: "ClusterRole", name: "s", namespace: "", verbs: ["m", "n", "o"] },
  { kind: "ClusterRole", name: "x", namespace: "", verbs: ["z", "cluster"] },
  { kind: "RoleBinding", name: "b", namespace: "prod" },
  { kind: "Group", name: "a", namespace: "prod" },
  { name: "a", namespace: "prod" },
  { kind: "Role", namespace: "prod" },
])("$kind $namespace/$name has the rules $verbs", ({ verbs, namespace, ...reference }) => {
  for (const resolved of [index.resolve(reference, namespace), index.resolve(reference, namespace)]) {
    expect(resolved?.flatMap(({ rule }) => rule.verbs)).toEqual(verbs);
  }
});

test("an object named cluster-admin replaces the built-in rules of cluster-admin", () => {
  const own = new RoleIndex([object("ClusterRole", "cluster-admin", { rules: rules("get") })]);
  expect(own.resolve({ kind: "ClusterRole", name: "cluster-admin" }, "")?.map(({ rule }) => rule)).toEqual(
    rules("get"),
  );
  expect(index.resolve({ kind: "ClusterRole", name: "cluster-admin" }, "")).toEqual([
    { rule: { verbs: ["*"], apiGroups: ["*"], resources: ["*"] }, index: 0 },
    { rule: { verbs: ["*"], nonResourceURLs: ["*"] }, index: 1 },
  ]);
});

test("for a whole cluster, roles have their stored rules, and a role without an object does not exist", () => {
  const stored = new RoleIndex(
    [
      object("ClusterRole", "filled", { rules: rules("stored"), ...aggregates({ matchLabels: { z: "true" } }) }),
      object("ClusterRole", "source", { rules: rules("other"), ...labels("z") }),
    ],
    "cluster",
  );
  const verbsOf = (name: string) =>
    stored.resolve({ kind: "ClusterRole", name }, "")?.map(({ rule }) => rule.verbs?.[0]);
  expect(verbsOf("filled")).toEqual(["stored"]);
  expect(verbsOf("cluster-admin")).toBeUndefined();
});
