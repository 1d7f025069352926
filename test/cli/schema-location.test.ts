import { describe, expect, test } from "vitest";
import { directoryWith, lintRules, runCli } from "./run-cli.ts";

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { plural: widgets, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { size: { type: integer } } } }
`;
const widget = "apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: one }\nsize: large\n";
const directory = directoryWith({
  "widget.yaml": widget,
  "crds/widgets.yaml": definition,
  "crds/broken.yaml": definition.replace("type: integer", "nullable: true").replaceAll("widgets", "gadgets"),
  "none/config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n",
  "project/clustervet.yaml": "schemaLocations: [crds/widgets.yaml]",
  "project/crds/widgets.yaml": definition,
  "project/widget.yaml": widget,
});

test("lint finds definitions in files and directories, and in the locations of the project file", () => {
  expect(lintRules(directory, "widget.yaml")).toEqual(["kind/unknown"]);
  expect(lintRules(directory, "--schema-location", "crds", "widget.yaml")).toEqual(["custom-resource/schema"]);
  expect(lintRules(directory, "--config", "project/clustervet.yaml", "project/widget.yaml")).toEqual([
    "custom-resource/schema",
  ]);
});

test("an invalid definition is left out with a message", () => {
  const { stderr } = runCli(["lint", "--schema-location", "crds", "widget.yaml"], { cwd: directory });
  expect(stderr).toContain("crds/broken.yaml: invalid definition");
});

test.each(["nowhere", "none"])("a location without definitions is an error: %s", (location) => {
  const { code, stderr } = runCli(["lint", "--schema-location", location, "widget.yaml"], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain(location);
});

describe("JSON Schemas in the layouts of kubeconform", () => {
  const certificate = {
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object" },
      spec: {
        type: "object",
        additionalProperties: false,
        properties: {
          names: { type: "array", items: { type: "string", pattern: "^[a-z.]+$" }, uniqueItems: true },
          algorithm: { type: "string", enum: ["RSA", "ECDSA"] },
          size: { type: ["integer", "null"], exclusiveMinimum: 1024 },
          port: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
          issuer: { $ref: "_definitions.json#/definitions/issuer" },
          mode: { type: ["string", "null"], enum: ["a", null] },
          kept: { type: "object", "x-kubernetes-preserve-unknown-fields": true, additionalProperties: false },
          free: { type: "object" },
          listed: { type: "array", items: { type: "object", properties: {}, additionalProperties: false } },
          never: false,
        },
        // As written by programs that set `additionalProperties: false` in every map with fields.
        oneOf: [
          { properties: { names: {} }, required: ["names"], additionalProperties: false },
          { properties: { size: {} }, required: ["size"], additionalProperties: false },
        ],
        "x-kubernetes-validations": [{ rule: "!has(self.size) || self.size % 2 == 0", message: "must be even" }],
      },
    },
  };
  const definitions = {
    definitions: {
      issuer: {
        type: "object",
        additionalProperties: false,
        properties: { name: { type: "string" }, parent: { $ref: "#/definitions/issuer" } },
      },
    },
  };
  const layouts = {
    "catalog/example.com/certificate_v1.json": JSON.stringify(certificate),
    "catalog/example.com/_definitions.json": JSON.stringify(definitions),
    "catalog/example.com/broken_v1.json": "{",
    "releases/v1.37.0-standalone-strict/certificate-example-v1.json": JSON.stringify(certificate),
    "releases/master-standalone/widget-example-v1.json": JSON.stringify({ properties: { size: { type: "integer" } } }),
  };
  const document = (spec: string) =>
    `apiVersion: example.com/v1\nkind: Certificate\nmetadata: { name: one }\nspec: { ${spec} }\n`;
  const lintWith = (spec: string, location = "catalog") =>
    lintRules(directoryWith({ ...layouts, "one.yaml": document(spec) }), "one.yaml", "--schema-location", location);

  test.each([
    { spec: "names: [a, b]", rules: [] },
    { spec: "size: 2048, port: http, kept: { a: 1 }, free: { b: 2 }, listed: [{}], mode: null", rules: [] },
    { spec: "size: 2048, issuer: { name: a, parent: { name: b, parent: { anything: 1 } } }", rules: [] },
    { spec: "size: null, names: [a]", rules: ["custom-resource/schema"] },
    { spec: "nmes: [a], size: 2048", rules: ["schema/unknown-field"] },
    { spec: "names: [a], listed: [{ b: 1 }]", rules: ["schema/unknown-field"] },
    { spec: "names: [a], never: 1", rules: ["schema/unknown-field"] },
    { spec: "names: [a], issuer: { parent: { title: b } }", rules: ["schema/unknown-field"] },
    { spec: "names: [A]", rules: ["custom-resource/schema"] },
    { spec: "names: [a, a]", rules: ["custom-resource/list"] },
    { spec: "names: [a], algorithm: Rsa", rules: ["custom-resource/schema"] },
    { spec: "names: [a], size: 2048", rules: ["custom-resource/schema"] },
    { spec: "size: 1024", rules: ["custom-resource/schema"] },
    { spec: "size: 2049", rules: ["custom-resource/rule"] },
  ])("$spec gives $rules", ({ spec, rules }) => {
    expect(lintWith(spec)).toEqual(rules);
  });

  test.each([
    "catalog/{{ .Group }}/{{.ResourceKind}}_{{- .ResourceAPIVersion -}}.json",
    "releases",
    "releases/{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json",
  ])("clustervet reads schemas from %s", (location) => {
    expect(lintWith("nmes: [a], size: 2048", location)).toEqual(["schema/unknown-field"]);
  });

  test("a schema that is not strict accepts unknown fields, and master is read if the target has no schema", () => {
    const root = directoryWith({
      ...layouts,
      "one.yaml": "apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: one }\nsize: a\nother: 1\n",
    });
    expect(lintRules(root, "one.yaml", "--schema-location", "releases")).toEqual(["custom-resource/schema"]);
  });

  test("a definition takes precedence over a schema, and a built-in kind over both", () => {
    const root = directoryWith({
      ...layouts,
      "catalog/example.com/widget_v1.json": JSON.stringify({ properties: { size: { type: "string" } } }),
      "all/crd.yaml": definition,
      "all/widget.yaml": widget,
      "all/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\ndata: { a: 1 }\n",
    });
    const rules = lintRules(root, "all", "--schema-location", "catalog", "--schema-location", "default");
    expect(rules).toEqual(["schema/type", "custom-resource/schema"]);
  });

  test("a file that is not JSON is left out with a message, and the document counts as unknown", () => {
    const root = directoryWith({
      ...layouts,
      "one.yaml": "apiVersion: example.com/v1\nkind: Broken\nmetadata: { name: one }\n",
    });
    const { stderr, stdout } = runCli(["lint", "one.yaml", "--schema-location", "catalog"], { cwd: root });
    expect(stderr).toContain("catalog/example.com/broken_v1.json: no JSON Schema");
    expect(stdout).toContain("1 of unknown kind");
  });

  test("a schema with more than 1000 levels of nesting is left out with a message", () => {
    const deep = `${'{"items":'.repeat(20_000)}{}${"}".repeat(20_000)}`;
    const catalog = directoryWith({
      "catalog/example.com/deep_v1.json": deep,
      "one.yaml": "apiVersion: example.com/v1\nkind: Deep\nmetadata: { name: one }\n",
    });
    const location = "catalog/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
    const { code, stderr } = runCli(["lint", "--schema-location", location, "one.yaml"], { cwd: catalog });
    expect(code).toBe(0);
    expect(stderr).toContain("no JSON Schema: must have at most 1000 levels of nesting");
  });

  test("a schema that can't be read is reported, and the run counts as incomplete", () => {
    const root = directoryWith({
      "one.yaml": "apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: one }\n",
      "catalog/example.com/other_v1.json": "{}",
      "catalog/example.com/widget_v1.json/a": "",
    });
    const { stderr, code } = runCli(["lint", "one.yaml", "--schema-location", "catalog"], { cwd: root });
    expect({ stderr, code }).toEqual({
      stderr: "clustervet: catalog/example.com/widget_v1.json: a directory, not a file\n",
      code: 2,
    });
  });

  test.each([
    { flag: "--schema-location", path: "widget.yaml/x", reason: "a part of the path is not a directory" },
    { flag: "--schema-location", path: "n".repeat(5000), reason: "the path is too long" },
    { flag: "--root", path: "widget.yaml/x", reason: "no such directory" },
    { flag: "--root", path: "n".repeat(5000), reason: "no such directory" },
  ])("$flag with an unusable path is an error: $reason", ({ flag, path, reason }) => {
    expect(runCli(["lint", "widget.yaml", flag, path], { cwd: directory })).toEqual({
      code: 2,
      stdout: "",
      stderr: `clustervet: ${flag} ${path}: ${reason}\n`,
    });
  });

  test("the kind and apiVersion of a document can't select files outside of the location", () => {
    const root = directoryWith({
      ...layouts,
      "secret_v1.json": JSON.stringify({ not: {} }),
      "one.yaml": "apiVersion: ../v1\nkind: secret\nmetadata: { name: one }\n",
      "two.yaml": "apiVersion: example.com/v1\nkind: ../../secret\nmetadata: { name: one }\n",
    });
    expect(lintRules(root, "one.yaml", "two.yaml", "--schema-location", "catalog")).toEqual([
      "kind/unknown",
      "kind/unknown",
    ]);
  });

  test.each([
    { location: "catalog/{{ .Grup }}.json", word: "did you mean {{ .Group }}?" },
    { location: "catalog/{{ if .Group }}.json", word: "fields: Group, ResourceKind" },
    { location: "https://example.com/{{ .Group }}.json", word: "clustervet downloads nothing" },
  ])("$location is an error: $word", ({ location, word }) => {
    const root = directoryWith({ ...layouts, "one.yaml": document("names: [a]") });
    const { code, stderr } = runCli(["lint", "one.yaml", "--schema-location", location], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toContain(word);
  });
});
