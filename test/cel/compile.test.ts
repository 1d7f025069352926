import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { fromJson } from "../../src/cel/eval/json.ts";
import { plan } from "../../src/cel/eval/plan.ts";
import { formatType } from "../../src/cel/types/format-type.ts";
import { boolType, objectType } from "../../src/cel/types/types.ts";
import { kubernetesEnvironment } from "../../src/cel-kubernetes/configuration-environment.ts";

describe("validation rules and match conditions", () => {
  test.each<["claims" | "user" | "request", string]>([
    ["claims", "claims.email_verified == true"],
    ["claims", "claims.?email_verified.orValue(true) == true"],
    ["claims", "has(claims.email) && claims.email.endsWith('@example.com')"],
    ["claims", "dyn(claims.groups).exists(g, g == 'admins')"],
    ["claims", "claims.sub.matches('^[a-z]+$')"],
    ["user", "!user.username.startsWith('system:')"],
    ["user", "user.groups.all(group, !group.startsWith('system:'))"],
    ["user", "'k' in user.extra && user.extra['k'].size() < 3"],
    ["request", "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'kube-system'"],
    ["request", "!('system:masters' in request.groups)"],
    ["request", "request.resourceAttributes.?labelSelector.rawSelector.hasValue()"],
    ["request", "isIP(request.uid) || ip('10.0.0.1').family() == 4"],
    ["request", "[1, 2, 3].sum() == 6 && {'a': 1}.all(k, v, v > 0)"],
  ])("%s: %s", (use, text) => {
    const { issues, outputType, checked } = compile(kubernetesEnvironment(use, "1.37"), text, { resultType: boolType });
    expect(issues).toEqual([]);
    expect(outputType && formatType(outputType)).toBe("bool");
    expect(checked?.references.size).toBeGreaterThan(0);
  });

  test.each<["claims" | "user" | "request", string, string, number]>([
    ["claims", "claims.email_verified", "type", 0],
    ["claims", "user.username == ''", "undeclared", 0],
    ["claims", "claims.groups.exists(g, g == 'a')", "type", 6],
    ["claims", "claims.a ==", "syntax", 11],
    ["claims", "bool('yes')", "literal", 4],
    ["claims", "claims.sub.matches('(')", "regex", 19],
    ["claims", "claims.sub.find('(') == ''", "regex", 16],
    ["claims", "[1, 'a'] == claims.a", "type", 4],
    ["user", "user.name == ''", "field", 4],
    ["user", "user.username", "type", 0],
    ["user", "duration('1 hour') > duration('1h')", "literal", 9],
    ["request", "request.resourceAttributes.namespce == 'a'", "field", 26],
    ["request", "request.user == 1", "overload", 13],
    ["request", "'%d'.format([request.user]) == ''", "literal", 20],
  ])("%s: %s is refused with %s at %i", (use, text, code, start) => {
    const result = compile(kubernetesEnvironment(use, "1.37"), text, { resultType: boolType });
    expect(result.issues[0]).toMatchObject({ code, start });
    expect(result.checked).toBeUndefined();
  });

  test("a wrong result type and a call that always fails are both reported", () => {
    const { issues } = compile(kubernetesEnvironment("claims", "1.37"), "[int('x')]", { resultType: boolType });
    expect(issues.map(({ code }) => code)).toEqual(["type", "literal"]);
  });
});

test.each([
  [["a", "b"], true],
  [["a", "system:x"], false],
])("a compiled rule over the groups %s gives %s", (groups, expected) => {
  const env = kubernetesEnvironment("user", "1.37");
  const { checked } = compile(env, "user.groups.all(g, !g.startsWith('system:'))", { resultType: boolType });
  const user = fromJson({ username: "ann", groups }, objectType("kubernetes.UserInfo"), { objects: env.objects });
  expect(checked && plan(checked, env).evaluate(new Map([["user", user]]))).toBe(expected);
});

test("compiling never throws, whatever the text", () => {
  const env = kubernetesEnvironment("request", "1.37");
  const pieces = [
    "request",
    ".",
    "user",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "?",
    ":",
    "+",
    "==",
    "'a'",
    "1",
    "x",
    ",",
    "map",
    "format",
    "matches",
    "&&",
    " ",
  ];
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const { start, end, message } of compile(env, text, { resultType: boolType }).issues) {
        expect(message).not.toBe("");
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(text.length + 1);
      }
    }),
    { numRuns: 500 },
  );
});
