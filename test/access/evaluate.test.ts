import { describe, expect, test } from "vitest";
import { type EvaluateOptions, evaluateExpression } from "../../src/access/evaluate.ts";
import { type ExpressionPlace, type PlaceOptions, readExpressionInput } from "../../src/access/expression-place.ts";
import { readRuleSchema } from "../../src/access/rule-schema.ts";
import type { Authorize, AuthorizerCheck } from "../../src/cel-kubernetes/library/authorizer.ts";

/** Returns the value, the messages of the expression's faults, or the faults of the document. */
function evaluateOn(document: unknown, expression: string, options: PlaceOptions & Partial<EvaluateOptions>): unknown {
  const reading = readExpressionInput(document, options, "k8s.io");
  if (!reading.ok) return reading.error.map(({ path, message }) => [path.join("."), message]);
  const result = evaluateExpression(expression, reading.value, { target: "1.37", ...options });
  if (result.ok) return result.value.value;
  return [result.error.stage, ...result.error.faults.map(({ message }) => message)];
}

const reviewSpec = { user: "ann", resourceAttributes: { verb: "get", resource: "pods" } };
const review = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec: reviewSpec };

test.each<[ExpressionPlace, unknown, string, unknown]>([
  ["claims", { sub: "jane" }, "claims.sub", "jane"],
  ["claims", {}, "claims.sub", ["run", "no such key: sub"]],
  ["claims", [], "claims", [["", "must be an object"]]],
  ["user", { username: "jane" }, "user.username + user.uid", "jane"],
  ["user", { name: "jane" }, "user", [["name", 'unknown field "name"']]],
  ["authorization", review, "request.user + ' ' + request.resourceAttributes.resource", "ann pods"],
  ["authorization", reviewSpec, "request.user + ' ' + request.resourceAttributes.resource", "ann pods"],
  [
    "authorization",
    { ...reviewSpec, user: 1 },
    "true",
    [
      ["user", "must be a string"],
      ["user", "`user` or `groups` must be set"],
    ],
  ],
  [
    "authorization",
    { spec: reviewSpec },
    "true",
    [
      ["kind", 'must be "SubjectAccessReview"; got null'],
      ["apiVersion", 'must be "authorization.k8s.io/v1" or "authorization.k8s.io/v1beta1"; got null'],
    ],
  ],
])("%s of %j: %s", (place, document, expression, expected) => {
  expect(evaluateOn(document, expression, { place })).toEqual(expected);
});

const bounds = { type: "object", properties: { min: { type: "integer" }, max: { type: "integer" } } };

const noMap = "invalid data, expected a map for the provided schema with type=object";

test.each([
  ["self.min", { min: 1, max: "a" }, 1],
  ["self.max > 1", { min: 1, max: "a" }, ["run", "invalid data, expected int, got string"]],
  ["self", { min: 1, max: "a" }, ["run", "invalid data, expected int, got string"]],
  ["self.min", [], [["", noMap]]],
  ["self.min", { self: { min: 1 }, oldSelf: "a" }, [["oldSelf", noMap]]],
])("%s with values that do not fit the schema: %j", (expression, document, expected) => {
  const rule = { schema: bounds, isResource: false, cardinality: 1n, path: [] };
  for (const traces of [false, true]) {
    expect(evaluateOn(document, expression, { place: "crd", rule, traces })).toEqual(expected);
  }
});

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: { replicas: 7 },
};
const pod = { apiVersion: "v1", kind: "Pod", metadata: { generateName: "p-" } };

describe("expressions of admission policies", () => {
  const requestText = "[request.operation, request.kind.group, request.kind.version, request.kind.kind]";
  const placeText = "[request.?name.orValue('-'), request.?namespace.orValue('-')]";
  const metadata = { name: "shop", labels: { a: "b" }, managedFields: [], ownerReferences: [] };

  test.each<[string, unknown, string, unknown]>([
    ["an object is created", deployment, requestText, ["CREATE", "apps", "v1", "Deployment"]],
    ["an object of the core group", pod, requestText, ["CREATE", "", "v1", "Pod"]],
    ["its name and namespace are those of the request", deployment, placeText, ["web", "shop"]],
    ["without a name and a namespace the request has none", pod, placeText, ["-", "-"]],
    ["with an old object the operation is UPDATE", { object: pod, oldObject: pod }, "request.operation", "UPDATE"],
    [
      "with an old object alone the operation is DELETE",
      { oldObject: deployment },
      requestText,
      ["DELETE", "apps", "v1", "Deployment"],
    ],
    ["a deletion has the name of the old object", { object: null, oldObject: deployment }, placeText, ["web", "shop"]],
    ["without objects the operation is CREATE", { params: {} }, requestText, ["CREATE", "", "", ""]],
    ["without input there is no object", {}, "object == null || object == {}", true],
    ["resources are those of the kind", deployment, "request.resource == request.requestResource", true],
    ["the request of the document has more fields", { object: pod, request: { dryRun: true } }, "request.dryRun", true],
    ["a request is no dry run by default", pod, "request.dryRun || has(request.userInfo.username)", false],
    ["numbers without a fraction are ints", deployment, "object.spec.replicas + 1", 8],
    ["a name that is no variable is a field of the object", { object: 1, kind: "Odd" }, "object.kind", "Odd"],
    ["parameters", { object: pod, params: { max: 3 } }, "params.max", 3],
    ["variables", { object: pod, variables: { a: 1, b: 2 } }, "variables.a + variables.b", 3],
    [
      "some metadata of the namespace",
      { namespaceObject: { metadata } },
      "namespaceObject.metadata",
      { name: "shop", labels: { a: "b" } },
    ],
    [
      "the spec of the namespace",
      { namespaceObject: {} },
      "has(namespaceObject.spec) && has(namespaceObject.status)",
      true,
    ],
    [
      "a review is the request",
      { kind: "AdmissionReview", request: { uid: "1", operation: "CONNECT", object: pod, oldObject: deployment } },
      "[dyn(request.operation), object.kind, oldObject.kind]",
      ["CONNECT", "Pod", "Deployment"],
    ],
  ])("%s", (_, document, expression, expected) => {
    expect(evaluateOn(document, expression, { place: "admission" })).toEqual(expected);
  });
});

describe("the authorizer library", () => {
  const request = {
    userInfo: { username: "ann", uid: "1", groups: ["dev", 2], extra: { scope: ["a", 1], odd: "b" } },
    resource: { group: "apps", resource: "deployments" },
    subResource: "scale",
    namespace: "prod",
    name: "web",
  };
  const ann = { name: "ann", uid: "1", groups: ["dev"], extra: { scope: ["a"], odd: [] } };
  const nobody = { name: "", uid: "", groups: [], extra: {} };
  const scale = { group: "apps", resource: "deployments", subresource: "scale", namespace: "prod", name: "web" };
  const nothing = { group: "", resource: "", subresource: "", namespace: "", name: "" };
  const ofRequest = "authorizer.requestResource.check('update').allowed()";

  test.each([
    { asks: ofRequest, request, user: ann, what: scale },
    { asks: ofRequest, request: { userInfo: null, resource: null }, user: nobody, what: nothing },
    {
      asks: "authorizer.group('a').resource('b').check('update').allowed()",
      request,
      user: ann,
      what: { ...nothing, group: "a", resource: "b" },
    },
  ])("$asks calls the authorizer for the user $user.name", ({ asks, request: given, user, what }) => {
    const checks: AuthorizerCheck[] = [];
    const authorize: Authorize = (question) => {
      checks.push(question);
      return { decision: "allow", reason: "" };
    };
    expect(evaluateOn({ object: pod, request: given }, asks, { place: "admission", authorize })).toBe(true);
    expect(checks).toMatchObject([{ user, verb: "update", resource: what }]);
  });

  test("an authorizer check fails without an authorizer", () => {
    expect(evaluateOn({ object: pod, request }, ofRequest, { place: "admission" })).toMatchObject([
      "run",
      expect.anything(),
    ]);
  });
});

describe("expressions of mutating admission policies", () => {
  const typeNameMessage = (name: string, wanted: string) =>
    `unexpected type name "${name}", expected "${wanted}", which matches field name path from root Object type`;

  test.each<[string, unknown]>([
    ["Object{spec: Object.spec{replicas: object.spec.replicas + 1}}", { spec: { replicas: 8 } }],
    ["[JSONPatch{op: 'add', path: '/a', value: Object.b{}}]", [{ op: "add", path: "/a", value: {} }]],
    ["Object{spec: Object.status{}}", [typeNameMessage("Object.status", "Object.spec")]],
    [
      "Object{a: [Object.b{}], c: {'d': Object.e{}}}",
      [typeNameMessage("Object.b", "Object.a"), typeNameMessage("Object.e", "Object.c")],
    ],
    [
      "Object{a: Object.b{c: Object.b.c{}}}",
      [typeNameMessage("Object.b", "Object.a"), typeNameMessage("Object.b.c", "Object.a.c")],
    ],
    ["object.spec", { replicas: 7 }],
  ])("%s", (expression, expected) => {
    const value =
      Array.isArray(expected) && typeof expected[0] === "string"
        ? ["run", `type mismatch: ${expected.join("\n")}`]
        : expected;
    expect(evaluateOn(deployment, expression, { place: "mutation" })).toEqual(value);
  });
});

describe("rules of custom resource definitions", () => {
  const zones = { type: "array", items: { type: "string" } };
  const labels = { type: "object", additionalProperties: { type: "integer" } };
  const spec = { type: "object", properties: { min: { type: "integer" }, zones, labels } };
  const schema = { type: "object", properties: { spec } };
  const definition = {
    kind: "CustomResourceDefinition",
    spec: {
      versions: [
        "odd",
        { name: "v1beta1", schema: { openAPIV3Schema: { type: "object", properties: { old: { type: "string" } } } } },
        { name: "v1", storage: true, schema: { openAPIV3Schema: schema } },
        { name: "v2", schema: "none" },
        { name: "v3", schema: { openAPIV3Schema: {} } },
      ],
    },
  };

  test.each([
    { document: definition, place: {}, found: { schema, isResource: true, cardinality: 1n, path: [] } },
    { document: definition, place: { version: "v1beta1" }, found: { schema: { properties: { old: {} } } } },
    { document: { openAPIV3Schema: schema }, place: {}, found: { schema } },
    { document: schema, place: { at: "spec" }, found: { schema: spec, isResource: false, path: ["spec"] } },
    { document: zones, place: { at: "[*]" }, found: { schema: zones.items, path: ["[*]"] } },
    {
      document: schema,
      place: { at: "spec.labels[*]" },
      found: { schema: { type: "integer" }, path: ["spec", "labels", "[*]"] },
    },
    {
      document: { items: { type: "object", "x-kubernetes-embedded-resource": true } },
      place: { at: "[*]" },
      found: { isResource: true },
    },
  ])("$place selects the schema $found", ({ document, place, found }) => {
    expect(readRuleSchema(document, place)).toMatchObject({ ok: true, value: found });
  });

  const versions = ["v1beta1", "v1", "v2", "v3"];
  test.each([
    { document: definition, place: { version: "v2" }, fault: { message: "contains no schema", versions } },
    { document: definition, place: { version: "v3" }, fault: { message: "contains no schema", versions } },
    { document: definition, place: { version: "v9" }, fault: { message: "contains no schema", versions } },
    { document: { kind: "CustomResourceDefinition" }, place: {}, fault: { message: "contains no schema" } },
    { document: { kind: "Pod" }, place: {}, fault: { message: "contains no schema" } },
    { document: [], place: {}, fault: { message: "contains no schema" } },
    { document: definition, place: { at: "spec.nope" }, fault: { message: "has no schema for spec.nope" } },
    { document: definition, place: { at: "spec.toString" }, fault: { message: "has no schema for spec.toString" } },
    { document: definition, place: { at: "spec.min[*]" }, fault: { message: "has no schema for spec.min[*]" } },
  ])("$place selects no schema", ({ document, place, fault }) => {
    expect(readRuleSchema(document, place)).toEqual({ ok: false, error: fault });
  });

  const pool = { apiVersion: "example.com/v1", kind: "Pool", spec: { min: 3, zones: ["a", "b"], labels: { x: 1 } } };
  test.each<[string, unknown, string, unknown]>([
    ["", pool, "self.spec.min", 3],
    ["", { self: pool, oldSelf: { ...pool, spec: { min: 2 } } }, "self.spec.min - oldSelf.spec.min", 1],
    ["spec", pool, "self.min", 3],
    ["spec", { min: 4 }, "self.min", 4],
    ["spec", { self: { min: 4 }, oldSelf: pool }, "self.min - oldSelf.min", 1],
    ["spec", { kind: "Pool", min: 4 }, "self.min", 4],
    ["spec.zones", pool, "self", ["a", "b"]],
    ["spec.labels[*]", pool, "self", 1],
    ["spec.zones[*]", "a", "self", "a"],
    ["spec.zones[*]", pool, "self", [["", "must have one value at spec.zones[*]; got 2"]]],
    ["spec.min", { self: { ...pool, spec: {} } }, "self", [["self", "must have one value at spec.min; got 0"]]],
  ])("--at '%s' of %j: %s", (at, document, expression, expected) => {
    const reading = readRuleSchema(definition, { at });
    const rule = reading.ok ? { rule: reading.value } : {};
    expect(evaluateOn(document, expression, { place: "crd", ...rule })).toEqual(expected);
  });
});

describe("cost", () => {
  const user = { username: "ann", groups: ["dev", "ops"] };
  const costOf = (expression: string, options: Partial<EvaluateOptions> = {}) => {
    const reading = readExpressionInput(user, { place: "user" }, "k8s.io");
    const input = reading.ok ? reading.value : undefined;
    const result = evaluateExpression(expression, input, { place: "user", target: "1.37", ...options });
    const ended = result.ok ? result.value : result.error;
    return "cost" in ended ? ended.cost : ended;
  };
  const limit = 1_000_000;
  const unbounded = "18446744073709551615";

  test.each<[string, Partial<EvaluateOptions>, object]>([
    ["1 + 1", {}, { used: 1, limit, estimate: { min: "1", max: "1" } }],
    ["1 + 1", { costLimit: 0 }, { used: 1, limit: 0, estimate: { min: "1", max: "1" } }],
    ["[user.username]", {}, { used: 12, limit, estimate: { min: "12", max: "12" } }],
    ["[user.username]", { documentedCosts: true }, { used: 42, limit, estimate: { min: "42", max: "42" } }],
    [
      "user.groups.exists(g, g == 'ops')",
      {},
      {
        used: 15,
        limit,
        estimate: { min: "3", max: unbounded },
        driver: "user.groups",
        sizeWithinLimit: 166_666,
      },
    ],
    [
      "int(user.username)",
      { traces: true },
      {
        used: 3,
        limit,
        estimate: { min: "3", max: "3" },
        trace: [
          {
            start: 0,
            end: 18,
            count: 1,
            cost: 3,
            results: [{ fault: "type conversion error from 'string' to 'int'" }],
          },
          { start: 4, end: 17, count: 1, cost: 2, results: [{ value: "ann" }] },
        ],
      },
    ],
  ])("%s with %j", (expression, options, cost) => {
    expect(costOf(expression, options)).toEqual(cost);
  });
});
