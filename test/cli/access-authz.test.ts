import { describe, expect, test } from "vitest";
import { authorization, rbac, review } from "./access-documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const url = review.replace(/resourceAttributes.*/, "nonResourceAttributes: {verb: get, path: /metrics}");
const directory = directoryWith({
  "authz.yaml": authorization,
  "invalid.yaml": authorization.replace("type: RBAC", "type: RBACK"),
  "rbac.yaml": rbac,
  "review.yaml": review,
  "beta.yaml": review.replace("/v1", "/v1beta1").replace("groups", "group"),
  "elsewhere.yaml": review.replace("namespace: prod", "namespace: dev"),
  "root.yaml": review.replace("user: ann", "user: root"),
  "url.yaml": url,
  "misspelt.yaml": review.replace("user", "usr").replace("groups", "group"),
  "both.yaml": `${review}  nonResourceAttributes: {verb: get, path: /x}\n`,
  "neither.yaml": review.replace(/ {2}resourceAttributes.*\n/, ""),
  "pod.yaml": "apiVersion: v1\nkind: Pod\n",
  "types.yaml": review.replace("[dev]", "dev"),
});

function authz(...args: readonly string[]) {
  return runCli(["authz", "--config", "authz.yaml", ...args], { cwd: directory });
}

const withRbac = ["--rbac", "rbac.yaml"];

describe("exit codes", () => {
  test.each([
    { name: "a decision that depends on the webhook", args: ["-r", "review.yaml", ...withRbac], code: 2 },
    { name: "allowed by RBAC", args: ["-r", "review.yaml", ...withRbac, "--webhook", "policy=no-opinion"], code: 0 },
    {
      name: "a review of the older version",
      args: ["-r", "beta.yaml", ...withRbac, "--webhook", "policy=no-opinion"],
      code: 0,
    },
    { name: "allowed by the webhook", args: ["-r", "review.yaml", "--webhook", "policy=allow"], code: 0 },
    { name: "denied by the webhook", args: ["-r", "review.yaml", ...withRbac, "--webhook", "policy=deny"], code: 1 },
    {
      name: "denied because the webhook fails",
      args: ["-r", "review.yaml", ...withRbac, "--webhook", "policy=fail"],
      code: 1,
    },
    { name: "conditions that are false", args: ["-r", "elsewhere.yaml", ...withRbac], code: 1 },
    { name: "a condition that fails", args: ["-r", "url.yaml", ...withRbac], code: 1 },
    { name: "RBAC without roles", args: ["-r", "elsewhere.yaml"], code: 2 },
    { name: "an invalid configuration", args: ["-c", "invalid.yaml", "-r", "review.yaml"], code: 2 },
    { name: "misspelt fields", args: ["-r", "misspelt.yaml"], code: 2 },
    { name: "both kinds of attributes", args: ["-r", "both.yaml"], code: 2 },
    { name: "neither kind of attributes", args: ["-r", "neither.yaml"], code: 2 },
    { name: "a document that is not a review", args: ["-r", "pod.yaml"], code: 2 },
    { name: "groups that are not a list", args: ["-r", "types.yaml"], code: 2 },
    { name: "an unknown webhook", args: ["-r", "review.yaml", "--webhook", "polic=allow"], code: 2 },
    { name: "an unknown response of a webhook", args: ["-r", "review.yaml", "--webhook", "policy=maybe"], code: 2 },
    { name: "help", args: ["--help"], code: 0 },
  ])("$name: $code", ({ args, code }) => {
    const result = authz(...args);
    expect(result.stderr).not.toContain("    at ");
    expect(result.code).toBe(code);
  });
});

test("authz shows the authorizers, the match conditions and the binding and rule that RBAC found", () => {
  const { stdout } = authz("-r", "review.yaml", ...withRbac);
  expect(stdout).toBe(`depends on policy (allowed if there is no opinion): ann get pods in namespace prod
groups: dev

AUTHORIZER  TYPE     SAYS        BECAUSE
node        Node     no-opinion  the user is not a node
policy      Webhook  unknown     would be asked
rbac        RBAC     allow       RBAC: allowed by RoleBinding "readers/prod" of Role "reader" to User "ann"

match conditions of policy:
  true  request.user != "root"
  true  request.resourceAttributes.namespace == "prod"

binding  RoleBinding prod/readers    rbac.yaml:9:1
subject  User ann                    rbac.yaml:14:3
role     Role reader                 rbac.yaml:12:10
rule     Role prod/reader: rules[0]  rbac.yaml:5:3

note: rbac.yaml:26:14: ClusterRoleBinding lost: a User has no namespace: "prod" is ignored
note: rbac.yaml:22:10: ClusterRoleBinding lost: clusterrole.rbac.authorization.k8s.io "gone" not found
`);
});

test("a match condition that fails is reported with its line and column, and denies the request", () => {
  const { stdout } = authz("-r", "url.yaml", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    decision: "denied",
    dependsOn: [],
    request: { user: "ann", groups: ["dev"], verb: "get", path: "/metrics" },
    authorizers: [
      { name: "node", opinion: "no-opinion" },
      {
        name: "policy",
        opinion: "deny",
        matchConditions: [
          { outcome: "true", line: 15 },
          { outcome: "error", line: 16, column: 19, endColumn: 45 },
        ],
      },
    ],
  });
  expect(authz("-r", "url.yaml").stdout).toContain("authz.yaml:16:19: error [authz/match-condition]");
});

test("conditions after a false one are not evaluated", () => {
  const { authorizers } = JSON.parse(authz("-r", "root.yaml", "-f", "json").stdout);
  expect(authorizers[1]).toMatchObject({
    opinion: "no-opinion",
    matchConditions: [{ outcome: "false" }, { outcome: "not evaluated" }],
  });
});

test("errors of the review are shown with their line and column", () => {
  const { stderr } = authz("-r", "misspelt.yaml");
  expect(stderr).toContain('misspelt.yaml:4:3: error [authz/review] unknown field "usr"');
  expect(stderr).toContain("did you mean `user`?");
});
