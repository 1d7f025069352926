import { expect, test } from "vitest";
import { settle } from "../../src/engine/options.ts";
import { readSource } from "../../src/source/read-source.ts";
import { runSuites } from "../../src/suite/run-suites.ts";
import { outcomes, runSuiteText } from "./run-suite-text.ts";

const authn = `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer: { url: https://issuer.example.com, audiences: [kubernetes] }
    claimMappings:
      username: { claim: sub, prefix: "" }
      groups: { claim: groups, prefix: "oidc:" }
      extra: [{ key: example.com/team, valueExpression: claims.team }]
    userValidationRules: [{ expression: "user.username != 'root'", message: not root }]
`;
const authz = `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
  - { type: RBAC, name: rbac }
  - type: Webhook
    name: policy
    webhook:
      timeout: 3s
      subjectAccessReviewVersion: v1
      matchConditionSubjectAccessReviewVersion: v1
      failurePolicy: NoOpinion
      connectionInfo: { type: InClusterConfig }
      matchConditions: [{ expression: "request.user != 'robot'" }]
`;
const rbac = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: reader }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }, { nonResourceURLs: [/metrics], verbs: [get] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: readers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: Group, name: readers }]
`;
const files = { "authn.yaml": authn, "authz.yaml": authz, "rbac/all.yaml": rbac };

function suite(area: string, block: string, ...cases: readonly string[]): string {
  const lines = cases.map((item, index) => `      - { name: case ${index}, ${item} }`);
  return [`apiVersion: clustervet/v1`, `kind: VetSuite`, `${area}:`, `  - ${block}`, `    cases:`, ...lines, ""].join(
    "\n",
  );
}

const token = "claims: { iss: https://issuer.example.com, aud: kubernetes, sub: ada, groups: [a, b], team: [x] }";

test.each([
  {
    expected: "expect: { user: { username: ada, groups: ['oidc:b', 'oidc:a'], extra: { example.com/team: [x] } } }",
    found: "passed",
  },
  { expected: "expect: { user: {} }", found: "passed" },
  { expected: "expect: { user: { username: bob } }", found: "failed expect.user.username" },
  { expected: "expect: { user: { groups: ['oidc:a'] } }", found: "failed expect.user.groups" },
  { expected: "expect: { user: { uid: '7', extra: {} } }", found: "failed expect.user.uid expect.user.extra" },
  { expected: "expect: { refused: {} }", found: "failed expect.refused" },
  { expected: "expect: { skipped: true }", found: "failed expect.skipped" },
])("authentication: $expected", ({ expected, found }) => {
  const result = runSuiteText(suite("authentication", "config: authn.yaml", `${token}, ${expected}`), files);
  expect(outcomes(result)).toEqual([found]);
});

test.each([
  { claims: "sub: root", expected: "refused: { stage: user-rule, message: not root }", found: "passed" },
  {
    claims: "sub: root",
    expected: "refused: { stage: verify, message: to root }",
    found: "failed expect.refused.stage expect.refused.message",
  },
  { claims: "sub: root", expected: "user: {}", found: "failed expect.user" },
  { claims: "sub: null", expected: "refused: { stage: username }", found: "passed" },
  { claims: "iss: https://other.example.com", expected: "skipped: true", found: "passed" },
  { claims: "exp: 1", expected: "refused: { stage: verify, message: expired }", found: "passed" },
])("claims of the case replace those of the block: $claims, $expected", ({ claims, expected, found }) => {
  const block = `config: authn.yaml\n    now: 2026-01-01T00:00:00Z\n    ${token.replace("aud:", "exp: 1900000000, aud:")}`;
  const result = runSuiteText(suite("authentication", block, `claims: { ${claims} }, expect: { ${expected} }`), files);
  expect(outcomes(result)).toEqual([found]);
});

test("a failed case names the file and line of the deciding field", () => {
  const text = suite("authentication", "config: authn.yaml", `${token}, expect: { user: { groups: [] } }`);
  const [found] = runSuiteText(text, files).suites[0]?.cases ?? [];
  expect(found?.range.start.line).toBe(6);
  expect(found?.related.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(["authn.yaml:8"]);
});

const pods = "resourceAttributes: { verb: get, version: v1, resource: pods }";

test.each([
  {
    input: `review: { user: ada, groups: [readers], ${pods} }`,
    expected: "decision: allowed, by: rbac, reason: readers",
    found: "passed",
  },
  {
    input: `review: { user: ada, groups: [readers], ${pods} }`,
    expected: "decision: denied",
    found: "failed expect.decision",
  },
  {
    input: `review: { user: ada, ${pods} }, webhooks: { policy: allow }`,
    expected: "decision: allowed, by: policy",
    found: "passed",
  },
  {
    input: `review: { user: ada, ${pods} }, webhooks: { policy: fail }`,
    expected: "decision: denied, by: ''",
    found: "passed",
  },
  { input: `review: { user: robot, ${pods} }`, expected: "decision: denied, by: policy", found: "failed expect.by" },
  {
    input: `review: { user: ada, ${pods} }`,
    expected: "decision: denied",
    found: "failed undecided: it depends on policy (would be asked)",
  },
])("authorization: $input is $expected", ({ input, expected, found }) => {
  const text = suite("authorization", "config: authz.yaml\n    rbac: [rbac]", `${input}, expect: { ${expected} }`);
  expect(outcomes(runSuiteText(text, files))).toEqual([found]);
});

test.each([
  {
    input: "as: { user: ada, groups: [readers] }, can: { verb: get, resource: pods, namespace: shop }",
    found: "passed",
  },
  {
    input:
      "as: { user: ada, groups: [readers] }, can: { verb: get, resource: /metrics }, by: ClusterRoleBinding readers",
    found: "passed",
  },
  {
    input: "as: { user: ada, groups: [readers] }, can: { verb: get, resource: pods }, by: RoleBinding x/y",
    found: "failed by",
  },
  { input: "as: { user: ada, groups: [readers] }, cannot: { verb: get, resource: pods }", found: "failed cannot" },
  { input: "as: { user: ada }, can: { verb: get, resource: pods }", found: "failed can" },
  { input: "as: { user: ada }, cannot: { verb: get, resource: pods }", found: "passed" },
])("rbac: $input", ({ input, found }) => {
  expect(outcomes(runSuiteText(suite("rbac", "manifests: [rbac]", input), files))).toEqual([found]);
});

const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  versions:
    - name: v1
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { keep: { type: integer } } } }
`;
const reviewInput =
  "input: { object: { metadata: { namespace: shop } }, request: { userInfo: { groups: [readers] } } }";
const canRead = "authorizer.group('').resource('pods').check('get').allowed()";

test.each([
  { block: "env: claims", item: "expression: '1 + 2', expect: { value: 3, cost: 1 }", found: "passed" },
  { block: "env: claims", item: "expression: claims.a, expect: { value: null }, input: { a: null }", found: "passed" },
  {
    block: "env: claims",
    item: "expression: claims.a, expect: { value: null }, input: { a: 1 }",
    found: "failed expect.value",
  },
  {
    block: "env: claims",
    item: "expression: claims.a, expect: { value: 1 }, input: { a: null }",
    found: "failed expect.value",
  },
  {
    block: "env: claims",
    item: "expression: 'claims.a == 1.0', expect: { cost: 3 }, input: { a: 1 }",
    found: "passed",
  },
  {
    block: "env: claims",
    item: "expression: 'claims.a == 1.0', expect: { cost: 2 }, input: { a: 1 }",
    found: "failed expect.cost",
  },
  {
    block: "env: claims",
    item: "expression: 'claims.a == 1.0', expect: { maxCost: 3 }, input: { a: 1 }",
    found: "passed",
  },
  {
    block: "env: claims",
    item: "expression: 'claims.a == 1.0', expect: { value: true, maxCost: 2 }, input: { a: 1 }",
    found: "failed expect.maxCost",
  },
  { block: "env: claims", item: "expression: 'claims.', expect: { maxCost: 2 }", found: "failed expect.maxCost" },
  {
    block: "env: claims",
    item: "expression: 'claims.a', expect: { error: no such key, cost: 7 }, input: {}",
    found: "failed expect.cost",
  },
  {
    block: "env: admission",
    item: "expression: object.kind, input: { kind: Pod }, expect: { value: Pod }",
    found: "passed",
  },
  {
    block: "env: admission",
    item: "expression: oldObject, input: { kind: Pod }, expect: { value: null }",
    found: "passed",
  },
  {
    block: "env: admission\n    rbac: [rbac]",
    item: `expression: "${canRead}", ${reviewInput}, expect: { value: true }`,
    found: "passed",
  },
  {
    block: "env: admission",
    item: `expression: "${canRead}", ${reviewInput}, expect: { error: authorizer }`,
    found: "passed",
  },
  {
    block: "env: admission\n    rbac: [none.yaml]",
    item: "expression: 'true', expect: { value: true }",
    found: "broken no such file: none.yaml",
  },
  {
    block: "env: crd\n    schema: crd.yaml",
    item: "expression: 'self.spec.keep > 1', input: { spec: { keep: 1 } }, expect: { value: false, type: bool }",
    found: "passed",
  },
  {
    block: "env: crd\n    schema: crd.yaml\n    at: spec.keep",
    item: "expression: 'self > oldSelf', input: { self: 3, oldSelf: 2 }, expect: { value: true }",
    found: "passed",
  },
  {
    block: "env: crd\n    schema: crd.yaml\n    at: spec.keep",
    item: "expression: 'self + 1', input: 3, expect: { value: 4 }",
    found: "passed",
  },
  {
    block: "env: crd\n    schema: crd.yaml",
    item: "expression: self.spec.kepe, expect: { error: kepe }",
    found: "passed",
  },
  {
    block: "env: crd\n    schema: crd.yaml\n    schemaVersion: v2",
    item: "expression: 'true', expect: { value: true }",
    found: "broken crd.yaml contains no schema; its versions are v1",
  },
  {
    block: "env: crd\n    schema: crd.yaml\n    at: status",
    item: "expression: 'true', expect: { value: true }",
    found: "broken crd.yaml has no schema for status",
  },
])("expressions, $block: $item is $found", ({ block, item, found }) => {
  const result = runSuiteText(suite("expressions", block, item), { ...files, "crd.yaml": crd });
  expect(outcomes(result)).toEqual([found]);
});

test("a resource that does not exist breaks the case", () => {
  const text = suite("rbac", "manifests: [rbac]", "as: { user: ada }, cannot: { verb: get, resource: podz }");
  const [found] = outcomes(runSuiteText(text, files));
  expect(found).toMatch(/^broken .*did you mean pods/);
});

test.each([
  { env: "claims", input: "age: 2", expression: "claims.age + 1.0", expected: "value: 3", found: "passed" },
  {
    env: "claims",
    input: "age: 2",
    expression: "[claims.age]",
    expected: "value: [3], type: list(int)",
    found: "failed expect.value expect.type",
  },
  {
    env: "claims",
    input: "age: 2",
    expression: "claims.mail",
    expected: "error: 'no such key: mail'",
    found: "passed",
  },
  { env: "claims", input: "age: 2", expression: "claims.mail", expected: "value: 1", found: "failed expect.value" },
  { env: "claims", input: "age: 2", expression: "claims.age", expected: "error: absent", found: "failed expect.error" },
  {
    env: "user",
    input: "username: ada",
    expression: "user.username.size() > 2 && user.groups == []",
    expected: "type: bool",
    found: "passed",
  },
  { env: "user", input: "username: ada", expression: "user.nmae", expected: "error: nmae", found: "passed" },
  {
    env: "admission",
    input: "apiVersion: v1, kind: Pod, spec: { hostNetwork: false, containers: [] }",
    expression: "has(object.spec.hostNetwork) || object.spec.restartPolicy != 'Always'",
    expected: "value: false",
    found: "passed",
  },
  {
    env: "mutation",
    input: "apiVersion: v1, kind: ConfigMap",
    expression: "Object{data: {'a': object.kind}}",
    expected: "value: { data: { a: ConfigMap } }",
    found: "passed",
  },
  {
    env: "authorization",
    input: `user: ada, ${pods}`,
    expression: "request.resourceAttributes.resource",
    expected: "value: pods",
    found: "passed",
  },
  {
    env: "authorization",
    input: "user: ada",
    expression: "true",
    expected: "value: true",
    found: "broken input: exactly one of `resourceAttributes` and `nonResourceAttributes` must be set",
  },
])("expressions: $expression of $env is $expected", ({ env, input, expression, expected, found }) => {
  const item = `expression: ${JSON.stringify(expression)}, input: { ${input} }, expect: { ${expected} }`;
  const [result] = outcomes(runSuiteText(suite("expressions", `env: ${env}`, item)));
  expect(result?.replace(/input\S*:/, "input:")).toBe(found);
});

test.each([
  { findings: "", found: "failed expect.findings" },
  { findings: "{ rule: schema/enum, line: 4 }", found: "passed" },
  { findings: "{ rule: schema/enum, file: wrong.yaml }", found: "passed" },
  { findings: "{ rule: schema/enum, line: 3 }", found: "failed expect.findings" },
  { findings: "{ rule: schema/enum }, { rule: schema/type }", found: "failed expect.findings" },
])("lint: [$findings]", ({ findings, found }) => {
  const wrong =
    "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n  - { type: RBACC, name: rbac }\n";
  const text = suite("lint", "files: [wrong.yaml]", `expect: { findings: [${findings}] }`);
  expect(outcomes(runSuiteText(text, { "wrong.yaml": wrong }))).toEqual([found]);
});

test("an invalid configuration fails every case, with its errors", () => {
  const cases = [`${token}, expect: { user: {} }`, `${token}, expect: { skipped: true }`];
  const result = runSuiteText(suite("authentication", "inline: { jwt: [{ isuer: {} }] }", ...cases));
  const message = "the configuration is refused: no valid AuthenticationConfiguration";
  expect(outcomes(result)).toEqual([`failed ${message}`, `failed ${message}`]);
  expect(result.suites[0]?.cases[0]?.related[0]).toMatchObject({ range: { start: { line: 4, column: 23 } } });
});

test.each([
  { block: "config: none.yaml", message: "no such file: none.yaml" },
  {
    block: "config: authn.yaml\n    now: noon",
    message: '`now` must be a time such as 2026-01-31T12:00:00Z; got "noon"',
  },
])("an unusable block breaks the case: $message", ({ block, message }) => {
  expect(outcomes(runSuiteText(suite("authentication", block, `${token}, expect: { user: {} }`), files))).toEqual([
    `broken ${message}`,
  ]);
});

test("an unknown target breaks the suite", () => {
  const text = `target: "1.2"\n${suite("rbac", "manifests: [rbac]", "as: { user: ada }, can: { verb: get, resource: pods }")}`;
  expect(outcomes(runSuiteText(text, files))[0]).toMatch(/^broken target must be a release/);
});

test("an invalid suite is not run", () => {
  const { suites, faults } = runSuiteText("apiVersion: clustervet/v1\nkind: VetSuite\nrbacc: []\n");
  expect(suites).toEqual([]);
  expect(faults.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["schema/unknown-field"]));
});

test("an internal error breaks its case, and the other cases run", () => {
  const sound = suite("expressions", "env: claims", "expression: 1 + 1, expect: { value: 2 }");
  const unreadable = suite("authentication", "config: broken.yaml", `${token}, expect: { user: {} }`);
  const { suites } = runSuites(readSource("test.suite.yaml", `${unreadable}---\n${sound}`), {
    settingsFor: () => settle({}),
    files: {
      find: (path) => [path],
      read() {
        throw new TypeError("a fault of the reader");
      },
    },
  });
  expect(suites.flatMap(({ cases }) => cases.map(({ outcome }) => outcome))).toEqual(["broken", "passed"]);
  expect(suites[0]?.cases[0]?.message).toMatch(/^not vetted in full: clustervet failed \(TypeError\): /);
});
