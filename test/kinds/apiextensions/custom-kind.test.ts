import { describe, expect, test } from "vitest";
import { formatPath } from "../../../src/diagnostic/path.ts";
import { createVetter } from "../../../src/engine/vetter.ts";
import { customKind } from "../../../src/kinds/apiextensions/custom-kind.ts";
import { readSource } from "../../../src/source/read-source.ts";

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
const servedDefinition = definition(`
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

const vetFiles = (...contents: string[]) =>
  createVetter().vetFiles(contents.map((content, index) => ({ name: `${index}.yaml`, content })));
const rulesOf = (...contents: string[]) => vetFiles(...contents).diagnostics.map(({ file, rule }) => `${file} ${rule}`);

test.each([
  { name: "that is valid", resource: widget("v1", "1"), expected: [] },
  { name: "with a value of a wrong type", resource: widget("v1", "x"), expected: ["custom-resource/schema"] },
  { name: "in another version", resource: widget("v1beta1", "x"), expected: ["custom-resource/schema"] },
  { name: "in a version that is not served", resource: widget("v2", "1"), expected: ["kind/version"] },
  { name: "in an undefined version", resource: widget("v3", "1"), expected: ["kind/version"] },
  { name: "of another kind of the group", resource: widget("v1", "1", "Gadget"), expected: ["kind/unknown"] },
])("a resource $name", ({ resource, expected }) => {
  expect(rulesOf(servedDefinition, resource)).toEqual(expected.map((rule) => `1.yaml ${rule}`));
});

test("the definition may follow the resource, and may be an item of a list", () => {
  expect(rulesOf(widget("v1", "x"), servedDefinition)).toEqual(["0.yaml custom-resource/schema"]);
  const items = servedDefinition.trim().replaceAll("\n", "\n    ");
  expect(rulesOf(widget("v1", "x"), `apiVersion: v1\nkind: List\nitems:\n  - ${items}\n`)).toEqual([
    "0.yaml custom-resource/schema",
  ]);
});

test("a kind whose definition follows later in the run is not an unknown kind", () => {
  expect(vetFiles(widget("v1", "1"), servedDefinition).summary.unknownKinds).toBe(0);
  expect(vetFiles(widget("v1", "1")).summary.unknownKinds).toBe(1);
});

describe("a resource with two definitions of its kind, of which a cluster stores only one", () => {
  const standard = definition(`[{ name: v1, served: true, storage: true, schema: ${schema} }]`);
  const wider = schema.replace("properties: { size", "properties: { color: { type: string }, size");
  const experimental = definition(`
    - { name: v1, served: true, storage: true, schema: ${wider} }
    - { name: v1alpha1, served: true, storage: false, schema: ${wider} }
`);
  const colored = widget("v1", "1, color: red");

  test.each([
    { name: "a resource that is valid by the first definition", resource: widget("v1", "1"), expected: [] },
    { name: "a resource that is valid by another definition", resource: colored, expected: [] },
    { name: "a resource of a version that one definition has", resource: widget("v1alpha1", "1"), expected: [] },
    {
      name: "a resource that no definition accepts",
      resource: widget("v1", "x"),
      expected: ["2.yaml custom-resource/schema"],
    },
    {
      name: "a resource that one definition nearly accepts",
      resource: widget("v1", "x, color: red"),
      expected: ["2.yaml custom-resource/schema"],
    },
  ])("$name", ({ resource, expected }) => {
    expect(rulesOf(standard, experimental, resource)).toEqual(expected);
    expect(rulesOf(experimental, standard, resource)).toEqual(expected);
  });
});

test("a definition that kube-apiserver would reject defines no kind", () => {
  const unstructured = definition("[{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: {} } }]");
  expect(rulesOf(unstructured, widget("v1", "x"))).toEqual(["0.yaml crd/structural", "1.yaml kind/unknown"]);
});

test("the status of a new object is ignored if the kind has a status subresource", () => {
  const withStatus = schema.replace("properties: { spec", "properties: { status: { type: integer }, spec");
  const sub = "subresources: { status: {} }";
  const [crd] = [definition(`[{ name: v1, served: true, storage: true, schema: ${withStatus}, ${sub} }]`)];
  const resource = `${widget("v1", "1")}status: none\n`;
  expect(rulesOf(crd, resource)).toEqual([]);
  expect(rulesOf(crd.replace(sub, "deprecated: false"), resource)).toEqual(["1.yaml custom-resource/schema"]);
});

describe("errors of an update, which concern only the values that it changes", () => {
  const schemaText = `{ openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: {
    size: { type: integer, maximum: 5 },
    even: { type: integer, x-kubernetes-validations: [{ rule: self % 2 == 0 }] },
    kept: { type: string, x-kubernetes-validations: [{ rule: self == oldSelf }] },
    list: { type: array, items: { type: integer, maximum: 5 } },
    keyed: { type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name],
      items: { type: object, required: [name], properties: { name: { type: string }, size: { type: integer, maximum: 5 } } } },
    set: { type: array, x-kubernetes-list-type: set, items: { type: integer } } } } } } }`;
  const text = definition(`[{ name: v1, served: true, storage: true, schema: ${schemaText} }]`);
  const vetter = createVetter({ definitions: [readSource("crd.yaml", text).documents[0]?.root?.value] });
  const thing = (spec: object) => ({
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name: "one", namespace: "default" },
    spec,
  });
  const one = { name: "a", size: 9 };

  test.each([
    { name: "an unchanged invalid value", before: { size: 9 }, after: { size: 9, even: 2 }, expected: [] },
    { name: "a changed invalid value", before: { size: 9 }, after: { size: 8 }, expected: ["spec.size"] },
    { name: "a new invalid value", before: {}, after: { size: 9 }, expected: ["spec.size"] },
    { name: "an unchanged invalid item of a list", before: { list: [9] }, after: { list: [9], size: 1 }, expected: [] },
    {
      name: "an invalid item of a changed list",
      before: { list: [9] },
      after: { list: [9, 1] },
      expected: ["spec.list[0]"],
    },
    {
      name: "an unchanged invalid item of a list with map keys",
      before: { keyed: [one] },
      after: { keyed: [{ name: "b" }, one] },
      expected: [],
    },
    {
      name: "a changed invalid item of a list with map keys",
      before: { keyed: [one] },
      after: { keyed: [{ name: "a", size: 8 }] },
      expected: ["spec.keyed[0].size"],
    },
    { name: "a validation rule on an unchanged value", before: { even: 1 }, after: { even: 1, size: 1 }, expected: [] },
    { name: "a validation rule on a changed value", before: { even: 1 }, after: { even: 3 }, expected: ["spec.even"] },
    { name: "a transition rule", before: { kept: "a" }, after: { kept: "b" }, expected: ["spec.kept"] },
    { name: "duplicates that the old object has", before: { set: [1, 1] }, after: { set: [1, 1, 2] }, expected: [] },
    { name: "new duplicates", before: { set: [1] }, after: { set: [1, 1] }, expected: ["spec.set[1]"] },
  ])("$name", ({ before, after, expected }) => {
    const errors = vetter.vetObject(thing(after), thing(before)).filter(({ severity }) => severity === "error");
    expect(errors.map(({ path }) => formatPath(path))).toEqual(expected);
  });
});

describe("a wide map", () => {
  const wideDefinition = (valuesSchema: object) => {
    const openAPIV3Schema = {
      type: "object",
      properties: { spec: { type: "object", additionalProperties: valuesSchema } },
    };
    const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
    const kind = customKind({
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "maps", kind: "Map" },
        versions: [version],
      } as never,
    });
    let walks = 0;
    const countWalk = (fields: object) => {
      walks++;
      return Reflect.ownKeys(fields);
    };
    const spec = new Proxy({ a: {}, b: {} }, { ownKeys: countWalk });
    const reading = kind?.read?.(
      { apiVersion: "example.com/v1", kind: "Map", spec },
      { version: "v1", mayChange: true },
    );
    kind?.applyDefaults?.(reading?.object, { version: "v1" } as never);
    return { walks, object: reading?.object };
  };

  test("is visited once for unknown fields and once for nulls if its values have no defaults and no embedded resources", () => {
    expect(wideDefinition({ type: "object", properties: { x: { type: "string" } } })).toMatchObject({
      walks: 2,
      object: { spec: { a: {}, b: {} } },
    });
  });

  test("is visited once more for defaults", () => {
    const filled = { a: { x: "d" }, b: { x: "d" } };
    expect(wideDefinition({ type: "object", properties: { x: { type: "string", default: "d" } } })).toMatchObject({
      walks: 3,
      object: { spec: filled },
    });
  });
});

test("reading an object does not change it unless `mayChange` is set", () => {
  const kind = customKind({
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
        },
      ],
    } as never,
  });
  const value = { apiVersion: "example.com/v1", kind: "Thing", spec: { unknown: 1, gone: null } };
  expect(kind?.read?.(value, { version: "v1" }).object).toMatchObject({ spec: {} });
  expect(value.spec).toEqual({ unknown: 1, gone: null });
});
