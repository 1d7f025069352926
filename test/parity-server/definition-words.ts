/**
 * Custom resource definitions that are rejected or stored only in part, each with the error or the stored schema. The
 * same for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import { sortKeys } from "../../src/patch/key-order.ts";
import type { Exchange } from "./custom-resources/compare-resources.ts";

type Json = Readonly<Record<string, unknown>>;

const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const field = (schema: unknown): Json => object({ spec: object({ a: schema }) });
const text = { type: "string" };
const integer = { type: "integer" };
const list = { type: "array", items: text };

/** Values that Go omits when it encodes a schema, together with some that it writes. */
const omittedValues = object(
  {
    a: {
      type: "string",
      format: "",
      pattern: "",
      enum: [],
      description: "",
      maxLength: 0,
      nullable: false,
      example: null,
    },
    b: { type: "object", properties: {}, allOf: [], minProperties: 0, "x-kubernetes-embedded-resource": false },
    c: { ...list, uniqueItems: false, "x-kubernetes-list-map-keys": [], "x-kubernetes-list-type": "atomic" },
    d: { type: "object", additionalProperties: text, "x-kubernetes-map-type": null, externalDocs: {} },
    e: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-validations": [{ rule: "true", message: "", reason: null, fieldPath: "", optionalOldSelf: null }],
    },
  },
  { description: "", title: "", required: [], "x-kubernetes-validations": [] },
);

const schemas: readonly Json[] = [
  omittedValues,
  object({ kind: {} }),
  object({ metadata: {} }),

  field({}),
  field({ properties: { x: text } }),
  field({ type: "foo" }),
  field({ type: "array" }),
  field({ type: "array", items: {} }),
  field({ type: "array", items: [text] }),
  field({ type: "array", items: [text, integer] }),
  field({ type: "object", additionalProperties: {} }),
  field({ type: "object", additionalProperties: text, properties: { x: text } }),
  field({ type: "object", additionalProperties: false }),
  field({ type: "object", additionalProperties: true }),
  field({ anyOf: [{ type: "string" }, { type: "integer" }] }),
  field({ type: "string", anyOf: [{ type: "string" }] }),
  field({ type: "object", anyOf: [{ properties: { x: { type: "string" } } }] }),
  field({
    type: "object",
    properties: { x: text },
    allOf: [{ description: "q", properties: { x: { default: "a", nullable: true, title: "t" } } }],
  }),
  field({ type: "object", not: { type: "object" } }),
  field({ type: "object", oneOf: [{ "x-kubernetes-preserve-unknown-fields": true }] }),
  field({ type: "object", oneOf: [{ additionalProperties: text }] }),
  field({ "x-kubernetes-int-or-string": true, type: "string" }),
  field({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }] }),
  field({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }),
  field({ "x-kubernetes-preserve-unknown-fields": false, type: "object" }),
  field({ "x-kubernetes-preserve-unknown-fields": true, type: "string" }),
  field({ "x-kubernetes-embedded-resource": true, type: "string" }),
  field({ "x-kubernetes-embedded-resource": true, type: "object" }),
  field({ "x-kubernetes-embedded-resource": true, type: "object", additionalProperties: text }),
  field({
    "x-kubernetes-embedded-resource": true,
    type: "object",
    properties: { metadata: { type: "string" }, kind: { type: "integer" } },
  }),
  field({ type: "array", items: text, "x-kubernetes-list-type": "map" }),
  field({ type: "array", items: text, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] }),
  field({
    type: "array",
    items: object({ k: text }),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
  }),
  field({
    type: "array",
    items: object({ k: object({}) }, { required: ["k"] }),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
  }),
  field({
    type: "array",
    items: object({ k: text }, { required: ["k"] }),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k", "k"],
  }),
  field({
    type: "array",
    items: object({ k: text }, { required: ["k"] }),
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["z"],
  }),
  field({ type: "array", items: object({ k: text }), "x-kubernetes-list-type": "set" }),
  field({ type: "array", items: text, "x-kubernetes-list-type": "foo" }),
  field({ type: "string", "x-kubernetes-list-type": "set" }),
  field({ type: "array", items: text, "x-kubernetes-list-map-keys": ["k"] }),
  field({ type: "array", items: text, "x-kubernetes-list-type": "set", "x-kubernetes-list-map-keys": ["k"] }),
  field({ type: "array", items: { type: "string", nullable: true }, "x-kubernetes-list-type": "set" }),
  field({ type: "object", "x-kubernetes-map-type": "foo" }),
  field({ type: "string", "x-kubernetes-map-type": "atomic" }),
  field({ type: "string", pattern: "(" }),
  field({ type: "string", pattern: "[a" }),
  field({ type: "string", default: 5 }),
  field({ type: "string", default: null }),
  field({ type: "object", default: { z: 1 } }),
  field({ type: "integer", default: 1.5, minimum: 3 }),
  field({ type: "string", format: "ipv4", default: "x" }),
  field({ type: "string", enum: ["a", "a"] }),
  field({ type: "string", enum: ["a"], default: "b" }),
  field({ type: "string", uniqueItems: true }),
  field({ type: "array", items: text, uniqueItems: true }),
  field({ type: "object", patternProperties: { "^a": text } }),
  field({ type: "object", definitions: { a: text } }),
  field({ type: "object", dependencies: { a: ["b"] } }),
  field({ type: "object", dependencies: { a: text } }),
  field({ id: "x", type: "string" }),
  field({ $schema: "x", type: "string" }),
  field({ $ref: "#/x", type: "string" }),
  field({ type: "array", items: text, additionalItems: true }),
  field({ type: "string", nullable: "x" }),
  field({ type: "string", maxLength: "x" }),
  field({ type: 5 }),
  field([]),
  field("x"),
  field({ foo: 1, type: "string" }),
  object({
    metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 }, labels: { type: "object" } } },
  }),
  object({ metadata: { type: "object", properties: { annotations: { type: "object", additionalProperties: text } } } }),
  object({ metadata: { type: "string" } }),
  object({ metadata: { type: "object", required: ["name"] } }),
  object({ apiVersion: { type: "integer" }, kind: { type: "string", maxLength: 1 } }),
  object({ kind: { type: "object" } }),
  { type: "array", items: text },
  { type: "string" },
  {},
  { properties: {} },
  { type: "object", nullable: true },
  { type: "object", oneOf: [{ required: ["spec"] }] },
  { type: "object", additionalProperties: text },
  { type: "object", "x-kubernetes-embedded-resource": true },
  { type: "object", default: {} },
  field({ type: "string", "x-kubernetes-validations": [{ rule: "" }] }),
  field({ type: "string", "x-kubernetes-validations": [{}] }),
  field({ type: "string", "x-kubernetes-validations": [{ rule: "self.foo == 1" }] }),
  field({ type: "string", "x-kubernetes-validations": [{ rule: "self" }] }),
  field({
    type: "string",
    "x-kubernetes-validations": [
      { rule: "size(self) > 3", message: "" },
      { rule: "true", message: " " },
      { rule: "true", message: "a\nb" },
      { rule: "self\n== 'a'" },
    ],
  }),
  field({
    type: "string",
    "x-kubernetes-validations": [
      { rule: "true", reason: "foo" },
      { rule: "true", fieldPath: ".a" },
      { rule: "true", fieldPath: "x" },
      { rule: "true", messageExpression: "1" },
      { rule: "true", messageExpression: "self +" },
      { rule: "true", messageExpression: "" },
    ],
  }),
  field({
    type: "object",
    properties: { a: text },
    "x-kubernetes-validations": [
      { rule: "true", fieldPath: ".b" },
      { rule: "true", fieldPath: "a" },
      { rule: "true", fieldPath: ".a[0]" },
      { rule: "true", fieldPath: ".a.b" },
      { rule: "true", fieldPath: "['a']" },
    ],
  }),
  field({
    type: "string",
    "x-kubernetes-validations": [
      { rule: "self == oldSelf", optionalOldSelf: true },
      { rule: "true", optionalOldSelf: true },
      { rule: "oldSelf.orValue('x')=='x'", optionalOldSelf: false },
    ],
  }),
  field({ type: "array", items: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] } }),
  field({
    type: "array",
    items: { type: "string", "x-kubernetes-validations": [{ rule: "self.matches('a+') && self.matches('b+')" }] },
  }),
  field({
    type: "array",
    items: { type: "array", items: { type: "string", "x-kubernetes-validations": [{ rule: "self.contains('a')" }] } },
  }),
  field({
    type: "array",
    items: text,
    "x-kubernetes-validations": [{ rule: "self.all(x, self.all(y, self.all(z, x==y)))" }],
  }),
  field({ type: "object", anyOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] }),
  field({ "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{ rule: "self.a" }] }),
  field({
    type: "object",
    additionalProperties: text,
    "x-kubernetes-validations": [
      { rule: "self.all(k, k == 1)" },
      { rule: "undefinedVar" },
      { rule: "self.exists(k, 1/0 == k)" },
      { rule: "self['a'] + 1 == 2" },
      { rule: "url('x')" },
      { rule: "quantity(5)" },
      { rule: "self.foo()" },
    ],
  }),
  field({ type: "string", maxLength: -1 }),
  field({ type: "integer", minimum: 5, maximum: 3 }),
  field({ type: "integer", multipleOf: 0 }),
  field({ type: "integer", multipleOf: -2 }),
  field({ type: "integer", format: "foo" }),
  field({ type: "array", items: text, minItems: -1, maxItems: -5 }),
  field({ type: "object", minProperties: -1 }),
];

const validSchema = object({ spec: object({ a: text, n: integer, l: list }), status: object({ n: integer, s: text }) });
const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: validSchema } };

/** Values of the definition's spec. */
const specParts: readonly Json[] = [
  { group: "k8s.io" },
  { group: "foo.k8s.io" },
  { group: "x" },
  { group: "X.io" },
  { group: "" },
  { scope: "foo" },
  { scope: "" },
  { names: { plural: "Tests", kind: "test" } },
  {
    names: {
      plural: "tests",
      kind: "Test",
      singular: "A B",
      shortNames: ["A", "b c", ""],
      listKind: "Test",
      categories: ["A", "b c"],
    },
  },
  { names: {} },
  { names: { plural: "tests" } },
  { names: { kind: "Test" } },
  { names: { plural: "tests", kind: "Test", listKind: "testList" } },
  { versions: [] },
  { versions: [{ ...version, storage: false }] },
  { versions: [version, { ...version, name: "v2" }] },
  { versions: [version, { ...version, storage: false }] },
  { versions: [{ name: "V1", served: true, storage: true }] },
  { versions: [{ name: "v1", served: true, storage: true, schema: {} }] },
  { versions: [{ name: "v1", served: true, storage: true }] },
  { versions: [{ served: true, storage: true, schema: { openAPIV3Schema: validSchema } }] },
  { preserveUnknownFields: true },
  { conversion: { strategy: "foo" } },
  { conversion: { strategy: "Webhook" } },
  { conversion: { strategy: "None", webhook: {} } },
  {
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "http://x" }, conversionReviewVersions: ["v1"] },
    },
  },
  {
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { service: { name: "", namespace: "", port: 0, path: "x" } },
        conversionReviewVersions: ["foo"],
      },
    },
  },
  { conversion: { strategy: "Webhook", webhook: { clientConfig: {}, conversionReviewVersions: [] } } },
  {
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { url: "https://x", caBundle: "YQ==", service: { name: "a", namespace: "b" } },
        conversionReviewVersions: ["v1", "v1"],
      },
    },
  },
];

/** Values of the version in the spec. */
const versionParts: readonly Json[] = [
  { subresources: { scale: {} } },
  { subresources: { scale: { specReplicasPath: "spec.n", statusReplicasPath: "x", labelSelectorPath: "y" } } },
  {
    subresources: {
      scale: { specReplicasPath: ".spec.n[0]", statusReplicasPath: ".status.n", labelSelectorPath: ".foo.s" },
    },
  },
  { subresources: { scale: { specReplicasPath: ".spec.z", statusReplicasPath: ".status.z" } } },
  { additionalPrinterColumns: [{}] },
  { additionalPrinterColumns: [{ name: "A", type: "foo", jsonPath: "spec.a", format: "foo" }] },
  { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec[", priority: -1 }] },
  {
    additionalPrinterColumns: [
      { name: "A", type: "string", jsonPath: "{.spec}" },
      { name: "A", type: "string", jsonPath: "" },
    ],
  },
  { deprecationWarning: "x" },
  { deprecated: true, deprecationWarning: "a\nb" },
  { deprecated: true, deprecationWarning: "x".repeat(300) },
  { deprecated: true, deprecationWarning: "" },
  {
    selectableFields: [
      { jsonPath: ".spec.a" },
      { jsonPath: ".spec.a" },
      { jsonPath: ".spec.z" },
      { jsonPath: ".spec.l" },
      { jsonPath: "" },
      { jsonPath: ".metadata.name" },
    ],
  },
  { name: "v1beta-1" },
  { name: "1v" },
];

const metadata: readonly Json[] = [
  { name: "foo.x.io" },
  { name: "tests" },
  { name: "" },
  { annotations: { "api-approved.kubernetes.io": "foo" } },
  { finalizers: ["foo"] },
  { labels: { "a b": "c d" } },
];

const approvals = ["https://github.com/kubernetes/kubernetes/pull/1", "unapproved, x", "foo", ""];

/** JSON texts with values of the wrong type. */
const texts: readonly string[] = [
  '{"spec":5}',
  '{"spec":{"versions":{}}}',
  '{"spec":{"versions":[5]}}',
  '{"spec":{"versions":[{"schema":5}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":5}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":[]}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":{"items":5}}}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":{"maximum":"x","minLength":1.5}}}}}]}}',
  '{"spec":{"versions":[{"served":"x"}]}}',
  '{"spec":{"names":[]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"required":"x"}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"additionalProperties":5}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"enum":5}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"x-kubernetes-validations":5}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"x-kubernetes-validations":[{"rule":5}]}}}]}}',
  '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"externalDocs":5}}}]}}',
];

function definition(schema: Json, more: Json = {}, ofVersion: Json = {}, meta: Json = {}): Json {
  const names = { plural: "tests", kind: "Test" };
  const versions = [{ ...version, schema: { openAPIV3Schema: schema }, ...ofVersion }];
  return {
    metadata: { name: "tests.x.io", ...meta },
    spec: { group: "x.io", scope: "Cluster", names, versions, ...more },
  };
}

function* requests(): Generator<string> {
  for (const schema of schemas) yield JSON.stringify(definition(schema));
  for (const more of specParts) yield JSON.stringify(definition(validSchema, more));
  for (const more of versionParts) yield JSON.stringify(definition(validSchema, {}, more));
  for (const more of metadata) yield JSON.stringify(definition(validSchema, {}, {}, more));
  for (const approval of approvals) {
    const annotations = { "api-approved.kubernetes.io": approval };
    const more = { name: "tests.foo.k8s.io", annotations };
    yield JSON.stringify(definition(validSchema, { group: "foo.k8s.io" }, {}, more));
  }
  yield* texts;
}

/** Returns the schema, or the error with its causes sorted by text. */
function shownAnswer(answer: string): string {
  const value: unknown = JSON.parse(answer);
  if (!isPlainObject(value)) return answer;
  if (value["kind"] !== "Status") return JSON.stringify(sortKeys((value["spec"] as Json)["versions"]));
  const { causes = [] } = (value["details"] ?? {}) as {
    readonly causes?: readonly Record<"field" | "message", string>[];
  };
  if (causes.length === 0) return String(value["message"]);
  return causes
    .map((cause) => `${cause.field}: ${cause.message}`)
    .sort()
    .join(" | ");
}

/** @returns a line for each definition with its response */
export async function* playDefinitions({ exchange }: { readonly exchange: Exchange }): AsyncGenerator<string> {
  for (const body of requests()) {
    const { code, text: answer, warnings } = await exchange("POST", path, body);
    const warningsText = warnings.length > 0 ? ` warns ${JSON.stringify(warnings)}` : "";
    yield `${body}: ${code} ${shownAnswer(answer)}${warningsText}`;
  }
}
