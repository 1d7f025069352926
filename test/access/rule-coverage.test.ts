import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccessAttributes } from "../../src/access/request.ts";
import { maxComparisons, maxUncovered, uncoveredRules } from "../../src/access/rule-coverage.ts";
import { ruleAllows } from "../../src/access/rule-match.ts";
import type { PolicyRule } from "../../src/api/types/rbac-v1.ts";

const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const paths = { verbs: ["get"], nonResourceURLs: ["/api"] };
const of = (...resources: string[]) => ({ ...pods, resources });
const named = (...resourceNames: string[]) => ({ ...pods, resourceNames });

/** The expected results are those of the policy comparator of Kubernetes 1.37. */
test.each([
  { name: "nothing is held", held: [], wanted: pods, covered: false },
  { name: "an empty rule is held", held: [{}], wanted: pods, covered: false },
  { name: "other verbs", held: [{ ...pods, verbs: ["list"] }], wanted: pods, covered: false },
  { name: "other groups", held: [{ ...pods, apiGroups: ["apps"] }], wanted: pods, covered: false },
  { name: "no groups", held: [{ verbs: ["*"], resources: ["*"] }], wanted: pods, covered: false },
  { name: "no resources", held: [{ verbs: ["*"], apiGroups: ["*"] }], wanted: pods, covered: false },
  { name: "no verbs", held: [{ apiGroups: ["*"], resources: ["*"] }], wanted: pods, covered: false },
  { name: "halves in two rules", held: [of("nodes"), { ...pods, verbs: ["list"] }], wanted: pods, covered: false },
  { name: "a subresource of all", held: [of("*/log")], wanted: of("pods/log"), covered: true },
  { name: "that subresource only", held: [of("*/log")], wanted: of("pods/exec"), covered: false },
  { name: "all of what is behind the first slash", held: [of("*/log")], wanted: of("pods/log/x"), covered: false },
  { name: "two slashes", held: [of("*/log/x")], wanted: of("pods/log/x"), covered: true },
  { name: "no subresource", held: [of("*/pods", "*s")], wanted: of("pods"), covered: false },
  { name: "the resource of a subresource", held: [of("pods")], wanted: of("pods/log"), covered: false },
  { name: "a subresource of the resource", held: [of("pods/log")], wanted: of("pods"), covered: false },
  { name: "a name of all", held: [pods], wanted: named("web"), covered: true },
  { name: "all of a name", held: [named("web")], wanted: pods, covered: false },
  { name: "all of no name", held: [named("")], wanted: pods, covered: false },
  { name: "another name", held: [named("web")], wanted: named("web", "db"), covered: false },
  { name: "names in two rules", held: [named("web"), named("db")], wanted: named("db", "web"), covered: true },
  { name: "a path", held: [{ ...pods, nonResourceURLs: ["/api"] }], wanted: paths, covered: true },
  { name: "another path", held: [{ ...paths, nonResourceURLs: ["/apis"] }], wanted: paths, covered: false },
  { name: "a path by resources", held: [{ ...pods, verbs: ["*"], resources: ["*"] }], wanted: paths, covered: false },
  { name: "other verbs of a path", held: [{ ...paths, verbs: ["post"] }], wanted: paths, covered: false },
  { name: "a path beside names", held: [{ ...paths, resourceNames: ["web"] }], wanted: paths, covered: false },
  { name: "resources by a path", held: [{ verbs: ["*"], nonResourceURLs: ["*"] }], wanted: pods, covered: false },
  { name: "nothing is wanted", held: [], wanted: {}, covered: true },
  { name: "no field of verbs is wanted", held: [], wanted: { apiGroups: [""], resources: ["pods"] }, covered: true },
  { name: "no verbs are wanted", held: [], wanted: { ...paths, ...pods, verbs: [] }, covered: true },
  { name: "no groups are wanted", held: [], wanted: { verbs: ["get"], resources: ["pods"] }, covered: true },
  { name: "no resources are wanted", held: [], wanted: { verbs: ["get"], apiGroups: [""] }, covered: true },
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
  const hasAll = (all: readonly string[] | null = [], some: readonly string[] | null = []) =>
    all?.includes("*") || (some ?? []).every((value) => all?.includes(value));
  const [resource] = part.resources ?? [];
  const isSubresource = resource?.includes("/") === true;
  const ofAll = isSubresource ? `*${resource.slice(resource.indexOf("/"))}` : "";
  const [name] = part.resourceNames ?? [];
  return (
    hasAll(held.verbs, part.verbs) &&
    hasAll(held.apiGroups, part.apiGroups) &&
    (hasAll(held.resources, part.resources) || (isSubresource && held.resources?.includes(ofAll) === true)) &&
    (!held.resourceNames?.length || (name !== undefined && held.resourceNames.includes(name))) &&
    (part.nonResourceURLs ?? []).every((url) =>
      held.nonResourceURLs?.some((each) => each === url || (each.endsWith("*") && url.startsWith(each.slice(0, -1)))),
    )
  );
}

const some = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const rule = fc.record(
  {
    verbs: some("get", "list", "*"),
    apiGroups: some("", "apps", "*"),
    resources: some("pods", "nodes", "pods/log", "nodes/log", "*/log", "pods/log/x", "*"),
    resourceNames: some("web", "db"),
    nonResourceURLs: some("/api", "/api/*", "/a*", "*"),
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
    fc.property(fc.array(rule, { maxLength: 3 }), rule, fc.array(request, { minLength: 20 }), (held, wanted, asked) => {
      fc.pre(uncoveredRules(held, [wanted]).length === 0);
      for (const each of asked) {
        if (ruleAllows(wanted, each)) expect(held.some((own) => ruleAllows(own, each))).toBe(true);
      }
    }),
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
const wide = (count: number): PolicyRule => ({
  verbs: numbered("v", count),
  apiGroups: numbered("g", count),
  resources: numbered("r", count),
});

test("a rule with a thousand million combinations is compared as a whole (maxUncovered)", () => {
  const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  expect(uncoveredRules([everything], [wide(1_000)])).toEqual([]);
  const halves = [
    { ...everything, verbs: numbered("v", 500) },
    { ...everything, verbs: numbered("v", 1_000).slice(500) },
  ];
  expect(uncoveredRules(halves, [wide(1_000)])).toEqual([]);
  expect(uncoveredRules([{ ...everything, verbs: numbered("v", 999) }], [wide(1_000)])).toHaveLength(maxUncovered);
  expect(uncoveredRules([{ ...everything, verbs: numbered("v", 999) }], [wide(99)])).toEqual([]);
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
  expect(uncoveredRules(held, [wide(count)])).toHaveLength(maxUncovered);
  expect(uncoveredRules(held, [wide(30)])).toEqual([]);
});

test("the comparisons are limited if the held rules divide the wanted rule into many small parts", () => {
  const values = (prefix: string) => numbered(prefix, 1_000);
  const withBit = (prefix: string, bit: number) => values(prefix).filter((_value, index) => (index >> bit) & 1);
  const held = numbered("", 10).flatMap((bit) => [
    { verbs: ["*"], apiGroups: withBit("g", Number(bit)), resources: values("r") },
    { verbs: ["*"], apiGroups: values("g"), resources: withBit("r", Number(bit)) },
  ]);
  // Covers everything, so that nothing would be uncovered if the comparisons were unlimited.
  const everything = { verbs: values("v"), apiGroups: ["*"], resources: ["*"] };
  expect(uncoveredRules([...held, everything], [wide(1_000)])).toHaveLength(maxUncovered);
});
