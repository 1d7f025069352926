import { describe, expect, test } from "vitest";
import { rbac } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const directory = directoryWith({
  "rbac.yaml": rbac,
  "empty/none.yaml": "kind: ConfigMap\napiVersion: v1\n",
  "bad.yaml": "a: [",
});

function runIn(command: "can-i" | "who-can", ...args: readonly string[]) {
  return runCli([command, ...args], { cwd: directory });
}

describe("can-i: exit codes", () => {
  test.each([
    { args: ["get", "pods", "--as", "ann", "-n", "prod", "rbac.yaml"], code: 0 },
    { args: ["get", "pods", "web", "--as", "ann", "-n", "prod", "rbac.yaml"], code: 0 },
    { args: ["get", "po/log", "--as", "ann", "-n", "prod", "."], code: 2 },
    { args: ["get", "pods/exec", "--as", "ann", "-n", "prod", "rbac.yaml"], code: 1 },
    { args: ["get", "pods", "--as", "ann", "rbac.yaml"], code: 1 },
    { args: ["get", "pods", "--as", "system:serviceaccount:prod:robot", "-n", "prod", "rbac.yaml"], code: 0 },
    { args: ["*", "*", "--as", "x", "--as-group", "admins", "rbac.yaml"], code: 0 },
    { args: ["get", "/healthz", "--as", "x", "--as-group", "admins", "rbac.yaml"], code: 0 },
    { args: ["get", "/healthz", "--as", "ann", "--as-group", "system:masters", "rbac.yaml"], code: 0 },
    { args: ["get", "pods", "rbac.yaml"], code: 2 },
    { args: ["get", "pods", "--as", "ann", "nowhere.yaml"], code: 2 },
    { args: ["get", "pods", "--as", "", "rbac.yaml"], code: 2 },
    { args: ["get", "pods", "--as", "ann", "--context", "prod", "rbac.yaml"], code: 2 },
    { args: ["get", "pods", "--as", "ann", "empty"], code: 2 },
    { args: ["get", "pods", "a", "--name", "b", "--as", "ann", "rbac.yaml"], code: 2 },
    { args: ["--help"], code: 0 },
  ])("$args: $code", ({ args, code }) => {
    const result = runIn("can-i", ...args);
    expect(result.stderr).not.toContain("    at ");
    expect(result.code).toBe(code);
  });
});

test("can-i shows the binding and the rule that decide, with their lines, and the faults of bindings", () => {
  const { stdout } = runIn("can-i", "list", "pod", "--as", "ann", "-n", "prod", "rbac.yaml");
  expect(stdout).toBe(`yes: ann can list pods in namespace prod
groups: system:authenticated

binding  RoleBinding prod/readers    rbac.yaml:9:1
subject  User ann                    rbac.yaml:14:3
role     Role reader                 rbac.yaml:12:10
rule     Role prod/reader: rules[0]  rbac.yaml:5:3

note: rbac.yaml:26:14: ClusterRoleBinding lost: a User has no namespace: "prod" is ignored
note: rbac.yaml:22:10: ClusterRoleBinding lost: clusterrole.rbac.authorization.k8s.io "gone" not found
`);
});

test("can-i prints the decision, the grant and the faults as JSON", () => {
  const { stdout } = runIn(
    "can-i",
    "get",
    "deploy/scale",
    "--as",
    "x",
    "--as-group",
    "admins",
    "-f",
    "json",
    "rbac.yaml",
  );
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    allowed: true,
    reason: 'RBAC: allowed by ClusterRoleBinding "admins" of ClusterRole "cluster-admin" to Group "admins"',
    request: { user: "x", groups: ["admins", "system:authenticated"], group: "apps", subresource: "scale" },
    grant: { binding: { name: "admins", path: "items[0]", line: 31 }, subject: { line: 36 } },
    faults: [{ fault: "subject-namespace", line: 26 }],
  });
});

test.each([
  { args: ["get", "pods"], expected: "help: yes in prod; pass a namespace with --namespace" },
  { args: ["get", "nodes", "-n", "prod"], expected: 'note: nodes have no namespace: "prod" is ignored' },
  { args: ["get", "podz"], expected: 'note: the core group has no resource "podz"; did you mean pods?' },
  { args: ["delet", "pods"], expected: 'note: no request has the verb "delet"; did you mean delete?' },
  { args: ["get", "pods.apps"], expected: 'note: group "apps" has no resource "pods"' },
])("can-i $args explains its answer", ({ args, expected }) => {
  expect(runIn("can-i", ...args, "--as", "ann", "rbac.yaml").stdout).toContain(expected);
});

test("manifests come from standard input too", () => {
  const args = ["can-i", "get", "pods", "--as", "ann", "-n", "prod", "-"];
  expect(runCli(args, { stdin: rbac }).code).toBe(0);
});

describe("who-can", () => {
  test("lists everyone, cluster-wide and in namespaces", () => {
    const { stdout, code } = runIn("who-can", "get", "pods", "rbac.yaml");
    expect(stdout.split("\n").slice(0, 5)).toEqual([
      "who can get pods:",
      "SUBJECT                    WHERE  BINDING                                   RULE",
      "Group admins               *      ClusterRoleBinding admins rbac.yaml:31:3  ClusterRole cluster-admin rules[0]",
      "User ann                   prod   RoleBinding prod/readers rbac.yaml:9:1    Role prod/reader rbac.yaml:5:3",
      "ServiceAccount prod/robot  prod   RoleBinding prod/readers rbac.yaml:9:1    Role prod/reader rbac.yaml:5:3",
    ]);
    expect(code).toBe(0);
  });

  test("prints the grants that apply in one namespace as JSON", () => {
    const { grants } = JSON.parse(runIn("who-can", "get", "pods", "-n", "dev", "-f", "json", "rbac.yaml").stdout);
    expect(grants).toMatchObject([
      { scope: "*", subject: { kind: "Group", name: "admins" }, rule: { path: "rules[0]" } },
    ]);
  });

  test("exits with 1 if nobody is allowed", () => {
    const alone = directoryWith({ "role.yaml": rbac.slice(0, rbac.indexOf("---")) });
    const { stdout, code } = runCli(["who-can", "get", "secrets"], { cwd: alone });
    expect(stdout).toContain("nobody can get secrets cluster-wide");
    expect(code).toBe(1);
  });
});
