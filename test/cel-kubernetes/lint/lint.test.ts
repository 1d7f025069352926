import { describe, expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { maxIssueCount } from "../../../src/cel/syntax/limits.ts";
import { admissionEnvironment } from "../../../src/cel-kubernetes/admission-environment.ts";
import { kubernetesEnvironment } from "../../../src/cel-kubernetes/configuration-environment.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import type { LintPlace } from "../../../src/cel-kubernetes/lint/finding.ts";
import { lintExpression } from "../../../src/cel-kubernetes/lint/lint.ts";

const target = "1.37";

/** Returns the findings in an expression, each as `lint text`. */
function findings(text: string, use: "claims" | "user" | "request", place: Partial<LintPlace> = {}): string[] {
  const environment = kubernetesEnvironment(use, target);
  const { checked, issues } = compile(environment, text);
  expect(issues).toEqual([]);
  if (!checked) return [];
  return lintExpression(checked, { environment, ...place }).map(
    ({ lint, start, end }) => `${lint} ${text.slice(start, end)}`,
  );
}

function ast(text: string, use: "claims" | "user" | "request") {
  const { checked } = compile(kubernetesEnvironment(use, target), text);
  if (!checked) throw new Error(`${text} does not compile`);
  return checked;
}

describe("always-fails", () => {
  test.each([
    ["1 / 0 == 1", ["always-fails 1 / 0"]],
    ["user.groups.size() % 0 == 1", ["always-fails user.groups.size() % 0"]],
    ["user.groups.size() / 2 == 1", []],
    ["dyn(user.groups)[0] / 0 == 1", ["always-fails dyn(user.groups)[0] / 0"]],
    ["9223372036854775807 + 1 > 0", ["always-fails 9223372036854775807 + 1"]],
    ["-(-9223372036854775808) > 0", ["always-fails -(-9223372036854775808)"]],
    ["quantity('x').isInteger()", ["always-fails quantity('x')"]],
    ["isQuantity('x')", []],
    ["[1][2] == 1", ["always-fails [1][2]"]],
    ["{'a': 1}['b'] == 1", ["always-fails {'a': 1}['b']"]],
    ["'abc'.substring(5) == ''", ["always-fails 'abc'.substring(5)"]],
    ["'abc'.substring(1) == user.uid", []],
    ["double(1) / 0.0 > 1.0", []],
  ])("%s", (text, expected) => {
    expect(findings(text, "user")).toEqual(expected);
  });
});

test("only the first of very many findings are listed", () => {
  const text = Array.from({ length: 5_000 }, () => "1 / 0").join(" == 1 || ");
  expect(findings(`${text} == 1`, "user")).toHaveLength(maxIssueCount);
});

describe("never-true", () => {
  test.each([
    ["1 == 2", ["never-true 1 == 2"]],
    ["1 == 1", []],
    ["claims.a in []", ["never-true claims.a in []"]],
    ["claims.a in ['b']", []],
    ["string(claims.a).lowerAscii() == 'Admin'", ["never-true string(claims.a).lowerAscii() == 'Admin'"]],
    ["'admin' == string(claims.a).upperAscii()", ["never-true 'admin' == string(claims.a).upperAscii()"]],
    ["string(claims.a).lowerAscii() == 'admin-1'", []],
    ["string(claims.a).lowerAscii() != 'Admin'", []],
    ["claims.t == timestamp('2020-01-01T00:00:00Z')", ["never-true claims.t == timestamp('2020-01-01T00:00:00Z')"]],
    ["timestamp(claims.t) == timestamp('2020-01-01T00:00:00Z')", []],
    ["claims.t == duration('1h')", ["never-true claims.t == duration('1h')"]],
    ["claims.t == b'abc'", ["never-true claims.t == b'abc'"]],
    ["claims.t == 1", []],
    ["type(claims.t) == int", ["never-true type(claims.t) == int"]],
    ["type(claims['t']) == double", []],
    ["[1].exists(t, dyn(t) == duration('1h'))", []],
  ])("%s", (text, expected) => {
    expect(findings(text, "claims", { json: { claims: "double" } })).toEqual(expected);
  });

  test("whole numbers may be ints if the place of the expression reads them as ints", () => {
    expect(findings("type(claims.t) == int", "claims", { json: { claims: "int" } })).toEqual([]);
  });
});

describe("has-guard", () => {
  const optionalPaths = ["claims.a", "claims.b", "claims.b.c"];
  test.each([
    ["claims.a == 1", ["claims.a"]],
    ["has(claims.a) && claims.a == 1", []],
    ["claims.a == 1 && has(claims.a)", []],
    ["'a' in claims && claims['a'] == 1", []],
    ["claims['a'] == 1", ["claims['a']"]],
    ["has(claims.a) || claims.a == 1", ["claims.a"]],
    ["!has(claims.a) || claims.a == 1", []],
    ["has(claims.a) ? claims.a == 1 : false", []],
    ["has(claims.a) ? false : claims.a == 1", ["claims.a"]],
    ["!has(claims.a) ? false : claims.a == 1", []],
    ["!(has(claims.a) && claims.a == 1)", []],
    ["(has(claims.a) || has(claims.b)) && claims.a == 1", ["claims.a"]],
    ["(has(claims.a) && has(claims.b)) && claims.a == claims.b", []],
    ["claims.?a.orValue(1) == 1", []],
    ["claims.b.c == 1", ["claims.b"]],
    ["has(claims.b) && claims.b.c == 1", ["claims.b.c"]],
    ["has(claims.b.c) && claims.b.c == 1", ["claims.b"]],
    ["has(claims.b) && has(claims.b.c) && claims.b.c == 1", []],
    ["has(claims.a) && ['x'].all(x, claims.a == x)", []],
    ["['x'].all(x, claims.a == x)", ["claims.a"]],
    ["claims.a == 1 || claims.a == 2", ["claims.a"]],
    ["claims.other == 1", []],
  ])("%s", (text, expected) => {
    expect(findings(text, "claims", { optionalPaths })).toEqual(expected.map((path) => `has-guard ${path}`));
  });

  test("without given paths, the paths that the expression itself guards somewhere are checked", () => {
    const text = "(has(claims.a) && claims.a == 1) || claims.a == 2 || claims.b == 1";
    expect(findings(text, "claims")).toEqual(["has-guard claims.a"]);
  });

  // Once built the text before each dot, which took more memory than there is with this many dots.
  test("a key may have many dots", () => {
    const key = `a${".b".repeat(49_000)}`;
    expect(findings(`"${key}" in claims ? true : false`, "claims")).toEqual([]);
  });

  test("a guard in another condition counts", () => {
    const given = [ast("has(claims.a) && has(claims.b)", "claims")];
    expect(findings("claims.a == claims.b.c", "claims", { optionalPaths, given })).toEqual(["has-guard claims.b.c"]);
  });

  test.each([
    ["claims.a == 1", ["claims.a"]],
    ["claims.a == 1 || claims.b == 1", []],
    ["claims.a == 1 || claims.a == 2", ["claims.a"]],
    ["claims.x == 1 ? claims.a == 1 || claims.b == 1 : claims.b == 2", ["claims.b"]],
    ["!(claims.a == 1 || claims.b == 1)", ["claims.a", "claims.b"]],
    ["(claims.a == 1 || claims.x == 1) && claims.b == 1", ["claims.b"]],
    ["(claims.a == 1 || claims.b == 1 ? claims.x : claims.y) == 1", ["claims.a", "claims.b"]],
    ["!has(claims.a) || claims.a == claims.b", []],
  ])("if a failed evaluation counts as false: %s", (text, expected) => {
    const found = findings(text, "claims", { optionalPaths, failsClosed: true });
    expect(found).toEqual(expected.map((path) => `has-guard ${path}`));
  });

  const nullable = [
    { path: "oldObject", when: { path: "request.operation", values: ["CREATE", "CONNECT"] } },
    { path: "object", when: { path: "request.operation", values: ["DELETE"] } },
  ];
  test.each([
    ["oldObject.spec.a == 1", ["oldObject.spec"]],
    ["oldObject != null && oldObject.spec.a == 1", []],
    ["oldObject == null || oldObject.spec.a == 1", []],
    ["null == oldObject ? true : oldObject['spec'] == 1", []],
    ["oldObject == null && oldObject.spec.a == 1", ["oldObject.spec"]],
    ["has(oldObject.spec) && oldObject.spec.a == 1", []],
    ["!has(oldObject.spec) && oldObject.kind == ''", ["oldObject.kind"]],
    ["has(oldObject.spec.a)", ["oldObject.spec"]],
    ["oldObject.?spec.hasValue()", []],
    ["object.kind == oldObject.kind", ["object.kind", "oldObject.kind"]],
    ["request.operation == 'UPDATE' && object.kind == oldObject.kind", []],
    ["request.operation == 'DELETE' ? oldObject.kind == '' : object.kind == ''", []],
    ["request.operation == 'DELETE' || object.kind == ''", []],
    ["request.operation != 'DELETE' && object.kind == ''", []],
    ["request.operation == 'CREATE' || oldObject.kind == ''", ["oldObject.kind"]],
    ["!(request.operation in ['CREATE', 'CONNECT']) && oldObject.kind == ''", []],
    ["request.operation in ['UPDATE', 'DELETE'] && oldObject.kind == ''", []],
    ["request.operation in ['UPDATE', 'DELETE'] && object.kind == ''", ["object.kind"]],
    ["request.operation in [request.name] && object.kind == ''", ["object.kind"]],
  ])("null: %s", (text, expected) => {
    const environment = admissionEnvironment(target);
    const { checked } = compile(environment, text);
    const found = checked ? lintExpression(checked, { environment, optionalPaths: [], nullable }) : [];
    expect(found.map(({ lint, start, end }) => `${lint} ${text.slice(start, end)}`)).toEqual(
      expected.map((read) => `has-guard ${read}`),
    );
  });

  test("one of two alternatives is always set", () => {
    const one = "request.resourceAttributes";
    const other = "request.nonResourceAttributes";
    const alternatives = new Map([
      [one, other],
      [other, one],
    ]);
    const place = { optionalPaths: [one, other], alternatives };
    expect(findings(`has(${one}) ? true : ${other}.path == '/'`, "request", place)).toEqual([]);
    expect(findings(`has(${one}) ? ${other}.path == '/' : true`, "request", place)).toEqual([`has-guard ${other}`]);
  });

  test("the help uses the notation of the expression", () => {
    const environment = kubernetesEnvironment("claims", target);
    const checked = ast('claims["x.org/a"] == 1', "claims");
    const [found] = lintExpression(checked, { environment, optionalPaths: ["claims.x.org/a"] });
    expect(found?.help).toContain('`"x.org/a" in claims && ...`');
  });
});

describe("cost", () => {
  const rules = costRules(kubernetesEnvironment("user", target), costProfile(target));
  test.each([
    ["user.groups.all(g, g.startsWith('a'))", []],
    ["user.groups.all(a, user.groups.exists(b, a.matches('x+') && b == a))", ["cost user.groups"]],
    ["user.extra.all(k, user.extra[k].all(v, v != ''))", []],
  ])("%s", (text, expected) => {
    expect(findings(text, "user", { costRules: rules })).toEqual(expected);
  });

  test("the help states the size up to which the cost is within the limit", () => {
    const environment = kubernetesEnvironment("user", target);
    const dear = ast("user.groups.all(a, user.groups.exists(b, a.matches('x+') && b == a))", "user");
    const [found] = lintExpression(dear, { environment, costRules: rules });
    expect(found?.help).toMatch(/^it is within the limit if no .* is longer than \d+;/);
  });

  test("is not checked without cost rules", () => {
    expect(findings("user.groups.all(a, user.groups.exists(b, a.matches('x+') && b == a))", "user")).toEqual([]);
  });
});
