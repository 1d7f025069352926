import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const shopDirectory = join(import.meta.dirname, "diffs/shop");

test("diff reports the update of an example shop", async () => {
  const { code, stdout } = runCli(["diff", "old", "new"], { cwd: shopDirectory });
  await expect(stdout).toMatchFileSnapshot(join(shopDirectory, "report.txt"));
  expect(code).toBe(1);
});

test("diff of the same manifests reports no changes", () => {
  expect(runCli(["diff", "old", "old"], { cwd: shopDirectory })).toEqual({
    code: 0,
    stdout: "no changes\n",
    stderr: "",
  });
});

test("JSON contains the summary, the lines of refused changes, and the permissions that are gained", () => {
  const { stdout } = runCli(["diff", "old", "new", "--format", "json"], { cwd: shopDirectory });
  const { changes, permissions, summary } = JSON.parse(stdout);
  expect(summary).toEqual({ added: 0, changed: 6, removed: 1, refused: 3, restarts: 1, errors: 0, notCompared: 0 });
  expect(changes[1].refused[0]).toMatchObject({ rule: "workload/selector-immutable", path: "spec.selector", line: 14 });
  expect(permissions[0].gained).toEqual([{ apiGroups: [""], resources: ["pods"], verbs: ["watch", "delete"] }]);
});

test("the old state may come from standard input, as from git show", () => {
  const stdin = readFileSync(join(shopDirectory, "old/a.yaml"), "utf8");
  expect(runCli(["diff", "-", "new"], { cwd: shopDirectory, stdin }).stdout).toContain("1 removed; 3 updates refused");
  expect(runCli(["diff", "-", "-"], { cwd: shopDirectory, stdin }).code).toBe(2);
});

test("whole numbers beyond 2^53 are shown exactly", () => {
  const state = (number: string) =>
    `apiVersion: example.org/v1\nkind: Counter\nmetadata: {name: a}\nspec: {count: ${number}}\n`;
  const cwd = directoryWith({ "old.yaml": state("9007199254740993"), "new.yaml": state("9007199254740992") });
  const args = ["diff", "old.yaml", "new.yaml"];
  expect(runCli(args, { cwd }).stdout).toContain("spec.count: 9007199254740993 -> 9007199254740992");
  const { stdout, stderr } = runCli([...args, "-f", "json"], { cwd });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/"before": 9007199254740993,\s+"after": 9007199254740992/);
});

test("only roles and bindings of a known version of the RBAC group grant permissions", () => {
  const binding = (apiVersion: string, subjects: string) =>
    `apiVersion: ${apiVersion}\nkind: ClusterRoleBinding\nmetadata: {name: a}\nroleRef: {kind: ClusterRole, name: cluster-admin}\nsubjects: ${subjects}\n`;
  const diffBindings = (apiVersion: string, subjects: string) => {
    const cwd = directoryWith({ "old.yaml": "a: 1\n", "new.yaml": binding(apiVersion, subjects) });
    const { stdout, stderr } = runCli(["diff", "old.yaml", "new.yaml", "-f", "json"], { cwd });
    expect(stderr).toBe("");
    return JSON.parse(stdout).permissions.length;
  };
  expect(diffBindings("rbac.authorization.k8s.io/v1", "[{kind: Group, name: dev}]")).toBe(1);
  expect(diffBindings("iam.example.org/v1", "[{kind: Group, name: dev}]")).toBe(0);
  expect(diffBindings("iam.example.org/v1", "everyone")).toBe(0);
  expect(diffBindings("rbac.authorization.k8s.io/v9", "everyone")).toBe(0);
});

test("objects of unknown kinds may have a name of any type", () => {
  const state = (name: string) => `apiVersion: example.org/v1\nkind: Counter\nmetadata: {name: ${name}}\n`;
  const cwd = directoryWith({ "old.yaml": state("{toString: 1}"), "new.yaml": state("[1, {}]") });
  expect(runCli(["diff", "old.yaml", "new.yaml"], { cwd })).toMatchObject({ code: 0, stderr: "" });
});

test("values of Secrets are not shown, those of ConfigMaps are", () => {
  const object = (kind: string, value: string) =>
    `apiVersion: v1\nkind: ${kind}\nmetadata: {name: a}\n${kind === "Secret" ? "stringData" : "data"}: {a: ${value}}\n`;
  const state = (value: string) => `${object("Secret", value)}---\n${object("ConfigMap", value)}`;
  const cwd = directoryWith({ "old.yaml": state("before"), "new.yaml": state("after") });
  const text = runCli(["diff", "old.yaml", "new.yaml"], { cwd }).stdout;
  expect(text.match(/"before" -> "after"/g)).toHaveLength(1);
  const json = runCli(["diff", "old.yaml", "new.yaml", "-f", "json"], { cwd }).stdout;
  expect(json.match(/"after": "after"/g)).toHaveLength(1);
});

test.each([
  {
    name: "a paused Deployment",
    kind: "Deployment",
    spec: "paused: true",
    expected: "no restart now: replaces its pods",
  },
  { name: "Recreate", kind: "Deployment", spec: "strategy: {type: Recreate}", expected: "restarts pods: deletes all" },
  {
    name: "a partition",
    kind: "StatefulSet",
    spec: "serviceName: a\n  updateStrategy: {rollingUpdate: {partition: 2}}",
    expected: "restarts pods: replaces its pods with an ordinal of 2 and above one by one",
  },
  { name: "OnDelete", kind: "DaemonSet", spec: "updateStrategy: {type: OnDelete}", expected: "no restart now: " },
])("diff shows the effect on pods: $name", ({ kind, spec, expected }) => {
  const workload = (image: string) =>
    `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  ${spec}\n` +
    `  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: "${image}"}]}}\n`;
  const cwd = directoryWith({ "old.yaml": workload("a:1"), "new.yaml": workload("a:2") });
  expect(runCli(["diff", "old.yaml", "new.yaml"], { cwd }).stdout).toContain(expected);
});

test("diff compares nothing if a file can't be parsed", () => {
  const cwd = directoryWith({ "old.yaml": "a: b: c\n", "new.yaml": "" });
  expect(runCli(["diff", "old.yaml", "new.yaml"], { cwd })).toMatchObject({ code: 2, stdout: "" });
});

const widget = (size: number, name = "w") =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: ${name}}\nspec: {size: ${size}}\n`;
const widgetDefinition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {kind: Widget, plural: widgets}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf, message: may not shrink}]}
                color: {type: string, default: red}
`;

test("diff compares objects of unknown kinds as written", () => {
  const cwd = directoryWith({ "old.yaml": widget(1), "new.yaml": `${widget(2)}---\n${widget(1, "more")}` });
  const { stdout, code } = runCli(["diff", "old.yaml", "new.yaml"], { cwd });
  expect(stdout).toContain("~ Widget w  new.yaml\n    spec.size: 1 -> 2\n");
  expect(stdout).toContain("+ Widget more  new.yaml\n");
  expect(stdout).toContain("1 added, 1 changed, 0 removed; 0 updates refused");
  expect(code).toBe(0);
});

test.each(["old.yaml", "new.yaml"])(
  "diff reports that the API server refuses an update of a custom resource whose definition is in %s",
  (place) => {
    const files = { "old.yaml": widget(2), "new.yaml": widget(1) };
    const cwd = directoryWith({ ...files, [place]: `${widgetDefinition}---\n${files[place as keyof typeof files]}` });
    const { stdout, code } = runCli(["diff", "old.yaml", "new.yaml"], { cwd });
    expect(stdout).toMatch(/refused: new\.yaml:\d+:\d+: spec\.size: may not shrink/);
    expect(code).toBe(1);
  },
);

test("diff sets the defaults of a CustomResourceDefinition before it compares", () => {
  const plain = `${widgetDefinition}---\n${widget(1)}`;
  const cwd = directoryWith({ "old.yaml": plain, "new.yaml": plain.replace("{size: 1}", "{size: 1, color: red}") });
  expect(runCli(["diff", "old.yaml", "new.yaml"], { cwd }).stdout).toBe("no changes\n");
});

test("diff reports objects without a name as not compared", () => {
  const pod = "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n";
  const cwd = directoryWith({ "old.yaml": pod, "new.yaml": "" });
  const { stdout } = runCli(["diff", "old.yaml", "new.yaml"], { cwd });
  expect(stdout).toBe("no changes\nnot compared: 1 object without a name, such as the ConfigMap in old.yaml\n");
});
