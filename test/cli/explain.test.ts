import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

test("explain shows the page of a rule", () => {
  const { stdout, code } = runCli(["explain", "authentication/email-verified"]);
  expect(code).toBe(0);
  expect(stdout).toContain("`authentication/email-verified`");
});

test("explain shows the type, the facts and an example of a field", () => {
  const { stdout, code } = runCli(["explain", "AuthorizationConfiguration.authorizers.webhook.timeout"]);
  expect(code).toBe(0);
  expect(stdout).toBe(`AuthorizationConfiguration.authorizers.webhook.timeout  <Duration>
apiserver.config.k8s.io/v1

Longest wait for an answer, above 0s and at most 30s.

required  yes

example
  apiVersion: apiserver.config.k8s.io/v1
  kind: AuthorizationConfiguration
  authorizers:
  - webhook:
      timeout: 30s
`);
});

test.each([
  { name: "in any case", subject: "role.rules", head: "Role.rules  <[]Object>" },
  { name: "by its plural", subject: "clusterrolebindings", head: "ClusterRoleBinding  <Object>" },
  { name: "with brackets", subject: "Role.rules[].verbs", head: "Role.rules.verbs  <[]string>" },
  {
    name: "of a version",
    subject: "AuthenticationConfiguration",
    args: ["--api-version", "apiserver.config.k8s.io/v1beta1"],
    head: "AuthenticationConfiguration  <Object>\napiserver.config.k8s.io/v1beta1",
  },
  {
    name: "in another domain",
    subject: "Role",
    args: ["--group-domain", "example.org"],
    head: "Role  <Object>\nrbac.authorization.example.org/v1",
  },
  { name: "in colour", subject: "Role", args: ["--color", "always"], head: "\u001b[1mRole" },
])("explain shows a kind $name", ({ subject, args = [], head }) => {
  expect(runCli(["explain", subject, ...args]).stdout.startsWith(head)).toBe(true);
});

test.each([
  { subject: "authentication/email-verify", help: "did you mean authentication/email-verified?" },
  { subject: "../../package", help: 'there is no rule "../../package"' },
  { subject: "rbac", help: "`clustervet rules rbac` lists them" },
  { subject: "Rol", help: "did you mean Role?" },
  { subject: "Role.rules.verb", help: "did you mean Role.rules.verbs?" },
  { subject: "Role.apiVersion.x", help: "it has: no fields" },
  { subject: "Role.rules", args: ["--api-version", "v1"], help: "it is in: rbac.authorization.k8s.io/v1" },
])("$subject is unknown: $help", ({ subject, args = [], help }) => {
  const { stderr, code } = runCli(["explain", subject, ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(help);
});

test("kinds lists the kinds, and schema prints their JSON schemas", () => {
  const kinds = runCli(["kinds"]).stdout;
  expect(kinds).toMatch(
    /AuthenticationConfiguration +apiserver\.config\.k8s\.io +v1, v1beta1, v1alpha1 +--authentication-config/,
  );
  const schema = JSON.parse(runCli(["schema", "AuthenticationConfiguration"]).stdout);
  expect(schema.properties.kind.enum).toEqual(["AuthenticationConfiguration"]);
  expect(schema.$defs["apiserver/v1.Issuer"].required).toEqual(["url", "audiences"]);
  expect(runCli(["schema", "Nope"]).code).toBe(2);
});
