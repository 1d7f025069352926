/**
 * Shapes whose processing cost once grew faster than the input.
 *
 * @module
 */

import type { JSONSchemaProps } from "../../src/api/types/apiextensions-v1.ts";
import { ignoreRules } from "../../src/cli/ignore-rules.ts";
import { TextLines, templateLine } from "../../src/cli/template-line.ts";
import { noTolerance, openApiFindings } from "../../src/kinds/apiextensions/open-api-schema.ts";
import { valueFaults } from "../../src/kinds/apiextensions/open-api-value.ts";
import { Correlation } from "../../src/kinds/apiextensions/unchanged.ts";
import { capUpdateOwners } from "../../src/patch/apply/cap-owners.ts";
import { readOwners } from "../../src/patch/apply/owners.ts";
import { formatQuantity, parseQuantity } from "../../src/text/quantity.ts";
import { pemBlocks } from "../../src/x509/pem.ts";
import { vetAndReport } from "./grammars.ts";
import { repeat, type Shape } from "./growth.ts";

const fileShape = (file: string, name: string, text: (n: number) => string): Shape => ({
  name,
  text,
  read: (content) => vetAndReport(file, content),
});

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b }\n";

const configuration = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
`;
const validations = "  validations:\n  - expression: 'true'\n";

const definitionShape = (name: string, schema: (n: number) => object): Shape => ({
  name,
  text: (n) => JSON.stringify(schema(n)),
  read: (text) => openApiFindings(JSON.parse(text), noTolerance),
});

const valueFaultsShape = (name: string, items: (n: number) => JSONSchemaProps): Shape => ({
  name,
  text: (n) => JSON.stringify(Array.from({ length: n }, (_none, index) => -index - 1)),
  read: (text) => {
    const list: readonly number[] = JSON.parse(text);
    return valueFaults(list, { type: "array", items: items(list.length) }, { reaches: () => true });
  },
});

const unchangedShape = (name: string, spec: (n: number) => unknown, inner: JSONSchemaProps): Shape => ({
  name: `faults of an unchanged ${name}`,
  text: (n) => JSON.stringify({ spec: spec(n) }),
  read: (text) => {
    const schema = { type: "object", properties: { spec: inner } };
    const object = JSON.parse(text);
    const correlation = new Correlation({ ...object, metadata: {} }, JSON.parse(text), schema);
    return valueFaults(object, schema, { reaches: () => true }, (path) => correlation.isUnchangedAt(path));
  },
});
const short = { type: "string", maxLength: 0 };
const items = (n: number) => Array.from({ length: n }, (_none, index) => `v${index}`);
const mapListSchema: JSONSchemaProps = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };

const faultsOfAllOf: Shape = {
  name: "values with a fault by allOf",
  text: (n) => JSON.stringify(Array.from({ length: n }, () => "v")),
  read: (text) =>
    valueFaults(
      JSON.parse(text),
      { type: "array", allOf: [{ items: { minLength: 2 } }], items: { type: "string" } },
      { reaches: () => true },
    ),
};

const updated = { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };

const fields = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_none, index) => [`k${index}`, { type: "string" }]));

const boundedText = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_none, index) => [`k${index}`, { type: "string", maxLength: 10 }]));

const definitionOf = (openAPIV3Schema: object) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
  },
});

export const foundShapes: readonly Shape[] = [
  valueFaultsShape("values that are none of an enum", (n) => ({
    type: "integer",
    enum: Array.from({ length: n }, (_none, index) => index),
  })),
  faultsOfAllOf,
  unchangedShape("list", items, { type: "array", items: short }),
  unchangedShape("list with keys", (n) => items(n).map((k) => ({ k })), {
    type: "array",
    ...mapListSchema,
    items: { type: "object", properties: { k: short } },
  }),
  unchangedShape("map", (n) => Object.fromEntries(items(n).map((name) => [name, name])), {
    type: "object",
    additionalProperties: short,
  }),
  fileShape("a.yaml", "groups and resources of a rule", (n) =>
    JSON.stringify({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "a" },
      rules: [{ verbs: ["get"], apiGroups: items(n), resources: items(n) }],
    }),
  ),
  fileShape("a.yaml", "%TAG directives", (n) => `${repeat("%TAG !a#! tag:x,2000:\n", n)}--- a\n`),
  fileShape("a.yaml", "repeated keys", (n) => `${configMap}data:\n${repeat("  k#: a\n", n)}${repeat("  k#: b\n", n)}`),
  fileShape("a.yaml", "unknown fields", (n) => configMap + repeat("f#: 1\n", n)),
  fileShape("a.yaml", "document markers", (n) => repeat("---\n", n)),
  fileShape("a.yaml", "documents with a fault each", (n) => repeat(`${configMap}data: { k: 1 }\n---\n`, n)),
  fileShape("a.yaml", "documents that are broken", (n) => repeat("--- a\nb: 1\n...\n", n)),
  fileShape("a.yaml", "documents behind a configuration, each with a key twice", (n) => {
    return configuration + repeat("---\na: &a# x\na: &b# y\n", n);
  }),
  fileShape("a.yaml", "anchors", (n) => `${configMap}data:\n${repeat("  k#: &a# x\n", n)}`),
  fileShape("a.yaml", "suppression comments", (n) => {
    return `${configMap}data:\n${repeat("  # clustervet-ignore schema/type: a\n  k#: 1\n", n)}`;
  }),
  fileShape("a.yaml", "labels of a wrong form", (n) => {
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n${repeat('    "-b #": "-x "\n', n)}`;
  }),
  fileShape("a.yaml", "variables of a policy", (n) => {
    return `${policy}  variables:\n${repeat("  - { name: v#, expression: 'object.metadata.name' }\n", n)}${validations}`;
  }),
  fileShape("a.yaml", "feature gates that nobody knows", (n) => {
    return `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates:\n${repeat("  Foo#: true\n", n)}`;
  }),
  {
    name: "zeros within a quantity",
    text: (n) => `1${"0".repeat(100 * n)}1`,
    read: (text) => {
      const read = parseQuantity(text);
      if (read.ok) formatQuantity(read.value);
    },
  },
  {
    name: "owners of one field each",
    text: (n) =>
      JSON.stringify(items(n).map((name) => ({ ...updated, manager: name, fieldsV1: { [`f:${name}`]: {} } }))),
    read: (text) => capUpdateOwners(readOwners(JSON.parse(text), true) ?? new Map()),
  },
  {
    name: "begin lines of PEM",
    text: (n) => repeat("-----BEGIN A:B-----\n", n),
    read: pemBlocks,
  },
  {
    name: "folders of a path, beside a pattern that meets each of them",
    text: (n) => `${repeat("a/", n)}b`,
    read: (path) => ignoreRules(["a/**//a"]).ignores(path, ""),
  },
  fileShape("a.json", "empty objects in a list", (n) => {
    const items = Array.from({ length: n }, () => ({}));
    return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { volumes: items } });
  }),
  {
    name: "findings in all lines of a rendered template",
    text: (n) => repeat("k#: {{ .Values.v }}\n", n),
    read: (text) => {
      const template = new TextLines(text);
      const rendered = new TextLines(text.replaceAll("{{ .Values.v }}", "v"));
      return rendered.all.map((_line, at) => templateLine(rendered, template, at));
    },
  },
  definitionShape("rules with a path, of a schema with many fields", (n) => ({
    properties: fields(n),
    "x-kubernetes-validations": Array.from({ length: n }, (_none, index) => ({
      rule: "true",
      fieldPath: `.k${index}`,
    })),
  })),
  fileShape("a.json", "rules of one schema that test its fields", (n) => {
    const rules = Array.from({ length: n }, (_none, i) => ({
      rule: `!has(self.k${i % 20}) || self.k${i % 20} != '${i}'`,
    }));
    const spec = { type: "object", properties: boundedText(20), "x-kubernetes-validations": rules };
    return JSON.stringify(definitionOf({ type: "object", properties: { spec } }));
  }),
  definitionShape("keys of a list", (n) => {
    const keys = Object.keys(fields(n));
    const items = { type: "object", properties: fields(n), required: keys };
    return { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys, items };
  }),
];
