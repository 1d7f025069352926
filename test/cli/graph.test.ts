import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const group = "apiGroup: rbac.authorization.k8s.io";
const rbac = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: readers}
rules: [{apiGroups: [""], resources: [pods], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: dev-reads, namespace: shop}
roleRef: {${group}, kind: ClusterRole, name: readers}
subjects: [{kind: Group, name: dev, ${group}}]
`;
const danglingBinding = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: lost}
roleRef: {${group}, kind: ClusterRole, name: gone}
subjects: [{kind: User, name: 'a"]; click --> x', ${group}}, {kind: ServiceAccount, name: robot, namespace: ci}]
`;

test("text output lists subjects, their roles, and the permissions of the roles", () => {
  const { code, stdout } = runCli(["graph"], { cwd: directoryWith({ "rbac.yaml": rbac }) });
  expect(stdout).toBe(`Group dev
  in shop: ClusterRole readers, by RoleBinding shop/dev-reads
    get, list on pods

1 subject, 1 binding, 1 role
`);
  expect(code).toBe(0);
});

test("a missing role is reported", () => {
  const { stdout } = runCli(["graph", "-"], { stdin: rbac + danglingBinding });
  expect(stdout).toContain("ServiceAccount ci/robot\n  cluster-wide: ClusterRole gone, by ClusterRoleBinding lost\n");
  expect(stdout).toContain("    the manifests do not have this role\n");
});

test("mermaid output escapes names, so that they cannot end a box", () => {
  const { stdout } = runCli(["graph", "-", "-f", "mermaid"], { stdin: rbac + danglingBinding });
  expect(stdout).toContain('r0["ClusterRole readers<br/>get, list on pods"]');
  expect(stdout).toContain('(["User a#34;#93;; click --#62; x"])');
  expect(stdout.match(/ --> /g)).toBeNull();
});

test("JSON output contains the rules as written", () => {
  const { bindings } = JSON.parse(runCli(["graph", "-", "-f", "json"], { stdin: rbac }).stdout);
  expect(bindings).toMatchObject([{ subject: "Group dev", namespace: "shop", rules: [{ verbs: ["get", "list"] }] }]);
});

test("SVG output is well-formed, contains each subject, role and binding, and escapes names", () => {
  const { stdout, code } = runCli(["graph", "-", "-f", "svg"], {
    stdin: (rbac + danglingBinding).replace("name: readers", "name: '</svg>'"),
  });
  expect(code).toBe(0);
  expect(XMLValidator.validate(stdout)).toBe(true);
  expect(stdout.match(/<\/svg>/g)).toHaveLength(1);
  expect(stdout).toContain(">Group dev</text>");
  expect(stdout).toContain(">ClusterRole gone</text>");
  expect(stdout).toContain("<title>shop: dev-reads</title>");
  expect(stdout).toContain('<path class="wide"');
});

test("a RoleBinding without a namespace is not cluster-wide", () => {
  const { stdout } = runCli(["graph", "-"], { stdin: rbac.replace(", namespace: shop", "") });
  expect(stdout).toContain("  in its namespace: ClusterRole readers, by RoleBinding dev-reads");
});

test("unrendered templates of a chart are named in one line", () => {
  const templates = ["a", "b", "c", "d"].map((name) => [`chart/${name}.yaml`, "{{ if .Values.x }}\na: b\n{{ end }}\n"]);
  const { code, stdout, stderr } = runCli(["graph", "."], {
    cwd: directoryWith({ "rbac.yaml": rbac, ...Object.fromEntries(templates) }),
  });
  expect(stderr.split("\n")).toEqual([
    "clustervet: chart/a.yaml, chart/b.yaml, chart/c.yaml and 1 more: not YAML but templates; render, and name the output, or exclude",
    "clustervet: not all roles and bindings could be read: the answer may be wrong",
    "",
  ]);
  expect(stdout).not.toBe("");
  expect(code).toBe(2);
});
