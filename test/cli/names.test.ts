import { expect, test } from "vitest";
import type { FileDiagnostic } from "../../src/diagnostic/diagnostic.ts";
import { goodAuthentication } from "./documents.ts";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const policy = (operation: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few-keys}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [${operation}], resources: [configmaps]}]
  validations: [{expression: size(object.data) <= 2}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: everywhere}
spec: {policyName: few-keys, validationActions: [Deny]}
`;
const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: prod}\ndata: {a: x}\n";

test.each([
  { settings: "rules: {schema/tpye: off}", message: 'clustervet.yaml: rules: there is no rule "schema/tpye"' },
  { settings: "rulse: {}", message: "rulse" },
  { settings: "kinds: [{files: ['*'], kind: Pdo}]", message: 'kinds: unknown kind "Pdo"' },
  {
    settings: "policyRules: [{name: a, kinds: [Deploymnt], expression: 'true'}]",
    message: "did you mean Deployment?",
  },
  { settings: "policyRules: [{name: a, expresion: 'true'}]", message: "expresion" },
  { settings: "policyRules: [{name: a, expression: 'tru'}]", message: "policyRules[0].expression" },
  { settings: "target: '1.99'", message: "target must be a release" },
  { settings: "featureGates: NodeSwpa=true", message: "NodeSwpa" },
  { settings: "enabledAdmissionPlugins: [NodeRestricton]", message: "did you mean NodeRestriction?" },
])("$settings is an error, and nothing runs", ({ settings, message }) => {
  const directory = directoryWith({ "clustervet.yaml": settings, "a.yaml": goodAuthentication });
  const { code, stdout, stderr } = runCli(["lint", "a.yaml"], { cwd: directory });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test.each([
  ["rules: {schema/tpye: off}", 'in/other.yaml: rules: there is no rule "schema/tpye"; did you mean schema/type?'],
  ["kinds: [{files: ['*'], kind: Pdo}]", 'in/other.yaml: kinds: unknown kind "Pdo"'],
  ["rulse: {}", 'in/other.yaml:1:1: rulse: unknown field "rulse"'],
])("%s in another project file is an error that names the file", (settings, message) => {
  const directory = directoryWith({ "in/other.yaml": settings, "a.yaml": goodAuthentication });
  const { code, stderr } = runCli(["lint", "-c", "in/other.yaml", "a.yaml"], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain(`clustervet: ${message}`);
});

test.each([
  ["--root", "nowhere"],
  ["--root", "a.yaml"],
  ["-c", "nowhere.yaml"],
  ["--baseline", "nowhere.json"],
  ["--enable-admission-plugins", "constructor"],
])("%s %s can't be used", (...args) => {
  const directory = directoryWith({ "a.yaml": goodAuthentication });
  const { code, stderr } = runCli(["lint", ...args, "a.yaml"], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain(args[1]);
});

test("a policy that matches no object is reported, whether --policy or a path names it", () => {
  const directory = directoryWith({
    "policy/p.yaml": policy("UPDATE"),
    "in/a.yaml": configMap,
    "in/p.yaml": policy("CREATE, UPDATE"),
  });
  const named = lintJson(directory, "--policy", "policy", "in/a.yaml");
  expect(named.report.diagnostics).toMatchObject([
    { rule: "policy/not-applied", severity: "info", message: expect.stringContaining("its rules are for UPDATE") },
  ]);
  expect(lintJson(directory, "in").report.diagnostics).toEqual([]);
  expect(lintJson(directory, "policy", "in/a.yaml").report.diagnostics).toMatchObject([
    { rule: "policy/not-applied", file: "policy/p.yaml", line: 3 },
  ]);
});

const boundPolicy = policy("CREATE");
const mutating = boundPolicy
  .replaceAll("ValidatingAdmission", "MutatingAdmission")
  .replace(
    / {2}validations:.*\n/,
    "  reinvocationPolicy: Never\n  mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{}'}}]\n",
  )
  .replace(", validationActions: [Deny]", "");

test.each([
  {
    name: "without a binding",
    text: boundPolicy.split("---")[0] ?? "",
    says: "no ValidatingAdmissionPolicyBinding of",
  },
  {
    name: "with a binding of another name",
    text: boundPolicy.replace("policyName: few-keys", "policyName: few-key"),
    says: "no ValidatingAdmissionPolicyBinding of",
    ofBinding: ['the run has no policy "few-key"'],
  },
  {
    name: "that does not compile",
    text: boundPolicy.replace("size(", "sise("),
    says: "one of its expressions does not compile",
    amongFiles: [{ rule: "admission/expression" }],
  },
  {
    name: "mutating, without a binding",
    text: mutating.split("---")[0] ?? "",
    says: "no MutatingAdmissionPolicyBinding of",
  },
])("a policy $name is reported", ({ text, says, amongFiles, ofBinding = [] }) => {
  const directory = directoryWith({ "policy/p.yaml": text, "in/a.yaml": configMap });
  const findingOf = (words: string) => ({
    rule: "policy/not-applied",
    severity: "info",
    message: expect.stringContaining(words),
  });
  const finding = findingOf(says);
  expect(lintJson(directory, "--policy", "policy", "in").report.diagnostics).toMatchObject([
    ...ofBinding.map((words) => ({ ...findingOf(words), file: "<policies>" })),
    { ...finding, file: "<policies>" },
  ]);
  const findingsIn = (...paths: readonly string[]) => lintJson(directory, ...paths).report.diagnostics;
  expect(findingsIn("policy", "in")).toMatchObject(
    amongFiles ?? [
      { ...finding, file: "policy/p.yaml", line: 3 },
      ...ofBinding.map((words) => ({ ...findingOf(words), file: "policy/p.yaml" })),
    ],
  );
  expect(findingsIn("policy")).toEqual(
    findingsIn("policy").filter((each: FileDiagnostic) => each.rule !== finding.rule),
  );
});

test.each([
  { level: "off", severities: [] },
  { level: "error", severities: ["error"] },
])("a policy of --policy is reported at the severity of its rule: $level", ({ level, severities }) => {
  const settings = `rules: { policy/not-applied: ${level} }\n`;
  const directory = directoryWith({
    "clustervet.yaml": settings,
    "policy/p.yaml": policy("UPDATE"),
    "in/a.yaml": configMap,
  });
  const { diagnostics } = lintJson(directory, "--policy", "policy", "in").report;
  expect(diagnostics.map(({ severity }: FileDiagnostic) => severity)).toEqual(severities);
});
