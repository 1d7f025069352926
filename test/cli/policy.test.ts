import { describe, expect, test } from "vitest";
import { directoryWith, lintJson, lintRules, runCli } from "./run-cli.ts";

const policy = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: owners }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  validations:
    - expression: request.userInfo.username == "ann" && "dev" in request.userInfo.groups
      message: only ann of dev may
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: owners }
spec: { policyName: owners, validationActions: [Deny] }
`;
const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one, namespace: default }\ndata: { mode: slow }\n";
const projectRule = (expression: string) => `
policyRules:
  - { name: mode, kinds: [ConfigMap], expression: ${JSON.stringify(expression)}, severity: warning }
`;
const directory = directoryWith({
  "config.yaml": config,
  "cluster/policy.yaml": policy,
  "project/clustervet.yaml": `${projectRule("object.data.mode == 'fast'")}policies: [cluster]\n`,
  "project/config.yaml": config,
  "project/cluster/policy.yaml": policy,
  "broken/clustervet.yaml": projectRule("object.data.mode +"),
});

describe("policies of --policy", () => {
  test("are evaluated, not vetted", () => {
    const { report } = lintJson(directory, "--policy", "cluster", "config.yaml");
    const [found, ...others] = report.diagnostics;
    expect(found).toMatchObject({ rule: "policy/deny", file: "config.yaml", message: "only ann of dev may" });
    expect(others).toEqual([]);
    expect(report.summary.files).toBe(1);
  });

  test("see the user and the groups of --as and --as-group as the requester", () => {
    const lintAs = (...flags: string[]) => lintRules(directory, "--policy", "cluster", ...flags, "config.yaml");
    expect(lintAs("--as", "ann", "--as-group", "dev")).toEqual([]);
    expect(lintAs("--as", "ann")).toEqual(["policy/deny"]);
    expect(runCli(["lint", "--as-group", "dev", "config.yaml"], { cwd: directory }).code).toBe(2);
  });
});

test("policies among the files are evaluated, and point at the expression", () => {
  const { report } = lintJson(directory, "cluster", "config.yaml");
  const [found] = report.diagnostics;
  expect(found.related).toMatchObject([{ file: "cluster/policy.yaml", line: 9 }]);
});

test("the project file may name policies and contain rules", () => {
  expect(lintRules(directory, "--config", "project/clustervet.yaml", "project/config.yaml").sort()).toEqual([
    "policy/deny",
    "policy/project-rule",
  ]);
  const { code, stderr } = runCli(["lint", "--config", "broken/clustervet.yaml", "config.yaml"], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain("policyRules[0].expression");
});
