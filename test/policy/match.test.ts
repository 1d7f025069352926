import { expect, test } from "vitest";
import type { NamedRuleWithOperations } from "../../src/api/types/admissionregistration-v1.ts";
import type { AdmissionRequest, ServedVersion } from "../../src/policy/admission-request.ts";
import { matchRequest } from "../../src/policy/match.ts";

const version = (group: string, name: string, kind: string, resource: string): ServedVersion => ({
  kind: { group, version: name, kind },
  resource: { group, version: name, resource },
});
const request = (more: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  ...version("apps", "v1", "Deployment", "deployments"),
  subresource: "",
  name: "web",
  namespace: "test",
  operation: "CREATE",
  user: { username: "ann", uid: "", groups: [], extra: {} },
  object: { metadata: { labels: { app: "web" } } },
  isDryRun: false,
  equivalents: [version("apps", "v1beta1", "Deployment", "deployments")],
  ...more,
});
const rule = (more: NamedRuleWithOperations = {}): NamedRuleWithOperations => ({
  operations: ["CREATE"],
  apiGroups: ["apps"],
  apiVersions: ["v1"],
  resources: ["deployments"],
  ...more,
});
const node = { ...version("", "v1", "Node", "nodes"), namespace: "", equivalents: [] };
const namespace = { ...version("", "v1", "Namespace", "namespaces"), namespace: "test", equivalents: [] };
const matchAll: NamedRuleWithOperations = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };

test.each([
  { name: "no rules", match: {}, expected: true },
  { name: "the resource", match: { resourceRules: [rule()] }, expected: true },
  { name: "another operation", match: { resourceRules: [rule({ operations: ["DELETE"] })] }, expected: false },
  { name: "another group", match: { resourceRules: [rule({ apiGroups: [""] })] }, expected: false },
  { name: "every resource", match: { resourceRules: [rule(matchAll)] }, expected: true },
  { name: "a subresource", match: { resourceRules: [rule({ resources: ["deployments/scale"] })] }, expected: false },
  { name: "every subresource", match: { resourceRules: [rule({ resources: ["deployments/*"] })] }, expected: true },
  { name: "the resource name", match: { resourceRules: [rule({ resourceNames: ["web"] })] }, expected: true },
  { name: "another resource name", match: { resourceRules: [rule({ resourceNames: ["api"] })] }, expected: false },
  { name: "the scope Cluster", match: { resourceRules: [rule({ scope: "Cluster" })] }, expected: false },
  { name: "the scope Namespaced", match: { resourceRules: [rule({ scope: "Namespaced" })] }, expected: true },
  {
    name: "an excluded resource",
    match: { resourceRules: [rule(matchAll)], excludeResourceRules: [rule()] },
    expected: false,
  },
  { name: "matching labels of the object", match: { objectSelector: { matchLabels: { app: "web" } } }, expected: true },
  { name: "other labels of the object", match: { objectSelector: { matchLabels: { app: "api" } } }, expected: false },
  {
    name: "matching labels of the namespace",
    match: { namespaceSelector: { matchLabels: { env: "test" } } },
    expected: true,
  },
  {
    name: "other labels of the namespace",
    match: { namespaceSelector: { matchLabels: { env: "live" } } },
    expected: false,
  },
  {
    name: "a cluster-scoped object despite a namespace selector",
    match: { namespaceSelector: { matchLabels: { env: "live" } } },
    of: node,
    expected: true,
  },
  {
    name: "a cluster-scoped object with the scope Cluster",
    match: { resourceRules: [rule({ ...matchAll, scope: "Cluster" })] },
    of: node,
    expected: true,
  },
  {
    name: "a namespace with the scope Cluster",
    match: { resourceRules: [rule({ ...matchAll, scope: "Namespaced" })] },
    of: namespace,
    expected: false,
  },
  {
    name: "a new namespace, matched by its own labels",
    match: { namespaceSelector: { matchLabels: { app: "web" } } },
    of: namespace,
    expected: true,
  },
])("$name: $expected", ({ match, of = {}, expected }) => {
  expect(matchRequest(match, request(of), () => ({ env: "test" })) !== undefined).toBe(expected);
});

test("equivalent versions match unless matchPolicy is Exact", () => {
  const match = { resourceRules: [rule({ apiVersions: ["v1beta1"] })] };
  const matched = matchRequest({ ...match, matchPolicy: "Equivalent" }, request(), () => ({}));
  expect(matched?.kind.version).toBe("v1beta1");
  expect(matchRequest({ ...match, matchPolicy: "Exact" }, request(), () => ({}))).toBeUndefined();
});
