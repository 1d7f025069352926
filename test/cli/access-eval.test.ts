import { describe, expect, test } from "vitest";
import { claims, review } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const rbac = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]
`;

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pools.example.com}
spec:
  versions:
  - name: v1beta1
    schema: {openAPIV3Schema: {type: object, properties: {old: {type: string}}}}
  - name: v1
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              min: {type: integer}
              x-y.z: {type: string}
              zones: {type: array, x-kubernetes-list-type: set, items: {type: string}}
`;

const directory = directoryWith({
  "claims.json": JSON.stringify({ ...claims, "a.b": { "c/d": 1 } }),
  "user.yaml": "username: jane\ngroups: [dev, ops]\nextra: {a/b: [c]}\n",
  "review.yaml": review,
  "spec.yaml": "user: ann\nnonResourceAttributes: {path: /x, verb: get}\n",
  "bad-user.yaml": "name: jane\n",
  "bad-review.yaml": review.replace("verb", "verbs"),
  "list.yaml": "[]\n",
  "deployment.yaml":
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 7}\n",
  "update.yaml":
    "object: {a: 1}\noldObject: {a: 2}\nparams: {max: 3}\nvariables: {limit: 5}\nrequest: {userInfo: {username: ann}}\nnamespaceObject: {metadata: {name: shop, managedFields: []}}\n",
  "delete.json": JSON.stringify({
    kind: "AdmissionReview",
    request: { uid: "1", operation: "DELETE", name: "web", oldObject: { kind: "Pod" }, userInfo: {} },
  }),
  "rbac.yaml": rbac,
  "crd.yaml": crd,
  "schema.yaml": "type: object\nproperties: {size: {type: integer}}\n",
  "pool.yaml": "kind: Pool\nmetadata: {name: p}\nspec: {min: 3, x-y.z: q, zones: [a, b]}\n",
  "resource.yaml": "apiVersion: example.com/v1\nkind: Pool\nmetadata: {name: p}\nspec: {min: 3, zones: [a]}\n",
  "whole-pool.yaml": "apiVersion: example.com/v1\nkind: Pool\nspec: {zones: [a, b]}\n",
  "resources.yaml":
    "self: {apiVersion: example.com/v1, kind: Pool, spec: {min: 3}}\noldSelf: {apiVersion: example.com/v1, kind: Pool, spec: {min: 2}}\n",
  "part.yaml": "min: 4\n",
  "pools.yaml": "self: {spec: {zones: [a, b]}}\noldSelf: {spec: {zones: [b, a]}}\n",
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

describe("admission", () => {
  test.each([
    ["deployment.yaml", "object.spec.replicas + 1", 8],
    ["deployment.yaml", "oldObject == null && request.operation == 'CREATE' && !request.dryRun", true],
    [
      "deployment.yaml",
      "request.kind.group + '/' + request.kind.kind + ' ' + request.namespace + '/' + request.name",
      "apps/Deployment shop/web",
    ],
    ["update.yaml", "object.a + oldObject.a + params.max + variables.limit", 11],
    ["update.yaml", "request.operation + ' ' + request.userInfo.username", "UPDATE ann"],
    ["update.yaml", "namespaceObject.metadata.name", "shop"],
    ["delete.json", "object == null && oldObject.kind == 'Pod' && request.operation == 'DELETE'", true],
  ])("%s: %s", (input, expression, value) => {
    expect(evaluateJson("admission", expression, "--input", input)).toMatchObject({ ok: true, value });
  });

  test("authorizer decides by the roles and bindings of --rbac", () => {
    const evaluateValue = (expression: string) =>
      evaluateJson("admission", expression, "--input", "update.yaml", "--rbac", "rbac.yaml").value;
    expect(evaluateValue("authorizer.group('').resource('pods').namespace('x').check('get').allowed()")).toBe(true);
    expect(evaluateValue("authorizer.group('').resource('pods').check('delete').allowed()")).toBe(false);
    expect(evaluateValue("authorizer.serviceAccount('a', 'b').path('/x').check('get').allowed()")).toBe(false);
  });

  test.each([
    ["authorizer.path('/x').check('get').allowed()", "set authorizer with --rbac"],
    ["namespaceObject.metadata.name", "set namespaceObject with --input"],
  ])("an expression with an unset variable names the option that sets it: %s", (expression, help) => {
    expect(evaluateJson("admission", expression, "--input", "deployment.yaml").faults[0]).toMatchObject({ help });
  });
});

describe("mutation", () => {
  test.each([
    ["Object{spec: Object.spec{replicas: object.spec.replicas + 1}}", { spec: { replicas: 8 } }],
    [
      "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 'c'}]",
      [{ op: "add", path: "/metadata/labels/a~1b", value: "c" }],
    ],
  ])("%s", (expression, value) => {
    const answer = evaluateJson("mutation", expression, "--input", "deployment.yaml");
    expect(answer).toMatchObject({ ok: true, value });
    expect(answer.cost.estimate.leftOut).toHaveLength(1);
  });

  test("a type name must match the path of the field", () => {
    const answer = evaluateJson("mutation", "Object{spec: Object.status{replicas: 1}}");
    expect(answer).toMatchObject({ ok: false, stage: "run" });
    expect(answer.faults[0].message).toBe(
      'type mismatch: unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
    );
  });

  test("other environments have no type Object", () => {
    expect(evaluateJson("admission", "Object{}", "--input", "deployment.yaml")).toMatchObject({ stage: "compile" });
  });
});

describe("crd", () => {
  test.each([
    ["pool.yaml", "self.spec.min < 5 && self.metadata.name == 'p'", true],
    ["pool.yaml", "self.spec.x__dash__y__dot__z", "q"],
    ["pools.yaml", "self.spec.zones == oldSelf.spec.zones", true],
    ["pools.yaml", "self.spec.zones + ['b', 'c']", ["a", "b", "c"]],
  ])("%s: %s", (input, expression, value) => {
    expect(evaluateJson("crd", expression, "--schema", "crd.yaml", "--input", input)).toMatchObject({
      ok: true,
      value,
    });
  });

  test.each([
    ["spec", "self.min", "resource.yaml", 3],
    ["spec.zones", "self", "resource.yaml", ["a"]],
    ["spec.zones[*]", "self", "resource.yaml", "a"],
    ["spec", "self.min - oldSelf.min", "resources.yaml", 1],
    ["spec", "self.min", "part.yaml", 4],
  ])("--at %s: %s of %s", (at, expression, input, value) => {
    const answer = evaluateJson("crd", expression, "--schema", "crd.yaml", "--at", at, "--input", input);
    expect(answer).toMatchObject({ ok: true, value });
  });

  test("a resource with two values at the path of --at is an error", () => {
    const { code, stderr } = evaluate(
      "crd",
      "self",
      ...["--schema", "crd.yaml", "--at", "spec.zones[*]", "--input", "whole-pool.yaml"],
    );
    expect(code).toBe(2);
    expect(stderr).toContain("must have one value at spec.zones[*]; got 2");
  });

  test("--schema accepts a definition with several versions and a bare schema, and --at selects a part", () => {
    const stageOf = (expression: string, ...args: readonly string[]) => evaluateJson("crd", expression, ...args).stage;
    expect(stageOf("self.old == ''", "--schema", "crd.yaml", "--schema-version", "v1beta1")).toBe("run");
    expect(stageOf("self.old == ''", "--schema", "crd.yaml")).toBe("compile");
    expect(stageOf("self.size > 1", "--schema", "schema.yaml")).toBe("run");
    expect(stageOf("self.startsWith('a')", "--schema", "crd.yaml", "--at", "spec.zones[*]")).toBe("run");
  });

  test("eval shows the API server's cost estimate for the rule, and a bound that would lower it", () => {
    const rule = "self.spec.zones.all(a, self.spec.zones.exists(b, a == b))";
    const { cost } = evaluateJson("crd", rule, "--schema", "crd.yaml", "--input", "pool.yaml");
    expect(cost.rule).toMatchObject({
      limit: 10_000_000,
      cardinality: "1",
      advice: { path: "self.spec.zones", keyword: "maxItems", others: 1 },
    });
    const { stdout } = evaluate("crd", rule, "--schema", "crd.yaml", "--input", "pool.yaml");
    expect(stdout).toMatch(
      /rule +\d+ of 10000000: the API server would refuse it\nadvice +maxItems of 5 at self\.spec\.zones, or/,
    );
    const inside = evaluateJson("crd", "self != ''", "--schema", "crd.yaml", "--at", "spec.zones[*]");
    expect(inside.cost.rule).toMatchObject({ cardinality: "1048576" });
  });
});

test("text output shows the value, the type, the cost and the estimate", () => {
  expect(evaluate("claims", "claims.roles", "--input", "claims.json").stdout).toBe(
    'value     ["dev","","ops"]\ntype      list (any without input)\ncost      2 of 1000000\nestimate  2\n',
  );
});

describe("errors", () => {
  test("all errors of the compiler are shown, with suggestions", () => {
    const { stdout, code } = evaluate("user", "user.usernam == 1 + 'a'");
    expect(code).toBe(1);
    expect(stdout.match(/<expression>:1:\d+: error \[eval\/compile\]/g)).toHaveLength(2);
    expect(stdout).toContain("username");
  });

  test("an error of the evaluation is located at the part that fails", () => {
    const { faults, stage } = evaluateJson("claims", "'x' + claims.nope", "--input", "claims.json");
    expect(stage).toBe("run");
    expect(faults).toEqual([
      { message: "no such key: nope", line: 1, column: 7, endLine: 1, endColumn: 18, offset: 6, endOffset: 17 },
    ]);
  });

  test("a variable without input is an error that names --input", () => {
    const { stdout, code } = evaluate("claims", "claims.sub");
    expect(code).toBe(1);
    expect(stdout).toContain("set claims with --input");
  });

  test("a function that the target release lacks is an error", () => {
    expect(evaluate("claims", "semver('1.2.3').major()", "--target", "1.37").code).toBe(0);
    expect(evaluate("claims", "semver('1.2.3').major()", "--target", "1.30").code).toBe(1);
  });
});

describe("calls with exit code 2", () => {
  test.each([
    { name: "no environment", args: ["eval", "1"] },
    { name: "an unknown environment", args: ["eval", "1", "--env", "nope"] },
    { name: "an invalid user", args: ["eval", "1", "--env", "user", "--input", "bad-user.yaml"] },
    { name: "an invalid review", args: ["eval", "1", "--env", "authorization", "--input", "bad-review.yaml"] },
    { name: "an input that is a list", args: ["eval", "1", "--env", "claims", "--input", "list.yaml"] },
    { name: "a missing file", args: ["eval", "1", "--env", "claims", "--input", "nowhere.yaml"] },
    { name: "a rule without a schema", args: ["eval", "self", "--env", "crd"] },
    { name: "a file without a schema", args: ["eval", "self", "--env", "crd", "--schema", "user.yaml"] },
    {
      name: "a version that the definition lacks",
      args: ["eval", "self", "--env", "crd", "--schema", "crd.yaml", "--schema-version", "v2"],
    },
    {
      name: "a path that the schema lacks",
      args: ["eval", "self", "--env", "crd", "--schema", "crd.yaml", "--at", "spec.nope"],
    },
    { name: "a schema in the environment claims", args: ["eval", "1", "--env", "claims", "--schema", "crd.yaml"] },
    { name: "RBAC objects in the environment claims", args: ["eval", "1", "--env", "claims", "--rbac", "rbac.yaml"] },
    { name: "two files from standard input", args: ["eval", "-", "--env", "claims", "--input", "-"] },
  ])("$name", ({ args }) => {
    const { code, stderr } = runCli(args, { cwd: directory });
    expect(code).toBe(2);
    expect(stderr).not.toBe("");
    expect(stderr).not.toContain("    at ");
  });
});

describe("cost", () => {
  test("JSON contains the cost of the evaluation, the estimate for any input, and the value whose size drives it", () => {
    const { cost } = evaluateJson("user", "user.groups.exists(g, g == 'ops')", "--input", "user.yaml");
    expect(cost).toEqual({
      used: 15,
      limit: 1_000_000,
      estimate: { min: "3", max: "18446744073709551615" },
      driver: "user.groups",
      sizeWithinLimit: 166_666,
    });
  });

  test("an evaluation is cancelled above the limit, not at it", () => {
    const evaluateWithin = (limit: string) =>
      evaluateJson("claims", "claims.roles.size() > 1", "--input", "claims.json", "--cost-limit", limit);
    expect(evaluateWithin("4")).toMatchObject({ ok: true, cost: { used: 4, limit: 4 } });
    expect(evaluateWithin("3")).toMatchObject({
      ok: false,
      stage: "run",
      faults: [{ message: "operation cancelled: actual cost limit exceeded" }],
      cost: { limit: 3 },
    });
  });

  test("--cost-profile charges as the release does or as documented", () => {
    const costWithProfile = (profile: string) =>
      evaluateJson("claims", "[claims.sub]", "--input", "claims.json", "--cost-profile", profile).cost.used;
    expect(costWithProfile("release")).toBe(12);
    expect(costWithProfile("documentation")).toBe(42);
  });

  test.each(["x", "-1", "1e3", ""])("a limit of %j is rejected", (limit) => {
    expect(evaluate("claims", "1", `--cost-limit=${limit}`).code).toBe(2);
  });
});

describe("trace", () => {
  test("shows the result and the cost of each part, in loops for all rounds", () => {
    expect(
      evaluate("user", "user.groups.all(g,\n  g in ['dev', user.username])", "--input", "user.yaml", "--trace").stdout,
    ).toBe(`value     false
type      bool
cost      39 of 1000000
estimate  3 or more
driver    the size of user.groups, which has no bound; within the limit up to a size of 55555

cost |
     | user.groups.all(g,
  39 | -----------------> false
   2 | ----------- ["dev","ops"]
     |   g in ['dev', user.username])
  30 |   --------------------------- true, false (2 times)
   2 |   - "dev", "ops" (2 times)
  24 |        ---------------------- ["dev","jane"], ["dev","jane"] (2 times)
   4 |                ------------- "jane", "jane" (2 times)
`);
  });

  test("breaks long lines", () => {
    const expression = Array.from({ length: 8 }, (_, index) => `claims.team != 'a team with the number ${index}'`);
    const { stdout } = evaluate("claims", expression.join(" && "), "--input", "claims.json", "--trace");
    const rows = stdout.split("\n").filter((line) => line.includes("|"));
    expect(rows.filter((row) => row.includes("-> true")).length).toBeGreaterThan(5);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(120);
  });

  test("shows the part that fails, and is absent if the expression does not compile", () => {
    const { stdout } = evaluate("claims", "claims.nope == 1", "--input", "claims.json", "--trace");
    expect(stdout).toContain("   2 | ----------- fault: no such key: nope\n");
    expect(evaluate("claims", "nope", "--input", "claims.json", "--trace").stdout).not.toContain("cost |");
  });

  test("is part of the JSON output, with lines and columns", () => {
    const { cost } = evaluateJson("claims", "has(claims.sub)\n? claims.sub : ''", "--input", "claims.json", "--trace");
    expect(cost.trace).toMatchObject([
      { line: 1, endLine: 2, cost: 2, count: 1, results: [{ value: "jane" }] },
      { line: 1, column: 1, endColumn: 16, offset: 0, endOffset: 15, results: [{ value: true }] },
      { line: 2, column: 3, results: [{ value: "jane" }] },
    ]);
  });

  test("keeps only the first 8 results of a part", () => {
    const { cost } = evaluateJson("claims", "[1,2,3,4,5,6,7,8,9,10].all(n, n > 0)", "--trace");
    const [part] = cost.trace.filter(({ count }: { count: number }) => count === 10);
    expect(part.results).toHaveLength(8);
  });
});

test("the expression may come from standard input", () => {
  expect(runCli(["eval", "-", "--env", "claims"], { stdin: "1 +\n  1\n" }).stdout).toContain("value     2");
});
