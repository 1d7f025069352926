import { describe, expect, test } from "vitest";
import type { Kind } from "../../../src/kind/kind.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { findings, ruleIds } from "../../rule/rule-ids.ts";

const roleWithRule = (rule: object) => ({ metadata: { name: "own", namespace: "default" }, rules: [rule] });
const inClusterRole = (rule: object, name = "own") => ({ metadata: { name }, rules: [rule] });
const readPods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };

describe("rules that kube-apiserver rejects", () => {
  test.each([
    { name: "resources", rule: readPods, ofRole: [], ofClusterRole: [] },
    {
      name: "an empty rule",
      rule: {},
      ofRole: ["rbac/verbs-required", "rbac/api-groups-required", "rbac/resources-required"],
      ofClusterRole: ["rbac/verbs-required", "rbac/api-groups-required", "rbac/resources-required"],
    },
    {
      name: "URLs",
      rule: { nonResourceURLs: ["/healthz*"], verbs: ["get"] },
      ofRole: ["role/no-urls"],
      ofClusterRole: [],
    },
    {
      name: "URLs without verbs",
      rule: { nonResourceURLs: ["*"] },
      ofRole: ["role/no-urls", "rbac/verbs-required"],
      ofClusterRole: ["rbac/verbs-required"],
    },
    {
      name: "URLs and resources",
      rule: { ...readPods, nonResourceURLs: ["/healthz"] },
      ofRole: ["role/no-urls", "rbac/resources-or-urls"],
      ofClusterRole: ["rbac/resources-or-urls"],
    },
    {
      name: "URLs and resource names",
      rule: { nonResourceURLs: ["/healthz"], resourceNames: ["a"], verbs: ["get"] },
      ofRole: ["role/no-urls", "rbac/resources-or-urls"],
      ofClusterRole: ["rbac/resources-or-urls"],
    },
    {
      name: "resource names for several resources",
      rule: { ...readPods, resources: ["pods", "services"], resourceNames: ["a"] },
      ofRole: [],
      ofClusterRole: [],
    },
  ])("$name", ({ rule, ofRole, ofClusterRole }) => {
    expect(ruleIds(role, roleWithRule(rule))).toEqual(ofRole);
    expect(ruleIds(clusterRole, inClusterRole(rule))).toEqual(ofClusterRole);
  });
});

test.each([
  { name: "no rules", object: {} },
  { name: "null rules", object: { rules: null } },
  { name: "an empty list", object: { rules: [] } },
])("a role with $name is accepted", ({ object }) => {
  expect(ruleIds(role, { metadata: { name: "own", namespace: "default" }, ...object })).toEqual([]);
});

describe("aggregation", () => {
  const aggregated = (...clusterRoleSelectors: object[]) => ({
    metadata: { name: "own" },
    aggregationRule: { clusterRoleSelectors },
  });
  const expression = (requirement: object) => aggregated({ matchExpressions: [requirement] });

  test.each([
    { name: "matchLabels", object: aggregated({ matchLabels: { "example.com/to-view": "true" } }), expected: [] },
    { name: "an empty selector", object: aggregated({}), expected: [] },
    { name: "In", object: expression({ key: "a", operator: "In", values: ["b"] }), expected: [] },
    { name: "Exists", object: expression({ key: "a", operator: "Exists" }), expected: [] },
    { name: "no selectors", object: aggregated(), expected: [["aggregationRule", "clusterRoleSelectors"]] },
    {
      name: "an invalid label value",
      object: aggregated({ matchLabels: { a: "b c" } }),
      expected: [["aggregationRule", "clusterRoleSelectors", 0, "matchLabels", "a"]],
    },
    {
      name: "an unknown operator",
      object: expression({ key: "a", operator: "in", values: ["b"] }),
      expected: [["aggregationRule", "clusterRoleSelectors", 0, "matchExpressions", 0, "operator"]],
    },
    {
      name: "NotIn without values",
      object: expression({ key: "a", operator: "NotIn" }),
      expected: [["aggregationRule", "clusterRoleSelectors", 0, "matchExpressions", 0, "values"]],
    },
    {
      name: "Exists with values",
      object: expression({ key: "a", operator: "Exists", values: ["b"] }),
      expected: [["aggregationRule", "clusterRoleSelectors", 0, "matchExpressions", 0, "values"]],
    },
    {
      name: "an invalid key and an invalid value",
      object: expression({ key: "-", operator: "In", values: ["-"] }),
      expected: [
        ["aggregationRule", "clusterRoleSelectors", 0, "matchExpressions", 0, "key"],
        ["aggregationRule", "clusterRoleSelectors", 0, "matchExpressions", 0, "values", 0],
      ],
    },
  ])("$name", ({ object, expected }) => {
    const found = findings(clusterRole, object);
    expect(found.map(({ path }) => path)).toEqual(expected);
    expect(found.every(({ rule }) => rule === "cluster-role/aggregation-selectors")).toBe(true);
  });

  test.each([
    { name: "the role has its own rules", metadata: {}, expected: ["cluster-role/aggregated-rules"] },
    { name: "the role is read from a cluster", metadata: { uid: "1" }, expected: [] },
    { name: "the role is built in", metadata: { name: "view" }, expected: [] },
  ])(
    "rules of an aggregated role have a finding because a controller overwrites them: $name",
    ({ metadata, expected }) => {
      const object = { ...aggregated({}), rules: [readPods] };
      expect(ruleIds(clusterRole, { ...object, metadata: { ...object.metadata, ...metadata } })).toEqual(expected);
    },
  );
});

/** Returns the rule ids for a role with a policy rule that reads pods, with the given changes. */
const adviceOf = (rule: object, kind: Kind = clusterRole) =>
  ruleIds(kind, kind === role ? roleWithRule({ ...readPods, ...rule }) : inClusterRole({ ...readPods, ...rule }));

describe("verbs", () => {
  test.each([
    ...["get", "deletecollection", "*", "use", "impersonate", "synchronise"].map((verb) => ({
      verb,
      meant: undefined,
    })),
    { verb: "GET", meant: 'write "get"' },
    { verb: "gets", meant: 'write "get"' },
    { verb: "post", meant: 'write "create"' },
    { verb: "PUT", meant: 'write "update"' },
    { verb: "read", meant: 'write "get"' },
    { verb: "delete-collection", meant: 'write "deletecollection"' },
    { verb: "", meant: "verbs are get, list, watch, create, update, patch, delete, deletecollection" },
  ])("for resources: $verb", ({ verb, meant }) => {
    const found = findings(clusterRole, inClusterRole({ ...readPods, verbs: [verb] }));
    expect(found.map(({ rule, help }) => [rule, help])).toEqual(meant ? [["rbac/unknown-verb", meant]] : []);
  });

  test.each([
    ...["get", "head", "post", "*"].map((verb) => ({ verb, meant: undefined })),
    { verb: "GET", meant: 'write "get"' },
    { verb: "list", meant: "verbs are get, head, options, post, put, patch, delete" },
  ])("for URLs: $verb", ({ verb, meant }) => {
    const found = findings(clusterRole, inClusterRole({ nonResourceURLs: ["/version"], verbs: [verb] }));
    expect(found.map(({ rule, help }) => [rule, help])).toEqual(meant ? [["rbac/unknown-verb", meant]] : []);
  });
});

describe("API groups", () => {
  test.each([
    ...["", "apps", "*", "example.com", "v1.example.com"].map((group) => ({ group, help: undefined })),
    { group: "v1", help: 'the group of `apiVersion: v1` is ""' },
    { group: "apps/v1", help: 'write "apps"' },
    { group: "core", help: 'the name of the core group is ""' },
    { group: "*.example.com", help: 'name each group, or write "*"' },
    { group: "Apps", help: 'write "apps"' },
  ])("$group", ({ group, help }) => {
    const found = findings(clusterRole, inClusterRole({ apiGroups: [group], resources: ["widgets"], verbs: ["get"] }));
    expect(found.map((finding) => [finding.rule, finding.help])).toEqual(help ? [["rbac/api-group", help]] : []);
  });
});

describe("resources", () => {
  test.each([
    { apiGroups: [""], resource: "pods/log" },
    { apiGroups: ["*"], resource: "*" },
    { apiGroups: ["*"], resource: "*/scale" },
    { apiGroups: [""], resource: "routes" },
    { apiGroups: ["example.com"], resource: "pod" },
    { apiGroups: ["metrics.k8s.io"], resource: "pods" },
    { apiGroups: ["extensions"], resource: "deployments" },
    { apiGroups: ["", "apps"], resource: "deployments" },
    { apiGroups: [""], resource: "pod", rule: "rbac/resource", help: 'write "pods"' },
    { apiGroups: [""], resource: "Pod/Exec", rule: "rbac/resource", help: 'write "pods/exec"' },
    { apiGroups: ["apps"], resource: "deploy", rule: "rbac/resource", help: 'write "deployments"' },
    { apiGroups: ["networking.k8s.io"], resource: "ingress", rule: "rbac/resource", help: 'write "ingresses"' },
    {
      apiGroups: ["networking.k8s.io"],
      resource: "NetworkPolicy",
      rule: "rbac/resource",
      help: 'write "networkpolicies"',
    },
    { apiGroups: [""], resource: "configmap", rule: "rbac/resource", help: 'write "configmaps"' },
    { apiGroups: ["apps"], resource: "deploymets", rule: "rbac/resource", help: 'write "deployments"' },
    {
      apiGroups: ["example.com"],
      resource: "Widgets",
      rule: "rbac/resource",
      help: "`kubectl api-resources` lists the names",
    },
    { apiGroups: [""], resource: "", rule: "rbac/resource", help: "`kubectl api-resources` lists the names" },
    {
      apiGroups: [""],
      resource: "pods/*",
      rule: "rbac/resource-pattern",
      help: 'name each one: "pods", "pods/status"',
    },
    {
      apiGroups: ["*"],
      resource: "*/*",
      rule: "rbac/resource-pattern",
      help: '"*" is every resource and every subresource',
    },
    {
      apiGroups: [""],
      resource: "deployments/scale",
      rule: "rbac/resource-group",
      help: "add that group to `apiGroups`, or write a separate rule",
    },
  ])("$resource in $apiGroups", ({ apiGroups, resource, rule, help }) => {
    const found = findings(clusterRole, inClusterRole({ apiGroups, resources: [resource], verbs: ["patch"] }));
    expect(found.map((finding) => [finding.rule, finding.help])).toEqual(rule ? [[rule, help]] : []);
  });

  test.each([
    { apiGroups: [""], resource: "nodes", expected: ["role/cluster-scoped"] },
    { apiGroups: ["", "storage.k8s.io"], resource: "storageclasses", expected: ["role/cluster-scoped"] },
    { apiGroups: [""], resource: "namespaces", expected: [] },
    { apiGroups: ["", "metrics.k8s.io"], resource: "nodes", expected: [] },
    { apiGroups: ["*"], resource: "nodes", expected: [] },
    { apiGroups: [""], resource: "pods", expected: [] },
  ])("in a Role: $resource in $apiGroups", ({ apiGroups, resource, expected }) => {
    expect(adviceOf({ apiGroups, resources: [resource] }, role)).toEqual(expected);
  });
});

test("built-in API groups have the group domain of the cluster", () => {
  const object = inClusterRole({ apiGroups: ["networking.example.com"], resources: ["ingress"], verbs: ["get"] });
  expect(ruleIds(clusterRole, object)).toEqual([]);
  expect(ruleIds(clusterRole, object, { groupDomain: "example.com" })).toEqual(["rbac/resource"]);
});

describe("resource names", () => {
  test.each([
    {
      name: "get with a resource name",
      rule: { resourceNames: ["web"], verbs: ["get", "list", "watch"] },
      expected: [],
    },
    {
      name: "create with a resource name",
      rule: { resourceNames: ["web"], verbs: ["create"] },
      expected: ["rbac/named-verb"],
    },
    {
      name: "deletecollection with a resource name",
      rule: { resourceNames: ["web"], verbs: ["deletecollection"] },
      expected: ["rbac/named-verb"],
    },
    {
      name: "create in an extension's group, which may authorize any name",
      rule: {
        apiGroups: ["example.com"],
        resources: ["tier.policies"],
        resourceNames: ["web", "web.*"],
        verbs: ["create"],
      },
      expected: [],
    },
    {
      name: "a pattern as a resource name",
      rule: { resourceNames: ["web-*"] },
      expected: ["rbac/resource-name-pattern"],
    },
    {
      name: "* as a resource name in an extension's group",
      rule: { apiGroups: ["example.com"], resources: ["widgets"], resourceNames: ["*"] },
      expected: ["rbac/resource-name-pattern"],
    },
    { name: "an empty resource name", rule: { resourceNames: [""], verbs: ["create"] }, expected: [] },
    {
      name: "create of a subresource",
      rule: { resources: ["pods/eviction"], resourceNames: ["web"], verbs: ["create"] },
      expected: [],
    },
    { name: "* as a resource name", rule: { resourceNames: ["*"] }, expected: ["rbac/resource-name-pattern"] },
    {
      name: "* as a resource name where it has a meaning",
      rule: {
        apiGroups: ["certificates.k8s.io"],
        resources: ["signers"],
        resourceNames: ["example.com/*"],
        verbs: ["sign"],
      },
      expected: [],
    },
  ])("$name", ({ rule, expected }) => {
    expect(adviceOf(rule)).toEqual(expected);
  });
});

test.each([
  ...["*", "/metrics", "/healthz*", "/apis/*"].map((url) => ({ url, help: undefined })),
  { url: "healthz", help: 'write "/healthz"' },
  { url: "https://host/healthz", help: 'write "/healthz"' },
  { url: "/api/*/pods", help: 'write "/api/*"' },
])("URL $url", ({ url, help }) => {
  const found = findings(clusterRole, inClusterRole({ nonResourceURLs: [url], verbs: ["get"] }));
  expect(found.map((finding) => [finding.rule, finding.help])).toEqual(help ? [["rbac/non-resource-url", help]] : []);
});

describe("powerful permissions", () => {
  const all = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
  const rbac = { apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"] };

  test.each([
    { name: "all verbs on all resources", rule: all, expected: ["rbac/full-access"] },
    { name: "reading all resources", rule: { ...all, verbs: ["get"] }, expected: ["cluster-role/every-secret"] },
    { name: "creating all resources", rule: { ...all, verbs: ["create"] }, expected: [] },
    { name: "escalate", rule: { ...rbac, verbs: ["escalate"] }, expected: ["rbac/escalation"] },
    { name: "bind", rule: { ...rbac, verbs: ["get", "bind"] }, expected: ["rbac/escalation"] },
    { name: "bind on one role", rule: { ...rbac, verbs: ["bind"], resourceNames: ["view"] }, expected: [] },
    { name: "every verb on roles", rule: { ...rbac, verbs: ["*"] }, expected: ["rbac/escalation"] },
    { name: "writing roles", rule: { ...rbac, verbs: ["create", "update"] }, expected: [] },
    { name: "impersonate", rule: { resources: ["users"], verbs: ["impersonate"] }, expected: ["rbac/escalation"] },
    { name: "exec", rule: { resources: ["pods", "pods/exec"], verbs: ["create"] }, expected: ["rbac/escalation"] },
    { name: "get on pods/exec", rule: { resources: ["pods/exec"], verbs: ["get"] }, expected: [] },
    {
      name: "creating service account tokens",
      rule: { resources: ["serviceaccounts/token"], verbs: ["create"] },
      expected: ["rbac/escalation"],
    },
    { name: "nodes/proxy", rule: { resources: ["nodes/proxy"] }, expected: ["rbac/escalation"] },
    {
      name: "every verb on secrets",
      rule: { resources: ["secrets"], verbs: ["*"] },
      expected: ["cluster-role/every-secret"],
    },
    ...["get", "list", "watch"].map((verb) => ({
      name: `${verb} on secrets`,
      rule: { resources: ["secrets"], verbs: ["create", verb] },
      expected: ["cluster-role/every-secret"],
    })),
    { name: "writing secrets", rule: { resources: ["secrets"], verbs: ["create", "update", "delete"] }, expected: [] },
    {
      name: "every verb on one secret",
      rule: { resources: ["secrets"], verbs: ["*"], resourceNames: ["own"] },
      expected: [],
    },
  ])("$name", ({ rule, expected }) => {
    expect(adviceOf(rule)).toEqual(expected);
  });

  test.each(["cluster-admin", "system:controller:own"])("the built-in role %s may have full access", (name) => {
    expect(ruleIds(clusterRole, inClusterRole(all, name))).toEqual([]);
  });

  test("a Role may have every verb on secrets of its namespace", () => {
    expect(adviceOf({ resources: ["secrets"], verbs: ["*"] }, role)).toEqual([]);
  });
});
