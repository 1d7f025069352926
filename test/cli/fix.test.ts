import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const role = (metadata: string, rest = "rules: []\n") =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role # a role\nmetadata:\n${metadata}${rest}`;

/** Returns the text of a file after `lint --fix`. */
function textAfterFix(text: string | Uint8Array, name = "role.yaml"): string {
  const directory = directoryWith({});
  writeFileSync(join(directory, name), text);
  runCli(["lint", "--fix", name], { cwd: directory });
  return readFileSync(join(directory, name), "utf8");
}

const head = "  name: a\n  namespace: b\n";

test.each([
  {
    name: "a string that YAML reads as another type is quoted",
    before: role(`${head}  labels: { on: yes, version: 1.20, n: 0x1F } # kept\n`),
    after: role(`${head}  labels: { on: "yes", version: "1.20", n: "0x1F" } # kept\n`),
  },
  {
    name: "a quoted number loses its quotes where a number is expected",
    before: role(`${head}  generation: "3"\n`),
    after: role(`${head}  generation: 3\n`),
  },
  {
    name: "a field name in the wrong case is corrected",
    before: role(head, "rules:\n- apigroups: ['']\n  resources: [pods]\n  Verbs: [get]\n"),
    after: role(head, "rules:\n- apiGroups: ['']\n  resources: [pods]\n  verbs: [get]\n"),
  },
  {
    name: "a field name in the wrong case stays if the correct one is present",
    before: role(head, "rules: []\nRules: []\n"),
    after: role(head, "rules: []\nRules: []\n"),
  },
  {
    name: "a field name that is only similar stays",
    before: role(head, "rule: []\n"),
    after: role(head, "rule: []\n"),
  },
  {
    name: "CRLF and a byte order mark stay",
    before: `\ufeff${role(`${head}  labels: {a: true}\n`).replaceAll("\n", "\r\n")}`,
    after: `\ufeff${role(`${head}  labels: {a: "true"}\n`).replaceAll("\n", "\r\n")}`,
  },
  {
    name: "a value by an anchor is changed at the anchor",
    before: role(`${head}  labels: {a: &on true, b: *on}\n`),
    after: role(`${head}  labels: {a: &on "true", b: *on}\n`),
  },
])("$name", ({ before, after }) => {
  expect(textAfterFix(before)).toBe(after);
});

test("JSON stays JSON", () => {
  const json = (value: string) =>
    `{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "a", "namespace": "b", "labels": {"a": ${value}}}}`;
  expect(textAfterFix(json("true"), "role.json")).toBe(json('"true"'));
});

test("an enumerated value in the wrong case is corrected", () => {
  const egress = (type: string) =>
    `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://example.org
    audiences: [a, b]
    audienceMatchPolicy: ${type}
  claimMappings:
    username: { claim: sub, prefix: "" }
`;
  expect(textAfterFix(egress("matchany"))).toBe(egress("MatchAny"));
});

test("remaining findings are reported, and the fixes are counted", () => {
  const directory = directoryWith({ "role.yaml": role("  name: a\n  labels: {a: true}\n") });
  const { code, report, stderr } = lintJson(directory, "--fix", "role.yaml");
  expect(stderr).toBe("fixed 1 finding in 1 file\n");
  expect(code).toBe(0);
  expect(report.diagnostics.map(({ path }: { path: string }) => path)).toEqual(["metadata.namespace"]);
});

test("a suppressed finding is not fixed", () => {
  const text = role(`${head}  labels:\n    a: true # clustervet-ignore schema/type: meant so\n`);
  expect(textAfterFix(text)).toBe(text);
});

test("a report shows which findings --fix can fix, and how", () => {
  const directory = directoryWith({ "role.yaml": role(`${head}  labels: {a: true}\n`) });
  const { stdout } = runCli(["lint", "role.yaml"], { cwd: directory });
  expect(stdout).toContain("1 of these can be fixed by clustervet lint --fix");
  const { report } = lintJson(directory, "role.yaml");
  const [{ fix, offset, endOffset }] = report.diagnostics;
  expect(fix).toEqual({ offset, endOffset, text: '"true"' });
});

test("files in other encodings are not edited", () => {
  const utf16 = Buffer.from(`\ufeff${role(`${head}  labels: {a: true}\n`)}`, "utf16le");
  const directory = directoryWith({});
  writeFileSync(join(directory, "role.yaml"), utf16);
  runCli(["lint", "--fix", "role.yaml"], { cwd: directory });
  expect(readFileSync(join(directory, "role.yaml")).equals(utf16)).toBe(true);
});

const fixable = role("  name: a\n  labels: {a: true}\n");
const fixedText = fixable.replace("true", '"true"');

test("--fix - prints the fixed standard input, and the report on standard error", () => {
  const { code, stdout, stderr } = runCli(["lint", "--fix", "-", "--stdin-filename", "role.yaml"], {
    cwd: directoryWith({}),
    stdin: fixable,
  });
  expect(stdout).toBe(fixedText);
  expect(stderr).toContain("fixed 1 finding in 1 file\nrole.yaml:3:1: ");
  expect(stderr).toContain("in Role a: metadata.namespace");
  expect(code).toBe(0);
});

test.each([
  { name: "without a fix", text: fixedText },
  { name: "that can't be parsed", text: 'a: "\n' },
  { name: "with a byte order mark and CRLF", text: `\ufeff${fixedText.replaceAll("\n", "\r\n")}` },
])("--fix - prints a text $name unchanged", ({ text }) => {
  const { stdout } = runCli(["lint", "--fix", "--quiet", "-"], { stdin: text });
  expect(stdout).toBe(text);
});

test("--fix - works with a report in a file and with other files, but not with one of the same name", () => {
  const directory = directoryWith({ "role.yaml": fixable });
  const args = ["lint", "--fix", "--format", "json", "-o", "report.json", "role.yaml", "-"];
  const { stdout, stderr } = runCli(args, { cwd: directory, stdin: fixable.replace("name: a", "name: c") });
  expect(stdout).toBe(fixedText.replace("name: a", "name: c"));
  expect(stderr).toBe("fixed 2 findings in 2 files\n");
  expect(readFileSync(join(directory, "role.yaml"), "utf8")).toBe(fixedText);
  expect(JSON.parse(readFileSync(join(directory, "report.json"), "utf8")).files).toHaveLength(2);
  const twice = runCli(["lint", "--fix", "role.yaml", "-", "--stdin-filename", "role.yaml"], {
    cwd: directory,
    stdin: fixable,
  });
  expect(twice).toMatchObject({ code: 2, stdout: "" });
  expect(twice.stderr).toContain("--stdin-filename role.yaml");
});

test("standard input that is not UTF-8 is not fixed", () => {
  const directory = directoryWith({});
  writeFileSync(join(directory, "in"), Buffer.from(`\ufeff${fixable}`, "utf16le"));
  const program = ["-c", `"$0" ${resolve("dist/clustervet.cjs")} lint --fix - < in`, process.execPath];
  const { status, stdout, stderr } = spawnSync("sh", program, { cwd: directory, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("only as UTF-8");
});

test("--fix-dry-run prints a diff that git apply accepts, and changes no files", () => {
  const directory = directoryWith({ "role.yaml": fixable, "sub/b.yaml": `# kept\n${fixable}` });
  const { code, stdout, stderr } = runCli(["lint", "--fix-dry-run"], { cwd: directory });
  expect(stdout).toContain("--- a/role.yaml\n+++ b/role.yaml\n@@ -2,5 +2,5 @@\n");
  expect(stdout).toContain('-  labels: {a: true}\n+  labels: {a: "true"}\n');
  expect(stderr).toContain("would fix 2 findings in 2 files\n");
  expect(stderr).toContain("role.yaml:3:1: ");
  expect(code).toBe(1);
  const readIn = (name: string) => readFileSync(join(directory, name), "utf8");
  expect(readIn("role.yaml")).toBe(fixable);
  execFileSync("git", ["apply"], { cwd: directory, input: stdout });
  expect([readIn("role.yaml"), readIn("sub/b.yaml")]).toEqual([fixedText, `# kept\n${fixedText}`]);
  expect(runCli(["lint", "--fix-dry-run", "-q"], { cwd: directory })).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("--fix-dry-run works for standard input, and masks secrets", () => {
  const secret = `apiVersion: v1
kind: Secret
metadata: {name: a, namespace: b, labels: {a: true}}
stringData: {key: hunter2}
`;
  const { stdout, stderr } = runCli(["lint", "--fix-dry-run", "-"], { stdin: secret });
  expect(stdout).toContain("--- a/<stdin>\n");
  expect(stdout).toContain('+metadata: {name: a, namespace: b, labels: {a: "true"}}\n stringData: ********\n');
  expect(stderr).toContain("values of secrets are masked");
  expect(stdout + stderr).not.toContain("hunter2");
});
