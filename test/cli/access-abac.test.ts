/** `can-i --abac`: decisions of the ABAC authorizer, alone and before RBAC. */
import { expect, test } from "vitest";
import { rbac } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const policy = (spec: object) =>
  JSON.stringify({ apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy", spec });

const directory = directoryWith({
  "rbac.yaml": rbac,
  "abac.jsonl": [
    "# who reads",
    policy({ user: "bob", namespace: "dev", resource: "pods", apiGroup: "", readonly: true }),
    policy({ group: "system:authenticated", nonResourcePath: "/version", readonly: true }),
    policy({ user: "root", namespace: "*", resource: "*", apiGroup: "*" }),
    '{"user":"old","resource":"pods"}',
  ].join("\n"),
  "wrong.jsonl": `${policy({ user: "a" })}\n{"kind": "Role"}\n[]`,
});

const canI = (...args: readonly string[]) => runCli(["can-i", ...args], { cwd: directory });

test.each([
  { args: ["list", "pods", "--as", "bob", "-n", "dev"], code: 0 },
  { args: ["delete", "pods", "--as", "bob", "-n", "dev"], code: 1 },
  { args: ["list", "pods", "--as", "bob", "-n", "prod"], code: 1 },
  { args: ["list", "pods", "--as", "bob"], code: 1 },
  { args: ["get", "/version", "--as", "anyone"], code: 0 },
  { args: ["delete", "nodes", "--as", "root"], code: 0 },
  { args: ["list", "pods", "--as", "old", "-n", "web"], code: 0 },
  { args: ["list", "pods", "--as", "ann", "-n", "prod"], code: 1 },
  { args: ["list", "pods", "--as", "ann", "-n", "prod", "rbac.yaml"], code: 0 },
  { args: ["*", "*", "--as", "x", "--as-group", "system:masters"], code: 0 },
])("$args: $code", ({ args, code }) => {
  expect(canI(...args, "--abac", "abac.jsonl").code).toBe(code);
});

test("can-i shows the policy that allows the request, with its line", () => {
  const { stdout } = canI("list", "pods", "--as", "bob", "-n", "dev", "--abac", "abac.jsonl");
  expect(stdout).toBe(`yes: bob can list pods in namespace dev
groups: system:authenticated

policy  user=bob resource=pods namespace=dev readonly  abac.jsonl:2

note: abac.jsonl:5: a policy of the old form: write it as v1beta1
note: only ABAC is asked: name the files of roles and bindings to ask RBAC, too
`);
});

test("a refusal names the policies and bindings that were checked, and a namespace in which the request is allowed", () => {
  const both = canI("list", "pods", "--as", "eve", "-n", "dev", "--abac", "abac.jsonl", "rbac.yaml");
  expect(both.stdout).toContain(
    "no policy of abac.jsonl and no ClusterRoleBinding and no RoleBinding of namespace dev allows it",
  );
  const anywhere = canI("list", "pods", "--as", "bob", "--abac", "abac.jsonl");
  expect(anywhere.stdout).toContain("help: yes in dev; pass a namespace with --namespace");
});

test("JSON contains the policy that allows the request, or the reasons of the authorizers", () => {
  const allowed = canI("list", "pods", "--as", "bob", "-n", "dev", "-f", "json", "--abac", "abac.jsonl", "rbac.yaml");
  const answer = JSON.parse(allowed.stdout);
  expect(answer).toMatchObject({ allowed: true, reason: "", policy: { file: "abac.jsonl", line: 2, user: "bob" } });
  expect(answer).not.toHaveProperty("grant");
  const denied = canI("delete", "pods", "--as", "bob", "-n", "dev", "-f", "json", "--abac", "abac.jsonl");
  expect(JSON.parse(denied.stdout)).toMatchObject({ allowed: false, reason: "abac: No policy matched." });
});

test.each([
  {
    args: ["--abac", "wrong.jsonl"],
    says: 'wrong.jsonl:2: `kind` must be "Policy"; got "Role"; wrong.jsonl:3: must be',
  },
  { args: ["--abac", "none.jsonl"], says: "--abac none.jsonl: no such file or directory" },
  { args: ["--abac", "abac.jsonl", "--live"], says: "--abac is for files, and does not go with --live" },
])("$args: exit code 2", ({ args, says }) => {
  const { code, stderr, stdout } = canI("get", "pods", "--as", "bob", ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(says);
});
