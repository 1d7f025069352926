/** Tests the values of `claims` and `user` in expressions of an AuthenticationConfiguration. */
import { describe, expect, test } from "vitest";
import { configurationScope } from "../../src/access/placed-expression.ts";
import { claimsValue, userValue } from "../../src/cel-kubernetes/claim-values.ts";
import { type Evaluation, planExpression } from "../../src/cel-kubernetes/planned-expression.ts";

const claims = {
  team: { "a.b": "dotted", plain: "p", list: [["x"]], nested: { "c/d": "slashed" } },
  "e.f": "escaped",
  undefined: "a claim of that name",
  mixed: ["text", { "a.b": "in a list" }],
  numbers: [1, 2],
};
const user = { username: "jane", uid: "1", groups: ["g"], extra: { "example.com/team": ["a"] } };

function evaluate(expression: string, use: "claims" | "user" = "claims"): Evaluation | undefined {
  const planned = planExpression(expression, configurationScope(use, "1.37"));
  const value = use === "claims" ? claimsValue(claims) : userValue(user);
  return planned.ok ? planned.value.evaluate(new Map([[use, value]])) : undefined;
}

describe("claims", () => {
  test.each([
    ["claims.e__dot__f == 'escaped'", "a name that is no identifier is written escaped"],
    ["!has(claims.__x__)", "a name with escapes that name nothing is the name of no claim"],
    ["!('e__dot__' in claims)", "nor is one that unescapes to no claim"],
    ["claims.team.a__dot__b == 'dotted'", "inside a claim as well"],
    ["claims.team['a.b'] == 'dotted'", "or as it is"],
    ["claims.team.nested.c__slash__d == 'slashed'", "at any depth"],
    ["claims.mixed[1].a__dot__b == 'in a list'", "in a list with texts"],
    ["!has(claims.team.none)", "an unset claim is absent"],
    ["!(1 in claims.team) && !(1 in dyn(claims))", "no key is a number"],
    ["size(claims) == 5 && size(claims.team) == 4", "all are counted"],
    ["dyn(claims.team).exists(k, k == 'a.b') && !dyn(claims.team).exists(k, k == 'dotted')", "keys of maps are walked"],
    ["claims.exists(value, dyn(value) == 'escaped')", "of the claims themselves the values are"],
    ["claims.team.list[0][0] == 'x' && claims.numbers == [1, 2]", "lists are as they are"],
  ])("%s: %s", (expression) => {
    expect(evaluate(expression)).toMatchObject({ ok: true, value: true });
  });
});

describe("the user", () => {
  test.each([
    "user.username == 'jane' && user.uid == '1' && user.groups == ['g']",
    "user.extra['example.com/team'] == ['a']",
    "user.extra.example__dot__com__slash__team == ['a']",
    "user == user",
  ])("%s", (expression) => {
    expect(evaluate(expression, "user")).toMatchObject({ ok: true, value: true });
  });
});

test("an error has the span of the part of the expression that failed", () => {
  const expression = "claims.numbers == [1] || claims.none == 'x'";
  const result = evaluate(expression);
  expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining("none") } });
  const span = result?.ok === false ? result.error.span : undefined;
  expect(expression.slice(span?.start, span?.end)).toBe("claims.none");
});
