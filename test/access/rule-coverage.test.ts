import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccessAttributes } from "../../src/access/request.ts";
import { maxComparisons, maxUncovered, uncoveredRules } from "../../src/access/rule-coverage.ts";
import { ruleAllows } from "../../src/access/rule-match.ts";
import type { PolicyRule } from "../../src/api/types/rbac-v1.ts";

const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const paths = { verbs: ["get"], nonResourceURLs: ["/api"] };
const forResources = (...resources: string[]) => ({ ...pods, resources });
const forNames = (...resourceNames: string[]) => ({ ...pods, resourceNames });

/** The expected results are those of the policy comparator of Kubernetes 1.37. */
test.each([
  { name: "no held rules", held: [], wanted: pods, covered: false },
  { name: "an empty held rule", held: [{}], wanted: pods, covered: false },
  { name: "other verbs", held: [{ ...pods, verbs: ["list"] }], wanted: pods, covered: false },
  { name: "other groups", held: [{ ...pods, apiGroups: ["apps"] }], wanted: pods, covered: false },
  { name: "no groups", held: [{ verbs: ["*"], resources: ["*"] }], wanted: pods, covered: false },
  { name: "no resources", held: [{ verbs: ["*"], apiGroups: ["*"] }], wanted: pods, covered: false },
  { name: "no verbs", held: [{ apiGroups: ["*"], resources: ["*"] }], wanted: pods, covered: false },
  {
    name: "permissions in two rules",
    held: [forResources("nodes"), { ...pods, verbs: ["list"] }],
    wanted: pods,
    covered: false,
  },
  {
    name: "a subresource of all resources",
    held: [forResources("*/log")],
    wanted: forResources("pods/log"),
    covered: true,
  },
  {
    name: "only the subresource of all resources",
    held: [forResources("*/log")],
    wanted: forResources("pods/exec"),
    covered: false,
  },
  {
    name: "a subresource that contains a slash",
    held: [forResources("*/log")],
    wanted: forResources("pods/log/x"),
    covered: false,
  },
  {
    name: "a resource with two slashes",
    held: [forResources("*/log/x")],
    wanted: forResources("pods/log/x"),
    covered: true,
  },
  { name: "no subresource", held: [forResources("*/pods", "*s")], wanted: forResources("pods"), covered: false },
  {
    name: "a resource whose subresource is held",
    held: [forResources("pods")],
    wanted: forResources("pods/log"),
    covered: false,
  },
  {
    name: "a subresource whose resource is held",
    held: [forResources("pods/log")],
    wanted: forResources("pods"),
    covered: false,
  },
  { name: "one name where all are held", held: [pods], wanted: forNames("web"), covered: true },
  { name: "all names where one is held", held: [forNames("web")], wanted: pods, covered: false },
  { name: "all names where the empty name is held", held: [forNames("")], wanted: pods, covered: false },
  { name: "another name", held: [forNames("web")], wanted: forNames("web", "db"), covered: false },
  { name: "names in two rules", held: [forNames("web"), forNames("db")], wanted: forNames("db", "web"), covered: true },
  { name: "a path", held: [{ ...pods, nonResourceURLs: ["/api"] }], wanted: paths, covered: true },
  { name: "another path", held: [{ ...paths, nonResourceURLs: ["/apis"] }], wanted: paths, covered: false },
  {
    name: "a path where resources are held",
    held: [{ ...pods, verbs: ["*"], resources: ["*"] }],
    wanted: paths,
    covered: false,
  },
  { name: "other verbs of a path", held: [{ ...paths, verbs: ["post"] }], wanted: paths, covered: false },
  { name: "a path together with names", held: [{ ...paths, resourceNames: ["web"] }], wanted: paths, covered: false },
  {
    name: "resources where a path is held",
    held: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    wanted: pods,
    covered: false,
  },
  { name: "an empty wanted rule", held: [], wanted: {}, covered: true },
  {
    name: "a wanted rule without the field verbs",
    held: [],
    wanted: { apiGroups: [""], resources: ["pods"] },
    covered: true,
  },
  { name: "a wanted rule with no verbs", held: [], wanted: { ...paths, ...pods, verbs: [] }, covered: true },
  { name: "a wanted rule with no groups", held: [], wanted: { verbs: ["get"], resources: ["pods"] }, covered: true },
  { name: "a wanted rule with no resources", held: [], wanted: { verbs: ["get"], apiGroups: [""] }, covered: true },
])("$name: $covered", ({ held, wanted, covered }) => {
  expect(uncoveredRules(held, [wanted]).length === 0).toBe(covered);
});

test("each missing verb on each resource or path is listed", () => {
  const wanted = { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["a", "b"], resourceNames: ["x", "y"] };
  const missing = uncoveredRules([{ ...wanted, verbs: ["*"], resources: ["a"] }], [{ ...wanted, apiGroups: ["apps"] }]);
  const atom = (verb: string, name: string) => ({
    apiGroups: ["apps"],
    resources: ["b"],
    verbs: [verb],
    resourceNames: [name],
  });
  expect(missing).toEqual([atom("get", "x"), atom("get", "y"), atom("list", "x"), atom("list", "y")]);
  const both = { verbs: ["get"], apiGroups: [""], resources: ["a"], nonResourceURLs: ["/x", "/y"] };
  expect(uncoveredRules([{ verbs: ["get"], nonResourceURLs: ["/x"] }], [both])).toEqual([
    { apiGroups: [""], resources: ["a"], verbs: ["get"] },
    { nonResourceURLs: ["/y"], verbs: ["get"] },
  ]);
});

/** Compares each combination on its own with each held rule, as Kubernetes does. */
function uncoveredOneByOne(held: readonly PolicyRule[], wanted: PolicyRule): readonly PolicyRule[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = wanted;
  const verbs = wanted.verbs ?? [];
  const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [[]];
  const parts = [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) =>
          names.map((name) => ({
            apiGroups: [group],
            resources: [resource],
            verbs: [verb],
            ...(name.length > 0 ? { resourceNames: name } : {}),
          })),
        ),
      ),
    ),
    ...nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ nonResourceURLs: [url], verbs: [verb] }))),
  ];
  return parts.filter((part: PolicyRule) => !held.some((each) => covers(each, part)));
}

function covers(held: PolicyRule, part: PolicyRule): boolean {
  const containsAll = (all: readonly string[] | null = [], some: readonly string[] | null = []) =>
    all?.includes("*") || (some ?? []).every((value) => all?.includes(value));
  const [resource] = part.resources ?? [];
  const isSubresource = resource?.includes("/") === true;
  const ofAll = isSubresource ? `*${resource.slice(resource.indexOf("/"))}` : "";
  const [name] = part.resourceNames ?? [];
  return (
    containsAll(held.verbs, part.verbs) &&
    containsAll(held.apiGroups, part.apiGroups) &&
    (containsAll(held.resources, part.resources) || (isSubresource && held.resources?.includes(ofAll) === true)) &&
    (!held.resourceNames?.length || (name !== undefined && held.resourceNames.includes(name))) &&
    (part.nonResourceURLs ?? []).every((url) =>
      held.nonResourceURLs?.some((each) => each === url || (each.endsWith("*") && url.startsWith(each.slice(0, -1)))),
    )
  );
}

const someOf = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const rule = fc.record(
  {
    verbs: someOf("get", "list", "*"),
    apiGroups: someOf("", "apps", "*"),
    resources: someOf("pods", "nodes", "pods/log", "nodes/log", "*/log", "pods/log/x", "*"),
    resourceNames: someOf("web", "db"),
    nonResourceURLs: someOf("/api", "/api/*", "/a*", "*"),
  },
  { requiredKeys: ["verbs"] },
);
const request: fc.Arbitrary<AccessAttributes> = fc.oneof(
  fc.record({
    kind: fc.constant("resource" as const),
    verb: fc.constantFrom("get", "list"),
    group: fc.constantFrom("", "apps"),
    version: fc.constant(""),
    resource: fc.constantFrom("pods", "nodes"),
    subresource: fc.constantFrom("", "log", "log/x"),
    name: fc.constantFrom("", "web", "db"),
    namespace: fc.constant(""),
  }),
  fc.record({
    kind: fc.constant("url" as const),
    verb: fc.constantFrom("get", "list"),
    path: fc.constantFrom("/api", "/api/v1", "/apis", "/"),
  }),
);

test("rules that cover another rule allow every request that it allows", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 3 }),
      rule,
      fc.array(request, { minLength: 20 }),
      (held, wanted, requests) => {
        fc.pre(uncoveredRules(held, [wanted]).length === 0);
        for (const each of requests) {
          if (ruleAllows(wanted, each)) expect(held.some((own) => ruleAllows(own, each))).toBe(true);
        }
      },
    ),
  );
});

test("the uncovered parts equal those that a comparison of each combination finds", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 40 }), rule, (held, wanted) => {
      expect(uncoveredRules(held, [wanted])).toEqual(uncoveredOneByOne(held, wanted));
    }),
  );
});

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_none, index) => prefix + index);
const ruleOfSize = (count: number): PolicyRule => ({
  verbs: numbered("v", count),
  apiGroups: numbered("g", count),
  resources: numbered("r", count),
});

test("a rule with a thousand million combinations is compared as a whole (maxUncovered)", () => {
  const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  expect(uncoveredRules([everything], [ruleOfSize(1_000)])).toEqual([]);
  const halves = [
    { ...everything, verbs: numbered("v", 500) },
    { ...everything, verbs: numbered("v", 1_000).slice(500) },
  ];
  expect(uncoveredRules(halves, [ruleOfSize(1_000)])).toEqual([]);
  expect(uncoveredRules([{ ...everything, verbs: numbered("v", 999) }], [ruleOfSize(1_000)])).toHaveLength(
    maxUncovered,
  );
  expect(uncoveredRules([{ ...everything, verbs: numbered("v", 999) }], [ruleOfSize(99)])).toEqual([]);
});

test("combinations beyond the limit of comparisons count as not covered (maxComparisons)", () => {
  // Each value is in a separate class, and each combination is covered.
  const count = 300;
  const held = [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: ["none"] },
    ...numbered("", count).map((index) => ({ verbs: [`v${index}`], apiGroups: [`g${index}`], resources: ["*"] })),
    ...numbered("", count).map((index) => ({ verbs: ["*"], apiGroups: ["*"], resources: [`r${index}`] })),
  ];
  expect(count ** 3).toBeGreaterThan(maxComparisons);
  expect(uncoveredRules(held, [ruleOfSize(count)])).toHaveLength(maxUncovered);
  expect(uncoveredRules(held, [ruleOfSize(30)])).toEqual([]);
});

test("the comparisons are limited if the held rules divide the wanted rule into many small parts", () => {
  const values = (prefix: string) => numbered(prefix, 1_000);
  const valuesWithBit = (prefix: string, bit: number) => values(prefix).filter((_value, index) => (index >> bit) & 1);
  const held = numbered("", 10).flatMap((bit) => [
    { verbs: ["*"], apiGroups: valuesWithBit("g", Number(bit)), resources: values("r") },
    { verbs: ["*"], apiGroups: values("g"), resources: valuesWithBit("r", Number(bit)) },
  ]);
  // Covers everything, so that nothing would be uncovered if the comparisons were unlimited.
  const everything = { verbs: values("v"), apiGroups: ["*"], resources: ["*"] };
  expect(uncoveredRules([...held, everything], [ruleOfSize(1_000)])).toHaveLength(maxUncovered);
});
