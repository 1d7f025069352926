/** `lint --select`, `--profile` and `--max-file-size`, and the addresses of rule pages. */
import { describe, expect, test } from "vitest";
import { maxFileMiB, parseFileSize } from "../../src/cli/file-size.ts";
import { securityRules } from "../../src/cli/security-rules.ts";
import { writtenRuleIds } from "../../src/engine/rule-ids.ts";
import { directoryWith, lintJson, lintRules, runCli } from "./run-cli.ts";

/** An error, a warning about the component's behavior, one about access, and a file with a syntax error. */
const files = {
  "role.yaml": `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: wide }
rules:
  - { apiGroups: ["*"], resources: ["*"], verbs: ["*"] }
  - { apiGroups: [apps/v1], resources: [deployments], verbs: [get] }
  - { apiGroups: [""], resources: [pods] }
`,
  "broken.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a\n",
};
const cwd = directoryWith(files);
const advice = "rbac/api-group";
const access = "rbac/full-access";
const fault = "rbac/verbs-required";
const syntax = "source/syntax";

const rulesOf = (...args: readonly string[]) => [...new Set(lintRules(cwd, ...args))].sort();

describe("--select", () => {
  test.each([
    { args: [], expected: [advice, access, fault, syntax] },
    { args: ["--select", "rbac"], expected: [advice, access, fault, syntax] },
    { args: ["--select", "rbac/*"], expected: [advice, access, fault, syntax] },
    { args: ["--select", `${advice},${access}`], expected: [advice, access, syntax] },
    { args: ["--select", advice, "--select", access], expected: [advice, access, syntax] },
    { args: ["--select", "pod"], expected: [syntax] },
    { args: ["--select", "rbac", "--profile", "security"], expected: [access, fault, syntax] },
  ])("$args", ({ args, expected }) => {
    expect(rulesOf(...args)).toEqual(expected);
  });

  test("an unknown rule is an error that suggests a known one", () => {
    const { code, stderr } = runCli(["lint", "--select", "rbac/full-acces"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("rbac/full-access");
  });

  test("the summary and the exit code count only selected findings", () => {
    const { report, code } = lintJson(directoryWith({ "role.yaml": files["role.yaml"] }), "--select", advice);
    expect(report.summary).toMatchObject({ errors: 0, warnings: 1 });
    expect(code).toBe(0);
  });
});

describe("--profile", () => {
  test.each([
    ["component", [advice, fault, syntax]],
    ["security", [access, fault, syntax]],
    ["all", [advice, access, fault, syntax]],
  ])("%s", (profile, expected) => {
    expect(rulesOf("--profile", profile)).toEqual(expected);
  });

  test("clustervet.yaml sets the profile, and the command line overrides it", () => {
    const project = directoryWith({ "role.yaml": files["role.yaml"], "clustervet.yaml": "profile: security\n" });
    expect(lintRules(project).sort()).toEqual([access, fault]);
    expect(lintRules(project, "--profile", "component").sort()).toEqual([advice, fault]);
  });

  test("each rule of the security profile exists", () => {
    const ids = new Set(writtenRuleIds());
    expect([...securityRules].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe("--max-file-size", () => {
  const large = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n#${"x".repeat(17 * 1024 * 1024)}\n`;
  const folder = directoryWith({ "large.yaml": large });

  test("a file above the limit is refused, unless the limit is raised", () => {
    expect(lintRules(folder, "large.yaml")).toEqual(["source/limit"]);
    expect(lintRules(folder, "large.yaml", "--max-file-size", "32MiB")).not.toContain("source/limit");
    expect(lintRules(directoryWith({ "small.yaml": files["role.yaml"] }), "--max-file-size", "1KiB")).not.toContain(
      "source/limit",
    );
  });

  test("clustervet.yaml sets it", () => {
    const directoryWithLimit = (maxFileSize: string) =>
      directoryWith({ "large.yaml": large, "clustervet.yaml": `maxFileSize: ${maxFileSize}\n` });
    expect(lintRules(directoryWithLimit("32MiB"), "large.yaml")).not.toContain("source/limit");
    const { code, stderr } = runCli(["lint"], { cwd: directoryWithLimit("lots") });
    expect(code).toBe(2);
    expect(stderr).toContain("maxFileSize: must be a size up to 256MiB, such as 64MiB");
  });

  test.each([
    ["1KiB", 1024],
    ["64MiB", 64 * 1024 ** 2],
    [`${maxFileMiB}MiB`, 256 * 1024 ** 2],
    [`${maxFileMiB + 1}MiB`, undefined],
    ["1GiB", undefined],
    ["0MiB", undefined],
    ["64", undefined],
    ["64MB", undefined],
    ["9999999999GiB", undefined],
  ])("%s", (text, bytes) => {
    expect(parseFileSize(text)).toBe(bytes);
  });
});

test("JSON and SARIF reports contain addresses made from ruleDocs of clustervet.yaml", () => {
  const project = directoryWith({
    "role.yaml": files["role.yaml"],
    "clustervet.yaml": "ruleDocs: https://docs.example.org/{rule}.md\n",
  });
  const address = `https://docs.example.org/${advice}.md`;
  const { report } = lintJson(project, "--select", advice);
  expect(report.diagnostics).toMatchObject([{ docs: address }]);
  const sarif = JSON.parse(runCli(["lint", "-f", "sarif", "--select", advice], { cwd: project }).stdout);
  expect(sarif.runs[0].tool.driver.rules).toMatchObject([{ helpUri: address }]);
});

test("ruleDocs must be an address", () => {
  const project = directoryWith({ "clustervet.yaml": "ruleDocs: docs/rules\n", "role.yaml": files["role.yaml"] });
  const { code, stderr } = runCli(["lint"], { cwd: project });
  expect(code).toBe(2);
  expect(stderr).toContain("ruleDocs: must be an address");
});
