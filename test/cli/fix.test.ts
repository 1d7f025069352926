import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const role = (metadata: string, rest = "rules: []\n") =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role # a role\nmetadata:\n${metadata}${rest}`;

/** The text of a file after `lint --fix`. */
function fixed(text: string | Uint8Array, name = "role.yaml"): string {
  const directory = directoryWith({});
  writeFileSync(join(directory, name), text);
  runCli(["lint", "--fix", name], { cwd: directory });
  return readFileSync(join(directory, name), "utf8");
}

const head = "  name: a\n  namespace: b\n";

test.each([
  {
    name: "texts that YAML reads as something else are quoted as they stand",
    before: role(`${head}  labels: { on: yes, version: 1.20, n: 0x1F } # kept\n`),
    after: role(`${head}  labels: { on: "yes", version: "1.20", n: "0x1F" } # kept\n`),
  },
  {
    name: "a quoted number where a number belongs",
    before: role(`${head}  generation: "3"\n`),
    after: role(`${head}  generation: 3\n`),
  },
  {
    name: "a field in the wrong case",
    before: role(head, "rules:\n- apigroups: ['']\n  resources: [pods]\n  Verbs: [get]\n"),
    after: role(head, "rules:\n- apiGroups: ['']\n  resources: [pods]\n  verbs: [get]\n"),
  },
  {
    name: "a field in the wrong case beside the right one stays",
    before: role(head, "rules: []\nRules: []\n"),
    after: role(head, "rules: []\nRules: []\n"),
  },
  {
    name: "a field that is only similar stays",
    before: role(head, "rule: []\n"),
    after: role(head, "rule: []\n"),
  },
  {
    name: "CRLF and a byte order mark stay",
    before: `\ufeff${role(`${head}  labels: {a: true}\n`).replaceAll("\n", "\r\n")}`,
    after: `\ufeff${role(`${head}  labels: {a: "true"}\n`).replaceAll("\n", "\r\n")}`,
  },
  {
    name: "a value by an anchor is changed where it stands",
    before: role(`${head}  labels: {a: &on true, b: *on}\n`),
    after: role(`${head}  labels: {a: &on "true", b: *on}\n`),
  },
])("$name", ({ before, after }) => {
  expect(fixed(before)).toBe(after);
});

test("JSON stays JSON", () => {
  const json = (value: string) =>
    `{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "a", "namespace": "b", "labels": {"a": ${value}}}}`;
  expect(fixed(json("true"), "role.json")).toBe(json('"true"'));
});

test("an enumerated value in the wrong case", () => {
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
  expect(fixed(egress("matchany"))).toBe(egress("MatchAny"));
});

test("what is left is reported, what was done is said", () => {
  const directory = directoryWith({ "role.yaml": role("  name: a\n  labels: {a: true}\n") });
  const { code, report, stderr } = lintJson(directory, "--fix", "role.yaml");
  expect(stderr).toBe("fixed 1 finding in 1 file\n");
  expect(code).toBe(0);
  expect(report.diagnostics.map(({ path }: { path: string }) => path)).toEqual(["metadata.namespace"]);
});

test("a suppressed finding is left as it is", () => {
  const text = role(`${head}  labels:\n    a: true # clustervet-ignore schema/type: meant so\n`);
  expect(fixed(text)).toBe(text);
});

test("a report says what can be fixed, and how", () => {
  const directory = directoryWith({ "role.yaml": role(`${head}  labels: {a: true}\n`) });
  const { stdout } = runCli(["lint", "role.yaml"], { cwd: directory });
  expect(stdout).toContain("1 of these can be fixed by clustervet lint --fix");
  const { report } = lintJson(directory, "role.yaml");
  const [{ fix, offset, endOffset }] = report.diagnostics;
  expect(fix).toEqual({ offset, endOffset, text: '"true"' });
});

test("other encodings and standard input are not edited", () => {
  const utf16 = Buffer.from(`\ufeff${role(`${head}  labels: {a: true}\n`)}`, "utf16le");
  const directory = directoryWith({});
  writeFileSync(join(directory, "role.yaml"), utf16);
  runCli(["lint", "--fix", "role.yaml"], { cwd: directory });
  expect(readFileSync(join(directory, "role.yaml")).equals(utf16)).toBe(true);
  const { code, stderr } = runCli(["lint", "--fix", "-"], { cwd: directory, stdin: "{}" });
  expect(code).toBe(2);
  expect(stderr).toContain("--fix");
});
