/**
 * Expressions that do not compile, in every field that accepts expressions, each with the error message for the object,
 * as a dry run. The same for every server.
 */
import type { Exchange } from "./custom-resources/compare-resources.ts";

type Json = Readonly<Record<string, unknown>>;

/** A field with an expression, in an object that is otherwise fixed. */
interface Place {
  readonly name: string;
  readonly path: string;
  with(text: string): Json;
  readonly texts: readonly string[];
}

const policyExpressions = [
  "a",
  "a && b",
  "a\n  || b",
  "foo(1)",
  "1 + 'x'",
  "object.x + 1 == 'a' || [1].all(x, y)",
  "size(1)",
  "'é' == 'ü' && zzz",
  "'😀' == zz",
  "\tzzz",
  "1.x",
  "[1, 'a'] == []",
  "{'a': 1, 'b': 'c'} == {}",
  "1 ? true : false",
  "1 == 1 ? 1 : 'a'",
  "1 && true",
  "1.all(x, true)",
  "has(x.y)",
  "Foo{}.a",
  "variables.n == 'a'",
  "variables.m",
  "params.x",
  "request.foo",
  "request.userInfo.foo == ''",
  "request.name.foo == 'a'",
  "authorizer.group('a').resource(1)",
  "x.map(1, 2)",
  "duration('a') == duration('1s')",
  "timestamp('x') == null",
  "'a'.matches('(')",
  "'a' in 'b'",
  "1 == 1u",
  "type(1) == foo",
  "1",
  "object.metadata.name",
  // The maximum number of errors that are listed.
  Array.from({ length: 100 }, (_, index) => `x${index}`).join(" &&\n"),
];

const deviceExpressions = ["", "device.foo", "device.driver.x", "device.attributes['a'].b == x", "device", "'a'", "x"];

const definitionExpressions = [
  "self.z == 1",
  "self.s == 1",
  "self.s.x",
  "self.n + self.s",
  "self.n",
  "self.l.all(x, y)",
  "self.l['a'] == ''",
  "oldSelf.z == self.s",
  "self.s.foo()",
  "self.n == 1.0",
  "'x'",
  "size(self.n) == 1",
];

const resourceRules = [
  { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] },
];
const schemaWith = (rule: Json): Json => ({
  type: "object",
  properties: {
    s: { type: "string" },
    n: { type: "integer" },
    l: { type: "array", maxItems: 3, items: { type: "string", maxLength: 4 } },
  },
  "x-kubernetes-validations": [rule],
});
const definitionWith = (rule: Json): Json => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "toys.words.example.com" },
  spec: {
    group: "words.example.com",
    scope: "Cluster",
    names: { plural: "toys", kind: "Toy" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: schemaWith(rule) } } },
      },
    ],
  },
});
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const places: readonly Place[] = [
  {
    name: "policy",
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    texts: policyExpressions,
    with: (expression) => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "a" },
      spec: {
        matchConstraints: { resourceRules },
        variables: [{ name: "n", expression: "1" }],
        validations: [{ expression }],
      },
    }),
  },
  {
    name: "device class",
    path: "/apis/resource.k8s.io/v1/deviceclasses",
    texts: deviceExpressions,
    with: (expression) => ({
      apiVersion: "resource.k8s.io/v1",
      kind: "DeviceClass",
      metadata: { name: "a" },
      spec: { selectors: [{ cel: { expression } }] },
    }),
  },
  {
    name: "rule",
    path: definitions,
    texts: definitionExpressions,
    with: (rule) => definitionWith({ rule, message: "m" }),
  },
  {
    name: "rule of a field",
    path: definitions,
    texts: ["", "self.z", "true"],
    with: (rule) => definitionWith({ rule, reason: "FieldValueInvalid", fieldPath: ".s", optionalOldSelf: true }),
  },
  ...[" ", "a\nb"].map((message) => ({
    name: `rule with the message ${JSON.stringify(message)}`,
    path: definitions,
    texts: ["true", "true\n"],
    with: (rule: string) => definitionWith({ rule, message, messageExpression: " " }),
  })),
  {
    name: "field of a rule",
    path: definitions,
    texts: [" ", ".s\n", ".z", ".s"],
    with: (fieldPath) => definitionWith({ rule: "true\n&& true", fieldPath, reason: "Odd" }),
  },
  {
    name: "message",
    path: definitions,
    texts: definitionExpressions,
    with: (messageExpression) => definitionWith({ rule: "true", messageExpression }),
  },
];

/** Yields a line for each expression: its place, its text and the error message. */
export async function* playExpressionWords(exchange: Exchange): AsyncGenerator<string> {
  for (const place of places) {
    for (const text of place.texts) {
      const reply = await exchange("POST", `${place.path}?dryRun=All`, JSON.stringify(place.with(text)));
      const { message = "" } = JSON.parse(reply.text) as { readonly message?: string };
      yield `${place.name} ${JSON.stringify(text)} ${reply.code} ${JSON.stringify(message)}`;
    }
  }
}
