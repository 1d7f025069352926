import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";

const definition = (versions: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions: ${versions}
`;
const schema = `{ openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } }`;
const served = definition(`
    - { name: v1beta1, served: true, storage: false, schema: ${schema} }
    - { name: v2, served: false, storage: false, schema: ${schema} }
    - { name: v1, served: true, storage: true, schema: ${schema} }
`);
const widget = (version: string, size: string, kind = "Widget"): string => `
apiVersion: example.com/${version}
kind: ${kind}
metadata: { name: one, namespace: default }
spec: { size: ${size} }
`;

const vet = (...contents: string[]) =>
  createVetter().vetFiles(contents.map((content, index) => ({ name: `${index}.yaml`, content })));
const rulesOf = (...contents: string[]) => vet(...contents).diagnostics.map(({ file, rule }) => `${file} ${rule}`);

test.each([
  { name: "sound", resource: widget("v1", "1"), expected: [] },
  { name: "of a wrong type", resource: widget("v1", "x"), expected: ["custom-resource/schema"] },
  { name: "in another version", resource: widget("v1beta1", "x"), expected: ["custom-resource/schema"] },
  { name: "in a version that is not served", resource: widget("v2", "1"), expected: ["kind/version"] },
  { name: "in a version that is not there", resource: widget("v3", "1"), expected: ["kind/version"] },
  { name: "of another kind of the group", resource: widget("v1", "1", "Gadget"), expected: ["kind/unknown"] },
])("a resource $name", ({ resource, expected }) => {
  expect(rulesOf(served, resource)).toEqual(expected.map((rule) => `1.yaml ${rule}`));
});

test("the definition may come after the resource, or among the items of a list", () => {
  expect(rulesOf(widget("v1", "x"), served)).toEqual(["0.yaml custom-resource/schema"]);
  const items = served.trim().replaceAll("\n", "\n    ");
  expect(rulesOf(widget("v1", "x"), `apiVersion: v1\nkind: List\nitems:\n  - ${items}\n`)).toEqual([
    "0.yaml custom-resource/schema",
  ]);
});

test("what is known by the end counts as known", () => {
  expect(vet(widget("v1", "1"), served).summary.unknownKinds).toBe(0);
  expect(vet(widget("v1", "1")).summary.unknownKinds).toBe(1);
});

test("a definition that the server would not take defines nothing", () => {
  const unstructured = definition("[{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: {} } }]");
  expect(rulesOf(unstructured, widget("v1", "x"))).toEqual(["0.yaml crd/structural", "1.yaml kind/unknown"]);
});

test("a status that has a subresource counts in neither creating nor updating", () => {
  const withStatus = schema.replace("properties: { spec", "properties: { status: { type: integer }, spec");
  const sub = "subresources: { status: {} }";
  const [crd] = [definition(`[{ name: v1, served: true, storage: true, schema: ${withStatus}, ${sub} }]`)];
  const resource = `${widget("v1", "1")}status: none\n`;
  expect(rulesOf(crd, resource)).toEqual([]);
  expect(rulesOf(crd.replace(sub, "deprecated: false"), resource)).toEqual(["1.yaml custom-resource/schema"]);
});
