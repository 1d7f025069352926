import { expect, test } from "vitest";
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

test("definitions are found in files and directories, and named by the project file", () => {
  expect(lintRules(directory, "widget.yaml")).toEqual(["kind/unknown"]);
  expect(lintRules(directory, "--schema-location", "crds", "widget.yaml")).toEqual(["custom-resource/schema"]);
  expect(lintRules(directory, "--config", "project/clustervet.yaml", "project/widget.yaml")).toEqual([
    "custom-resource/schema",
  ]);
});

test("a definition that can't be used is left out with a word", () => {
  const { stderr } = runCli(["lint", "--schema-location", "crds", "widget.yaml"], { cwd: directory });
  expect(stderr).toContain("crds/broken.yaml: invalid definition");
});

test.each(["nowhere", "none"])("a location without definitions ends the run: %s", (location) => {
  const { code, stderr } = runCli(["lint", "--schema-location", location, "widget.yaml"], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain(location);
});
