/** Stored policies, applied to writes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxNotedFailures } from "../../../src/server/admission/validating-admission-policy.ts";
import type { Authenticator } from "../../../src/server/authn/authenticator.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { definition } from "../../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const registration = "/apis/admissionregistration.k8s.io/v1";
const policies = `${registration}/validatingadmissionpolicies`;
const bindings = `${registration}/validatingadmissionpolicybindings`;

/**
 * Creates and binds a policy for ConfigMaps of a new namespace; it is in effect when this returns. Returns their path.
 */
async function bind(name: string, spec: object, binding: object = {}): Promise<string> {
  const namespace = `ns-${name}`;
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const matchConstraints = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
  };
  const made = await server.call("POST", policies, { metadata: { name }, spec: { matchConstraints, ...spec } });
  expect(made.json).toMatchObject({ kind: "ValidatingAdmissionPolicy" });
  const bound = { policyName: name, validationActions: ["Deny"], ...binding };
  expect((await server.call("POST", bindings, { metadata: { name }, spec: bound })).code).toBe(201);
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

test("a false validation rejects the request with kube-apiserver's message", async () => {
  const path = await bind("small", { validations: [{ expression: "size(object.data) < 2", message: "too many" }] });
  const { code, json } = await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1", b: "2" } });
  const why = "ValidatingAdmissionPolicy 'small' with binding 'small' denied request: too many";
  expect({ code, json }).toEqual({
    code: 422,
    json: {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `configmaps "c" is forbidden: ${why}`,
      reason: "Invalid",
      details: { name: "c", kind: "configmaps", causes: [{ message: why }] },
      code: 422,
    },
  });
  expect((await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1" } })).code).toBe(201);
});

test("a mutating policy changes the stored object by an apply configuration and a JSON patch", async () => {
  const namespace = "ns-mutated";
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const spec = {
    reinvocationPolicy: "Never",
    matchConstraints: {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      resourceRules: [{ apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] }],
    },
    variables: [{ name: "team", expression: "'team-' + request.namespace" }],
    mutations: [
      {
        patchType: "ApplyConfiguration",
        applyConfiguration: {
          expression: `Object{
            metadata: Object.metadata{labels: {"team": variables.team}},
            spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
              containers: object.spec.template.spec.containers.map(c,
                Object.spec.template.spec.containers{name: c.name, imagePullPolicy: "Always"})
            }}}
          }`,
        },
      },
      {
        patchType: "JSONPatch",
        jsonPatch: {
          expression: `[
            JSONPatch{op: "test", path: "/metadata/labels/team", value: "team-ns-mutated"},
            JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "c"},
            JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 1}
          ]`,
        },
      },
    ],
  };
  const made = await server.call("POST", `${registration}/mutatingadmissionpolicies`, {
    metadata: { name: "m" },
    spec,
  });
  expect(made.json).toMatchObject({ kind: "MutatingAdmissionPolicy" });
  const binding = { metadata: { name: "m" }, spec: { policyName: "m" } };
  expect((await server.call("POST", `${registration}/mutatingadmissionpolicybindings`, binding)).code).toBe(201);
  const { json } = await server.call("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
    },
  });
  expect(json).toMatchObject({
    metadata: { labels: { team: "team-ns-mutated", "a/b": "c" } },
    spec: { replicas: 2, template: { spec: { containers: [{ name: "c", image: "i:1", imagePullPolicy: "Always" }] } } },
  });
});

/** Creates and binds a mutating policy for objects that are created in a new namespace. Returns the namespace. */
async function bindMutations(name: string, rule: object, spec: object): Promise<string> {
  const namespace = `ns-${name.split(".")[0]}`;
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const matchConstraints = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules: [{ apiVersions: ["*"], operations: ["CREATE"], ...rule }],
  };
  const policy = { metadata: { name }, spec: { reinvocationPolicy: "Never", matchConstraints, ...spec } };
  expect((await server.call("POST", `${registration}/mutatingadmissionpolicies`, policy)).code).toBe(201);
  const binding = { metadata: { name }, spec: { policyName: name } };
  expect((await server.call("POST", `${registration}/mutatingadmissionpolicybindings`, binding)).code).toBe(201);
  return namespace;
}

const configMaps = { apiGroups: [""], resources: ["configmaps"] };
const patch = (expression: string) => ({ mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }] });
const configure = (expression: string) => ({
  mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
});

test("a JSON patch that changes the kind of an object is an internal error, regardless of the failure policy", async () => {
  const spec = { failurePolicy: "Ignore", ...patch('[JSONPatch{op: "replace", path: "/kind", value: "Other"}]') };
  const namespace = await bindMutations("other-kind", configMaps, spec);
  const { code, json } = await server.call("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name: "c" },
  });
  expect({ code, json }).toMatchObject({
    code: 500,
    json: {
      reason: "InternalError",
      message:
        'Internal error occurred: no kind "Other" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    },
  });
});

test("a JSON patch that changes the group or version of a custom resource is an internal error", async () => {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await server.call("POST", definitions, definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const spec = patch('[JSONPatch{op: "replace", path: "/apiVersion", value: "other/v1"}]');
  const namespace = await bindMutations("other-version", widgets, spec);
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  const path = `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const { code, json } = await server.call("POST", path, widget);
  const why = 'other/v1, Kind=Widget is unstructured and is not suitable for converting to "parity.example.com/v1"';
  expect({ code, message: json.message }).toEqual({
    code: 500,
    message: `Internal error occurred: failed to convert object: ${why}`,
  });
});

test("a JSON patch that changes the kind of a custom resource makes it invalid", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const spec = patch('[JSONPatch{op: "replace", path: "/kind", value: "Other"}]');
  const namespace = await bindMutations("widget-kind", widgets, spec);
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  const path = `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const { code, json } = await server.call("POST", path, widget);
  expect([code, json.details?.kind, json.details?.causes]).toEqual([
    422,
    "Other",
    [{ reason: "FieldValueInvalid", message: 'Invalid value: "Other": must be Widget', field: "kind" }],
  ]);
});

test.each([
  ["kind", 'JSONPatch{op: "replace", path: "/kind", value: "Other"}'],
  ["labels", 'JSONPatch{op: "add", path: "/metadata/labels/n", value: 1}'],
])("the namespace of a changed custom resource is checked before its %s", async (name, other) => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const spec = patch(`[JSONPatch{op: "replace", path: "/metadata/namespace", value: "elsewhere"}, ${other}]`);
  const namespace = await bindMutations(`moved-${name}`, widgets, spec);
  const metadata = { name: "w", labels: { team: "a" } };
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata, spec: { size: 1 } };
  const path = `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const { code, json } = await server.call("POST", path, widget);
  expect([code, json.message]).toEqual([
    400,
    "the namespace of the provided object does not match the namespace sent on the request",
  ]);
});

test("an apply configuration fails for a custom resource whose kind a patch changed", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const other = patch('[JSONPatch{op: "replace", path: "/kind", value: "Other"}]');
  const mutations = [...other.mutations, ...configure("Object{spec: Object.spec{size: 2}}").mutations];
  const namespace = await bindMutations("other-then-applied", widgets, { mutations });
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  const { json } = await server.call("POST", `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`, widget);
  expect(json.message).toContain("no corresponding type for parity.example.com/v1, Kind=Other");
});

test("an apply configuration ignores the version and kind that it specifies", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const spec = configure('Object{apiVersion: "v1", kind: "Secret", spec: Object.spec{size: 2}}');
  const namespace = await bindMutations("says-secret", widgets, spec);
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  const path = `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const { code, json } = await server.call("POST", path, widget);
  expect([code, json.kind, json.spec.size]).toEqual([201, "Widget", 2]);
});

test("an update whose resource version a patch changes is a conflict", async () => {
  const spec = patch('[JSONPatch{op: "add", path: "/metadata/resourceVersion", value: "1"}]');
  const rule = { apiGroups: [""], resources: ["configmaps"], operations: ["UPDATE"] };
  const namespace = await bindMutations("other-resource-version", rule, spec);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  expect((await server.call("POST", path, { metadata: { name: "c" } })).code).toBe(201);
  const merge = { "content-type": "application/merge-patch+json" };
  for (const { code, json } of [
    await server.call("PATCH", `${path}/c`, { data: { a: "b" } }, merge),
    await server.call("PUT", `${path}/c`, { metadata: { name: "c" }, data: { a: "b" } }),
  ]) {
    expect([code, json.reason]).toEqual([409, "Conflict"]);
  }
});

test.each([
  { name: "gone", operation: 'op: "remove", path: "/kind"' },
  { name: "empty", operation: 'op: "replace", path: "/kind", value: ""' },
])("a JSON patch that leaves a custom resource without a kind is an internal error: $name", async (each) => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const widgets = { apiGroups: ["parity.example.com"], resources: ["widgets"] };
  const namespace = await bindMutations(`kind-${each.name}`, widgets, patch(`[JSONPatch{${each.operation}}]`));
  const widget = { apiVersion: "parity.example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  const path = `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const apply = { "content-type": "application/apply-patch+yaml" };
  for (const { code, json } of [
    await server.call("POST", path, widget),
    await server.call("PATCH", `${path}/w?fieldManager=m`, widget, apply),
  ]) {
    expect([code, json.message]).toEqual([
      500,
      expect.stringMatching(/: Object 'Kind' is missing in '\{"apiVersion":/),
    ]);
  }
});

test.each([
  { name: "version", path: "/apiVersion", kind: "/, Kind=ConfigMap" },
  { name: "kind", path: "/kind", kind: "/v1, Kind=" },
])("an apply configuration fails for an object whose $name a patch removed", async ({ name, path, kind }) => {
  const taken = patch(`[JSONPatch{op: "remove", path: "${path}"}]`);
  const laid = configure("Object{data: {'a': 'b'}}");
  const spec = { ...taken, mutations: [...taken.mutations, ...laid.mutations] };
  const namespace = await bindMutations(`without-${name}`, configMaps, spec);
  const { json } = await server.call("POST", `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "c" } });
  expect(json.message).toContain(`no corresponding type for ${kind}`);
});

test("an object that a patch leaves without metadata has the namespace of the request, but no name", async () => {
  const spec = patch('[JSONPatch{op: "remove", path: "/metadata"}]');
  const namespace = await bindMutations("no-metadata", configMaps, spec);
  const { code, json } = await server.call("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name: "c" },
  });
  expect({ code, json }).toMatchObject({ code: 422, json: { details: { causes: [{ field: "metadata.name" }] } } });
});

test("an apply configuration cannot change a subresource body whose type is in another group", async () => {
  const rule = { apiGroups: ["apps"], resources: ["deployments/scale"], operations: ["UPDATE"] };
  const namespace = await bindMutations("scaled", rule, configure("Object{spec: Object.spec{replicas: 3}}"));
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } };
  const spec = { selector: { matchLabels: { a: "b" } }, template };
  expect((await server.call("POST", path, { metadata: { name: "d" }, spec })).code).toBe(201);
  const merge = { "content-type": "application/merge-patch+json" };
  const { code, json } = await server.call("PATCH", `${path}/d/scale`, { spec: { replicas: 2 } }, merge);
  expect({ code, json }).toMatchObject({
    code: 403,
    json: {
      message:
        "policy 'scaled' with binding 'scaled' denied request: error applying patch: failed to convert patch object to typed object: no corresponding type for autoscaling/v1, Kind=Scale",
    },
  });
});

test("a binding with the action Warn sends a warning header, and the object is stored", async () => {
  const path = await bind(
    "warned",
    { validations: [{ expression: "false", message: "mind" }] },
    { validationActions: ["Warn"] },
  );
  const { code, headers } = await server.call("POST", path, { metadata: { name: "c" } });
  expect(code).toBe(201);
  expect(headers["warning"]).toBe(
    "299 - \"Validation failed for ValidatingAdmissionPolicy 'warned' with binding 'warned': mind\"",
  );
});

test("a policy on deletions sees only the stored object, and its reason sets the response code", async () => {
  const path = await bind("deleted", {
    matchConditions: [{ name: "deletions", expression: "request.operation == 'DELETE'" }],
    validations: [
      { expression: "object != null || !has(oldObject.data)", reason: "Forbidden", message: "it has data" },
    ],
  });
  await server.call("POST", path, { metadata: { name: "c" }, data: { a: "b" } });
  const { code, json } = await server.call("DELETE", `${path}/c`);
  const text = `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'deleted' with binding 'deleted' denied request: it has data`;
  expect({ code, message: json.message, reason: json.reason }).toEqual({
    code: 403,
    message: text,
    reason: "Forbidden",
  });
});

test("a binding selects the parameters, and may deny requests when there are no parameters", async () => {
  await server.call("POST", "/api/v1/namespaces/default/configmaps", {
    metadata: { name: "limit-1", labels: { limit: "yes" } },
    data: { max: "1" },
  });
  const paramRef = {
    selector: { matchLabels: { limit: "yes" } },
    namespace: "default",
    parameterNotFoundAction: "Deny",
  };
  const path = await bind(
    "limited",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [
        { expression: "size(object.data) <= int(params.data.max)", messageExpression: "'max ' + params.data.max" },
      ],
    },
    { paramRef },
  );
  const refused = await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1", b: "2" } });
  expect(refused.json.message).toMatch(/denied request: max 1$/);
  await server.call("DELETE", "/api/v1/namespaces/default/configmaps/limit-1");
  const lacking = await server.call("POST", path, { metadata: { name: "c" }, data: { a: "1" } });
  expect(lacking.json.message).toMatch(/no params found for policy binding with `Deny` parameterNotFoundAction$/);
});

test("policies apply to webhook configurations, but not to policies", async () => {
  const rule = {
    apiGroups: ["admissionregistration.k8s.io"],
    apiVersions: ["*"],
    operations: ["CREATE"],
    resources: ["*"],
  };
  await bind("guarded", { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "false" }] });
  const webhooks = await server.call("POST", `${registration}/validatingwebhookconfigurations`, {
    metadata: { name: "w" },
  });
  expect(webhooks.json.message).toMatch(/denied request: failed expression: false$/);
  await bind("others", { validations: [{ expression: "true" }] });
});

test("a policy with reinvocation runs again if a later policy changed the object", async () => {
  const count = `[JSONPatch{op: "add", path: "/data/count", value: string(object.data.size())}]`;
  await bindMutations("again.a", configMaps, { ...patch(count), reinvocationPolicy: "IfNeeded" });
  const namespace = await bindMutations("again.b", configMaps, configure(`Object{data: {"more": "yes"}}`));
  const { json } = await server.call("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name: "c" },
    data: { a: "1" },
  });
  expect(json.data).toEqual({ a: "1", more: "yes", count: "3" });
});

test.each([
  {
    name: "atomic",
    spec: configure(`Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"x": "y"}}}}`),
    why: "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector",
  },
  {
    name: "undeclared",
    spec: configure("Object{spec: Object.spec{nope: 1}}"),
    why: "error applying patch: failed to convert patch object to typed object: .spec.nope: field not declared in schema",
  },
  {
    name: "misnamed",
    spec: configure("Object{spec: Object.spec.wrong{replicas: 3}}"),
    why: 'type mismatch: unexpected type name "Object.spec.wrong", expected "Object.spec", which matches field name path from root Object type',
  },
])("a mutation that cannot be applied rejects the request: $name", async ({ name, spec, why }) => {
  const namespace = await bindMutations(name, { apiGroups: ["apps"], resources: ["deployments"] }, spec);
  const { code, json } = await server.call("POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
    },
  });
  const message = `policy '${name}' with binding '${name}' denied request: ${why}`;
  expect({ code, reason: json.reason, message: json.message }).toEqual({ code: 403, reason: "Invalid", message });
});

test("an undeclared field that a patch adds is dropped only when stored, and merges fail until then", async () => {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const rule = { apiGroups: ["parity.example.com"], operations: ["CREATE", "UPDATE"], resources: ["widgets"] };
  const adding = { jsonPatch: { expression: '[JSONPatch{op: "add", path: "/spec/unknown", value: "u"}]' } };
  const sized = { applyConfiguration: { expression: "Object{spec: Object.spec{size: 5}}" } };
  const mutations = [
    { patchType: "ApplyConfiguration", ...sized },
    { patchType: "JSONPatch", ...adding },
  ];
  const widgets = (namespace: string) => `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  const widget = {
    apiVersion: "parity.example.com/v1",
    kind: "Widget",
    metadata: { name: "w" },
    spec: { size: 2 },
  };
  const merge = { "content-type": "application/merge-patch+json" };
  const again = await bindMutations("unknown-again", rule, { mutations, reinvocationPolicy: "IfNeeded" });
  expect((await server.call("POST", widgets(again), widget)).json.message).toBe(
    "policy 'unknown-again' with binding 'unknown-again' denied request: error applying patch: failed to convert original object to typed object: .spec.unknown: field not declared in schema",
  );
  const once = await bindMutations("unknown-once", rule, { mutations });
  const path = `${widgets(once)}/w`;
  expect((await server.call("POST", widgets(once), widget)).json.spec).toEqual({ size: 5, color: "red" });
  for (const query of ["?dryRun=All", ""]) {
    const { json } = await server.call("PATCH", `${path}${query}`, { metadata: { labels: { a: "b" } } }, merge);
    expect(json).toMatchObject({ metadata: { generation: 2 } });
    expect(json.spec).toEqual({ size: 5, color: "red" });
  }
  expect((await server.call("GET", path)).json.spec).toEqual({ size: 5, color: "red" });
});

test("a null from a mutation is rejected if the field allows no null, and replaced if the field has a default", async () => {
  const path = (namespace: string) => `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const addNull = (field: string) => patch(`[JSONPatch{op: "add", path: "/spec/${field}", value: dyn(null)}]`);
  const refused = await bindMutations("null-size", widgetRule, addNull("size"));
  const answer = await server.call("POST", path(refused), widgetNamed("w"));
  expect([answer.code, answer.json.details?.causes?.[0]?.field]).toEqual([422, "spec.size"]);
  const whole = await bindMutations(
    "null-spec",
    widgetRule,
    patch('[JSONPatch{op: "add", path: "/spec", value: dyn(null)}]'),
  );
  const other = await server.call("POST", path(whole), widgetNamed("w"));
  expect([other.code, other.json.details?.causes?.[0]?.field]).toEqual([422, "spec"]);
  const later = { ...widgetRule, operations: ["UPDATE"] };
  const merge = { "content-type": "application/merge-patch+json" };
  for (const [name, field] of [
    ["null-size-later", "size"],
    ["null-parts-later", "parts"],
  ] as const) {
    const namespace = await bindMutations(name, later, addNull(field));
    await server.call("POST", path(namespace), widgetNamed("w"));
    const update = await server.call("PATCH", `${path(namespace)}/w`, { metadata: { labels: { a: "b" } } }, merge);
    expect([update.code, update.json.details?.causes?.[0]?.field]).toEqual([422, `spec.${field}`]);
  }
  const filled = await bindMutations("null-color", widgetRule, addNull("color"));
  expect((await server.call("POST", path(filled), widgetNamed("w"))).json.spec.color).toBe("red");
  // Decoding drops these nulls from objects that clients send.
  const sent = { ...widgetNamed("n"), spec: { size: null } };
  expect((await server.call("POST", path("default"), sent)).json.spec).toEqual({ color: "red" });
});

/** Creates the definition and returns the path of the widgets of a namespace. */
async function widgetsIn(namespace: string): Promise<string> {
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  return `/apis/parity.example.com/v1/namespaces/${namespace}/widgets`;
}

const widgetRule = { apiGroups: ["parity.example.com"], operations: ["CREATE", "UPDATE"], resources: ["widgets"] };
const widgetNamed = (name: string, labels: Readonly<Record<string, string>> = {}) => ({
  apiVersion: "parity.example.com/v1",
  kind: "Widget",
  metadata: { name, labels },
  spec: { size: 2 },
});

test("validating policies see fields that mutating policies added to a custom resource, even if not stored", async () => {
  const adding = patch('[JSONPatch{op: "add", path: "/spec/unknown", value: "u"}]');
  const namespace = await bindMutations("unknown-seen", widgetRule, adding);
  const path = await widgetsIn(namespace);
  const spec = {
    matchConstraints: {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      resourceRules: [{ apiVersions: ["*"], ...widgetRule }],
    },
    validations: [{ expression: "!has(object.spec.unknown)", messageExpression: "'saw ' + object.spec.unknown" }],
  };
  await server.call("POST", policies, { metadata: { name: "unknown-seen" }, spec });
  const bound = { policyName: "unknown-seen", validationActions: ["Warn"] };
  await server.call("POST", bindings, { metadata: { name: "unknown-seen" }, spec: bound });
  const merge = { "content-type": "application/merge-patch+json" };
  const answers = [
    await server.call("POST", path, widgetNamed("w")),
    await server.call("PATCH", `${path}/w`, { metadata: { labels: { a: "b" } } }, merge),
  ];
  for (const { json, headers } of answers) {
    expect(String(headers["warning"])).toContain("saw u");
    expect(json.spec).toEqual({ size: 2, color: "red" });
  }
});

test("a custom resource to which a policy gives metadata of a wrong type is invalid", async () => {
  const numbered = patch('[JSONPatch{op: "add", path: "/metadata/labels/n", value: 1}]');
  const path = await widgetsIn(await bindMutations("numbered", widgetRule, numbered));
  const { code, json } = await server.call("POST", path, widgetNamed("w", { a: "b" }));
  expect({ code, json }).toMatchObject({ code: 422, json: { details: { causes: [{ field: "metadata" }] } } });
});

test("labels emptied by a policy are an empty map for its next patch of a custom resource, and are not stored", async () => {
  const emptying = [
    '[JSONPatch{op: "remove", path: "/metadata/labels/a"}]',
    '[JSONPatch{op: "replace", path: "/spec/size", value: has(object.metadata.labels) ? 7 : 8}]',
  ].map((expression) => ({ patchType: "JSONPatch", jsonPatch: { expression } }));
  const path = await widgetsIn(await bindMutations("emptied", widgetRule, { mutations: emptying }));
  const { json } = await server.call("POST", path, widgetNamed("w", { a: "b" }));
  expect(json.spec).toEqual({ size: 7, color: "red" });
  expect(json.metadata.labels).toBeUndefined();
});

test("a custom resource whose metadata a policy removed has no metadata in the second round", async () => {
  const restoring = `has(object.metadata) ? [] : [JSONPatch{op: "add", path: "/metadata", value: {"name": "restored"}}]`;
  await bindMutations("bare.a", widgetRule, { ...patch(restoring), reinvocationPolicy: "IfNeeded" });
  const removing = patch('[JSONPatch{op: "remove", path: "/metadata"}]');
  const path = await widgetsIn(await bindMutations("bare.b", widgetRule, removing));
  const { code, json } = await server.call("POST", path, widgetNamed("w"));
  expect({ code, json }).toMatchObject({ code: 201, json: { metadata: { name: "restored" } } });
});

test("an object that an apply creates is stored under the name in the path, even if a policy renames it", async () => {
  const renaming = patch('[JSONPatch{op: "replace", path: "/metadata/name", value: "renamed"}]');
  const namespace = await bindMutations("renaming", configMaps, renaming);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const apply = { "content-type": "application/apply-patch+yaml" };
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" } };
  const renamed = { metadata: { name: "renamed" } };
  expect(await server.call("PATCH", `${path}/applied?fieldManager=m`, applied, apply)).toMatchObject({
    code: 201,
    json: renamed,
  });
  expect(await server.call("GET", `${path}/applied`)).toMatchObject({ code: 200, json: renamed });
  expect((await server.call("GET", `${path}/renamed`)).code).toBe(404);
});

test("a mutating policy for another version sees the converted object, but cannot convert it back", async () => {
  const rule = { apiGroups: ["autoscaling"], apiVersions: ["v2"], resources: ["horizontalpodautoscalers"] };
  const namespace = await bindMutations("converted", rule, {
    ...configure("Object{spec: Object.spec{maxReplicas: 4}}"),
    matchConditions: [{ name: "v2", expression: "object.spec.metrics[0].resource.target.averageUtilization == 50" }],
  });
  const spec = {
    scaleTargetRef: { kind: "Deployment", name: "d" },
    maxReplicas: 2,
    targetCPUUtilizationPercentage: 50,
  };
  const path = (version: string) => `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;
  const { json } = await server.call("POST", path("v1"), { metadata: { name: "h" }, spec });
  expect(json.message).toBe(
    "policy 'converted' with binding 'converted' denied request: converting (v2.HorizontalPodAutoscaler) to (v1.HorizontalPodAutoscaler): unknown conversion",
  );
});

test("the audit annotation lists at most maxNotedFailures failed validations", async () => {
  const exchanges: Exchange[] = [];
  const user = { username: "admin", uid: "", groups: ["system:masters"], extra: {} };
  const noting: Authenticator = {
    async authenticate(exchange: Exchange) {
      exchanges.push(exchange);
      return { outcome: "user", user };
    },
  };
  const usual = server;
  server = await startTestServer({ authenticators: [noting] });
  const validations = Array.from({ length: maxNotedFailures + 10 }, () => ({ expression: "false" }));
  const path = await bind("noted", { validations }, { validationActions: ["Audit"] });
  expect((await server.call("POST", path, { metadata: { name: "c" } })).code).toBe(201);
  await server.close();
  server = usual;
  const noted = exchanges.at(-1)?.auditAnnotations.get("validation.policy.admission.k8s.io/validation_failure") ?? "";
  expect(JSON.parse(noted)).toHaveLength(maxNotedFailures);
});

test("metrics count evaluations under the names of kube-apiserver", async () => {
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(
    /apiserver_validating_admission_policy_check_total\{policy="small",policy_binding="small",error_type="invalid_error",enforcement_action="deny"\} 1/,
  );
  expect(text).toMatch(/apiserver_mutating_admission_policy_check_duration_seconds_count\{policy="m",/);
});
