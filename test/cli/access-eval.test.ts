import { describe, expect, test } from "vitest";
import { claims, review } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const directory = directoryWith({
  "claims.json": JSON.stringify({ ...claims, "a.b": { "c/d": 1 } }),
  "user.yaml": "username: jane\ngroups: [dev]\nextra: {a/b: [c]}\n",
  "review.yaml": review,
  "spec.yaml": "user: ann\nnonResourceAttributes: {path: /x, verb: get}\n",
  "bad-user.yaml": "name: jane\n",
  "bad-review.yaml": review.replace("verb", "verbs"),
  "list.yaml": "[]\n",
});

function evaluate(env: string, expression: string, ...args: readonly string[]) {
  return runCli(["eval", expression, "--env", env, ...args], { cwd: directory });
}

function evaluateJson(env: string, expression: string, ...args: readonly string[]) {
  return JSON.parse(evaluate(env, expression, "--format", "json", ...args).stdout);
}

test.each([
  { env: "claims", input: "claims.json", expression: "claims.roles.size() > 1", value: true, type: "bool" },
  { env: "claims", input: "claims.json", expression: "claims.team", value: "core", type: "any" },
  { env: "claims", input: "claims.json", expression: "claims.a__dot__b.c__slash__d", value: 1, type: "dyn" },
  {
    env: "claims",
    input: "claims.json",
    expression: "claims.sub.split('n')",
    value: ["ja", "e"],
    type: "list(string)",
  },
  { env: "user", input: "user.yaml", expression: "user.extra['a/b'][0]", value: "c", type: "string" },
  { env: "user", input: "user.yaml", expression: "user.uid", value: "", type: "string" },
  {
    env: "authorization",
    input: "review.yaml",
    expression: "request.resourceAttributes.resource",
    value: "pods",
    type: "string",
  },
  {
    env: "authorization",
    input: "spec.yaml",
    expression: "has(request.resourceAttributes)",
    value: false,
    type: "bool",
  },
])("$env: $expression", ({ env, input, expression, value, type }) => {
  expect(evaluateJson(env, expression, "--input", input)).toMatchObject({ ok: true, value, type });
});

test("as text", () => {
  expect(evaluate("claims", "claims.roles", "--input", "claims.json").stdout).toBe(
    'value  ["dev","","ops"]\ntype   list (any before there is input)\n',
  );
});

describe("faults", () => {
  test("all that keep an expression from compiling, with what may help", () => {
    const { stdout, code } = evaluate("user", "user.usernam == 1 + 'a'");
    expect(code).toBe(1);
    expect(stdout.match(/<expression>:1:\d+: error \[eval\/compile\]/g)).toHaveLength(2);
    expect(stdout).toContain("username");
  });

  test("of an evaluation, at the part that fails", () => {
    const { faults, stage } = evaluateJson("claims", "'x' + claims.nope", "--input", "claims.json");
    expect(stage).toBe("run");
    expect(faults).toEqual([
      { message: "no such key: nope", line: 1, column: 7, endLine: 1, endColumn: 18, offset: 6, endOffset: 17 },
    ]);
  });

  test("a variable without input", () => {
    const { stdout, code } = evaluate("claims", "claims.sub");
    expect(code).toBe(1);
    expect(stdout).toContain("give the variable its value with --input");
  });

  test("an expression that the release does not know", () => {
    expect(evaluate("claims", "semver('1.2.3').major()", "--target", "1.37").code).toBe(0);
    expect(evaluate("claims", "semver('1.2.3').major()", "--target", "1.30").code).toBe(1);
  });
});

describe("what can't run", () => {
  test.each([
    { name: "no environment", args: ["eval", "1"] },
    { name: "an unknown environment", args: ["eval", "1", "--env", "nope"] },
    { name: "a user that is none", args: ["eval", "1", "--env", "user", "--input", "bad-user.yaml"] },
    { name: "a review that is none", args: ["eval", "1", "--env", "authorization", "--input", "bad-review.yaml"] },
    { name: "a list", args: ["eval", "1", "--env", "claims", "--input", "list.yaml"] },
    { name: "no such file", args: ["eval", "1", "--env", "claims", "--input", "nowhere.yaml"] },
    { name: "two from standard input", args: ["eval", "-", "--env", "claims", "--input", "-"] },
  ])("$name", ({ args }) => {
    const { code, stderr } = runCli(args, { cwd: directory });
    expect(code).toBe(2);
    expect(stderr).not.toBe("");
    expect(stderr).not.toContain("    at ");
  });
});

test("the expression may come from standard input", () => {
  expect(runCli(["eval", "-", "--env", "claims"], { stdin: "1 +\n  1\n" }).stdout).toContain("value  2");
});
