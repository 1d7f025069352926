import { describe, expect, test } from "vitest";
import type { AdmissionRequest, ClusterObject } from "../../src/policy/admission-request.ts";
import { maxAnnotationBytes } from "../../src/policy/judgement.ts";
import { policySet } from "../../src/policy/policy-set.ts";
import { runSteps } from "../../src/policy/steps.ts";
import { planValidatingPolicy } from "../../src/policy/validating-policy.ts";

const clusterObject = (kind: string, name: string, object: object, namespace = ""): ClusterObject => ({
  group: kind.startsWith("Validating") ? "admissionregistration.k8s.io" : "",
  version: "v1",
  kind,
  name,
  namespace,
  object: { apiVersion: "v1", kind, metadata: { name, namespace, ...("labels" in object ? object : {}) }, ...object },
});
const policy = (spec: object) =>
  clusterObject("ValidatingAdmissionPolicy", "p", { spec: { matchConstraints: {}, ...spec } });
const binding = (spec: object = {}, name = "b") =>
  clusterObject("ValidatingAdmissionPolicyBinding", name, {
    spec: { policyName: "p", validationActions: ["Deny"], ...spec },
  });
const limits = (limit: string, name = "limits") =>
  clusterObject("ConfigMap", name, { data: { limit }, labels: { tier: name } }, "default");

const request: AdmissionRequest = {
  kind: { group: "", version: "v1", kind: "ConfigMap" },
  resource: { group: "", version: "v1", resource: "configmaps" },
  subresource: "",
  name: "c",
  namespace: "default",
  operation: "CREATE",
  user: { username: "ann", uid: "", groups: ["dev"], extra: {} },
  object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "default" }, data: { size: "5" } },
  isDryRun: false,
  equivalents: [],
};

function judge(objects: readonly ClusterObject[], more: Partial<AdmissionRequest> = {}) {
  const set = policySet(objects, {
    target: "1.37",
    groupDomain: "k8s.io",
    scopeOf: ({ kind }) => (kind === "ConfigMap" ? "Namespaced" : undefined),
  });
  return set.runValidatingPolicies({ ...request, ...more });
}
const decide = (objects: readonly ClusterObject[], more: Partial<AdmissionRequest> = {}) =>
  judge(objects, more).findings.map(({ action, message }) => `${action}: ${message}`);

describe("validations", () => {
  test.each([
    { name: "true", validation: { expression: "true" }, expected: [] },
    { name: "false", validation: { expression: "1 > 2" }, expected: ["Deny: failed expression: 1 > 2"] },
    { name: "a message", validation: { expression: "false", message: " no " }, expected: ["Deny: no"] },
    {
      name: "a message expression",
      validation: { expression: "false", message: "no", messageExpression: "'no, ' + request.userInfo.username" },
      expected: ["Deny: no, ann"],
    },
    {
      name: "a message expression of two lines",
      validation: { expression: "false", message: "no", messageExpression: "'a\\nb'" },
      expected: ["Deny: no"],
    },
    {
      name: "an error",
      validation: { expression: "object.data.none == ''" },
      expected: ["Deny: expression 'object.data.none == ''' resulted in error: no such key: none"],
    },
    {
      name: "a namespace of which only the name is known",
      validation: { expression: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'default'" },
      expected: [],
    },
    {
      name: "oldObject in a creation",
      validation: { expression: "oldObject == null && !request.dryRun" },
      expected: [],
    },
    {
      name: "the authorizer without RBAC objects",
      validation: { expression: "authorizer.requestResource.check('delete').allowed()", message: "may not" },
      expected: ["Deny: may not"],
    },
  ])("$name", ({ validation, expected }) => {
    expect(decide([policy({ validations: [validation] }), binding()])).toEqual(expected);
  });

  test("each validation action of each binding is applied", () => {
    const objects = [
      policy({ validations: [{ expression: "false", message: "no" }] }),
      binding({ validationActions: ["Warn", "Audit"] }),
      binding({}, "b2"),
    ];
    expect(decide(objects)).toEqual(["Warn: no", "Audit: no", "Deny: no"]);
  });

  test("an unknown validation action has no effect", () => {
    const spec = { validations: [{ expression: "false", message: "no" }] };
    expect(decide([policy(spec), binding({ validationActions: ["Refuse", "Warn"] })])).toEqual(["Warn: no"]);
  });

  test("failurePolicy Ignore ignores errors but not failed validations", () => {
    const validations = [{ expression: "object.none.a == 1" }, { expression: "false", message: "no" }];
    const spec = { failurePolicy: "Ignore", validations };
    expect(decide([policy(spec), binding()])).toEqual([
      "Deny: no",
      "Ignore: expression 'object.none.a == 1' resulted in error: no such key: none",
    ]);
  });

  test("a policy without a binding, or with an expression that does not compile, has no findings", () => {
    expect(decide([policy({ validations: [{ expression: "false" }] })])).toEqual([]);
    expect(decide([policy({ validations: [{ expression: "nope" }, { expression: "false" }] }), binding()])).toEqual([]);
  });

  test("policies do not apply to requests for policies", () => {
    const resource = { group: "admissionregistration.k8s.io", version: "v1", resource: "validatingadmissionpolicies" };
    expect(decide([policy({ validations: [{ expression: "false" }] }), binding()], { resource })).toEqual([]);
  });

  test("a finding has the path of the field that the expression reads", () => {
    const variables = [{ name: "size", expression: "int(object.data.size)" }];
    const validations = [
      { expression: "variables.size < 5" },
      { expression: "object.data.size == '' || object.data.other == ''" },
      { expression: "!has(object.data)" },
      { expression: "request.name == ''" },
    ];
    const { findings } = judge([policy({ variables, validations }), binding()]);
    expect(findings.map(({ path }) => path)).toEqual([["data", "size"], ["data"], ["data"], []]);
    expect(findings[0]?.expressionPath).toEqual(["spec", "validations", 0, "expression"]);
  });
});

describe("match conditions", () => {
  const conditions = (...expressions: string[]) => ({
    validations: [{ expression: "false", message: "no" }],
    matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
  });

  test.each([
    { name: "true", expressions: ["true"], expected: ["Deny: no"] },
    { name: "false", expressions: ["true", "request.name != 'c'"], expected: [] },
    { name: "a false condition and an error", expressions: ["object.none.a == 1", "false"], expected: [] },
    {
      name: "a condition with an error",
      expressions: ["object.none.a == 1"],
      expected: ["Deny: expression 'object.none.a == 1' resulted in error: no such key: none"],
    },
  ])("$name", ({ expressions, expected }) => {
    expect(decide([policy(conditions(...expressions)), binding()])).toEqual(expected);
  });

  test("failurePolicy Ignore skips the policy if a match condition fails with an error", () => {
    expect(decide([policy({ ...conditions("object.none.a == 1"), failurePolicy: "Ignore" }), binding()])).toEqual([]);
  });
});

describe("parameters", () => {
  const spec = {
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    validations: [
      {
        expression: "int(object.data.size) <= int(params.data.limit)",
        messageExpression: "'limit ' + params.data.limit",
      },
    ],
  };
  const ref = (paramRef: object) => binding({ paramRef: { parameterNotFoundAction: "Deny", ...paramRef } });
  const missing =
    "Deny: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";

  test.each([
    { name: "a parameter by its name", paramRef: { name: "limits" }, expected: ["Deny: limit 4"] },
    { name: "each parameter by labels", paramRef: { selector: {} }, expected: ["Deny: limit 4", "Deny: limit 3"] },
    {
      name: "a parameter by one label",
      paramRef: { selector: { matchLabels: { tier: "low" } } },
      expected: ["Deny: limit 3"],
    },
    { name: "a missing parameter", paramRef: { name: "nope" }, expected: [missing] },
    {
      name: "a missing parameter with parameterNotFoundAction Allow",
      paramRef: { name: "nope", parameterNotFoundAction: "Allow" },
      expected: [],
    },
    { name: "a parameter of another namespace", paramRef: { name: "limits", namespace: "other" }, expected: [missing] },
  ])("$name", ({ paramRef, expected }) => {
    expect(decide([policy(spec), ref(paramRef), limits("4"), limits("3", "low")])).toEqual(expected);
  });

  test("a paramKind that does not exist is an error", () => {
    const unknown = { ...spec, paramKind: { apiVersion: "example.com/v1", kind: "Limit" } };
    expect(decide([policy(unknown), ref({ name: "limits" })])).toEqual([
      "Deny: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'",
    ]);
  });
});

describe("cost budgets", () => {
  const dear =
    "[0,1,2,3,4,5,6,7,8,9].all(a, [0,1,2,3,4,5,6,7,8,9].all(b, [0,1,2,3,4,5,6,7,8,9].all(c, variables.list.all(d, d >= 0))))";
  const variables = [{ name: "list", expression: "[0,1,2,3,4,5,6,7,8,9].map(x, x)" }];

  test("all expressions of a policy share its cost budget", () => {
    const validations = Array.from({ length: 400 }, () => ({ expression: dear }));
    expect(decide([policy({ variables, validations }), binding()])).toEqual([
      "Deny: validation failed due to running out of cost budget, no further validation rules will be run",
    ]);
  });

  test("an expression stops at the cost limit for a single expression", () => {
    const ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    const nested = ["a", "b", "c", "d", "e", "f"].reduceRight((inner, name) => `${ten}.all(${name}, ${inner})`, "true");
    expect(decide([policy({ validations: [{ expression: nested }] }), binding()])).toEqual([
      `Deny: expression '${nested}' resulted in error: operation cancelled: actual cost limit exceeded`,
    ]);
  });
});

test("an audit annotation is cut to 10 KiB", () => {
  const long = { key: "k", valueExpression: `'${"\u00e9".repeat(6000)}'` };
  const { annotations } = judge([policy({ auditAnnotations: [long] }), binding()]);
  expect(annotations.get("p/k")).toBe("\u00e9".repeat(maxAnnotationBytes / 2));
});

test("audit annotations are collected, and an error in one denies the request", () => {
  const annotation = (key: string, valueExpression: string) => ({ key, valueExpression });
  const objects = [
    policy({
      auditAnnotations: [annotation("a", "'x'"), annotation("b", "null"), annotation("c", "string(object.none.d)")],
      validations: [],
    }),
    binding(),
  ];
  const { annotations, findings } = judge(objects);
  expect([...annotations]).toEqual([["p/a", "x"]]);
  expect(findings.map(({ message }) => message)).toEqual([
    "expression 'string(object.none.d)' resulted in error: no such key: none",
  ]);
});

describe("the work of one policy", () => {
  test("yields after each expression", () => {
    const spec = { validations: Array.from({ length: 5 }, () => ({ expression: "true" })) };
    const plan = runSteps(planValidatingPolicy(spec, "1.37"));
    const judging = plan.evaluate({ request, matched: request, params: undefined, namespace: undefined });
    let steps = 0;
    while (!judging.next().done) steps++;
    expect(steps).toBe(5);
  });

  test("has one limit of list elements for all variables", () => {
    const variables = [
      { name: "v0", expression: "[1, 2, 3]" },
      ...Array.from({ length: 30 }, (_, i) => ({ name: `v${i + 1}`, expression: `variables.v${i} + variables.v${i}` })),
    ];
    const sized = (index: number) =>
      decide([policy({ variables, validations: [{ expression: `size(variables.v${index}) > 0` }] }), binding()]);
    expect(sized(10)).toEqual([]);
    const [fault] = sized(30);
    expect(fault).toMatch(/evaluation limit exceeded: joined values are too large/);
    // All lists together have more than a million elements, but no single list does.
    expect(sized(18)[0]).toMatch(/composited variable "v18" fails to evaluate/);
  });
});

test("mutating policies do not read the object if they match another resource", () => {
  const mutating = (kind: string, name: string, spec: object) => ({
    ...clusterObject(kind, name, { spec }),
    group: "admissionregistration.k8s.io",
  });
  const resourceRules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["secrets"] }];
  const set = policySet(
    [
      mutating("MutatingAdmissionPolicy", "p", {
        matchConstraints: { resourceRules },
        mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: `[JSONPatch{op: "remove", path: "/data"}]` } }],
      }),
      mutating("MutatingAdmissionPolicyBinding", "b", { policyName: "p" }),
    ],
    { target: "1.37", groupDomain: "k8s.io", scopeOf: () => undefined },
  );
  let made = 0;
  const requestFor = (resource: string) => ({
    ...request,
    resource: { group: "", version: "v1", resource },
    get object() {
      made++;
      return request.object ?? {};
    },
  });
  expect(set.hasMutatingPolicies).toBe(true);
  expect(set.mutate(requestFor("configmaps")).changes).toEqual([]);
  expect(made).toBe(0);
  set.mutate(requestFor("secrets"));
  expect(made).toBeGreaterThan(0);
});
