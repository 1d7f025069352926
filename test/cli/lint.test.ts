import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  badAuthentication,
  goodAuthentication,
  unknownResource,
  warnedBinding,
  webhookAuthorization,
} from "./documents.ts";
import { directoryWith, lintJson, lintRules, runCli } from "./run-cli.ts";

describe("exit codes", () => {
  const directory = directoryWith({
    "good.yaml": goodAuthentication,
    "bad.yaml": badAuthentication,
    "warned.yaml": warnedBinding,
    "empty.yaml": "# none\n",
  });

  test.each([
    { name: "clean", args: ["good.yaml"], code: 0 },
    { name: "an error", args: ["bad.yaml"], code: 1 },
    { name: "a warning alone", args: ["warned.yaml"], code: 0 },
    { name: "a warning at the fail level", args: ["--fail-level", "warning", "warned.yaml"], code: 1 },
    { name: "as many warnings as allowed", args: ["--max-warnings", "1", "warned.yaml"], code: 0 },
    { name: "more warnings than allowed", args: ["--max-warnings", "0", "warned.yaml"], code: 1 },
    { name: "a missing path", args: ["good.yaml", "nowhere.yaml"], code: 2 },
    { name: "a pattern that matches no files", args: ["*.toml"], code: 2 },
    { name: "an unknown option", args: ["--nope"], code: 2 },
    { name: "an unknown format", args: ["--format", "xml"], code: 2 },
    { name: "an unknown target", args: ["--target", "1.20"], code: 2 },
    { name: "an unknown kind", args: ["--kind", "Nope"], code: 2 },
    { name: "feature gates without value", args: ["--feature-gates", "A", "good.yaml"], code: 2 },
    { name: "two reports on standard output", args: ["-f", "json", "-f", "text", "good.yaml"], code: 2 },
    { name: "an output that cannot be written", args: ["-o", "no/such/place", "good.yaml"], code: 2 },
    { name: "two reports in the same file", args: ["-f", "json", "-o", "r", "-f", "tap", "-o", "./r"], code: 2 },
    { name: "a report over a file to vet", args: ["-o", "./bad.yaml", "bad.yaml"], code: 2 },
    { name: "a context without a cluster", args: ["--context", "prod", "good.yaml"], code: 2 },
    { name: "a kubeconfig without a cluster", args: ["--kubeconfig", "x", "good.yaml"], code: 2 },
    { name: "a timeout without a cluster", args: ["--request-timeout", "1s", "good.yaml"], code: 2 },
    { name: "a place for the cache without the cache", args: ["--cache-location", "x", "good.yaml"], code: 2 },
    { name: "a name for standard input without it", args: ["--stdin-filename", "x.yaml", "good.yaml"], code: 2 },
    { name: "no rule to select", args: ["--select", "", "bad.yaml"], code: 2 },
    { name: "policies that are not there", args: ["--policy", "empty.yaml", "good.yaml"], code: 2 },
    { name: "an empty path", args: ["", "good.yaml"], code: 2 },
    { name: "help", args: ["--help"], code: 0 },
  ])("$name: $code", ({ args, code }) => {
    const result = runCli(["lint", ...args], { cwd: directory });
    expect(result.code).toBe(code);
    expect(result.stderr).not.toContain("    at ");
    if (code === 2) expect(result.stderr).not.toBe("");
  });

  test("an unreadable path does not prevent the report on the other paths", () => {
    const { code, report, stderr } = lintJson(directory, "nowhere.yaml", "bad.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain("nowhere.yaml: no such file or directory");
    expect(report.summary.errors).toBe(1);
  });

  test("a directory without manifests is an error", () => {
    expect(runCli(["lint"], { cwd: directoryWith({ "README.txt": "" }) }).code).toBe(2);
  });
});

describe("the files that lint vets", () => {
  test("lint searches directories for YAML and JSON, and vets a file once that several arguments name", () => {
    const directory = directoryWith({
      "a/one.yaml": goodAuthentication,
      "a/two.yml": goodAuthentication,
      "b/three.json": "{}",
      "b/four.txt": "kind: X",
      "node_modules/x.yaml": badAuthentication,
    });
    const paths = (...args: string[]) =>
      lintJson(directory, ...args).report.files.map((file: { path: string }) => file.path);
    expect(paths(".")).toEqual(["a/one.yaml", "a/two.yml", "b/three.json"]);
    expect(paths("a/one.yaml", "a/*.y*ml", "./a")).toEqual(["a/one.yaml", "a/two.yml"]);
    expect(paths("b/four.txt")).toEqual(["b/four.txt"]);
    expect(paths(`${directory.replaceAll("\\", "/")}/a/*.yaml`)).toEqual(["a/one.yaml"]);
  });

  test("ignore files and excludes apply to the files of a walk, not to named paths", () => {
    const directory = directoryWith({
      ".git/HEAD": "",
      ".gitignore": "generated/\n*.bak.yaml\n!kept.bak.yaml\n",
      "sub/.clustervetignore": "secret.yaml\n",
      "sub/secret.yaml": badAuthentication,
      "sub/deep/secret.yaml": badAuthentication,
      "sub/kept.bak.yaml": goodAuthentication,
      "sub/old.bak.yaml": badAuthentication,
      "generated/x.yaml": badAuthentication,
      "excluded/x.yaml": badAuthentication,
      "clustervet.yaml": "exclude: [excluded]\n",
    });
    const paths = (cwd: string, ...args: string[]) =>
      lintJson(cwd, ...args).report.files.map((file: { path: string }) => file.path);
    expect(paths(directory)).toEqual(["clustervet.yaml", "sub/kept.bak.yaml"]);
    expect(paths(join(directory, "sub"))).toEqual(["kept.bak.yaml"]);
    expect(paths(directory, "generated/x.yaml")).toEqual(["generated/x.yaml"]);
    expect(paths(directory, "generated")).toEqual(["generated/x.yaml"]);
    expect(paths(directory, "--no-ignore")).toContain("generated/x.yaml");
    expect(paths(directory, "--no-ignore")).not.toContain("excluded/x.yaml");
  });

  test("--exclude adds to the excludes of the project file, and is relative to the current directory", () => {
    const directory = directoryWith({
      "a/one.yaml": goodAuthentication,
      "b/two.yaml": badAuthentication,
      "b/deep/three.yaml": badAuthentication,
      "c/four.yaml": badAuthentication,
      "clustervet.yaml": "exclude: [c]\n",
    });
    const paths = (cwd: string, ...args: string[]) =>
      lintJson(cwd, ...args).report.files.map((file: { path: string }) => file.path);
    expect(paths(directory, "--exclude", "b/**", "--exclude", "clustervet.yaml")).toEqual(["a/one.yaml"]);
    expect(paths(join(directory, "b"), "--exclude", "deep")).toEqual(["two.yaml"]);
    expect(runCli(["lint", "--exclude", "*.yaml"], { cwd: directory })).toMatchObject({ code: 2 });
  });

  test("standard input may have a file name, and must not be empty", () => {
    const named = runCli(["lint", "-", "--format", "json", "--stdin-filename", "chart.yaml"], {
      stdin: badAuthentication,
    });
    expect(named.code).toBe(1);
    expect(JSON.parse(named.stdout).diagnostics[0]).toMatchObject({ file: "chart.yaml", line: 5, column: 10 });
    expect(runCli(["lint", "-"], { stdin: "" }).code).toBe(2);
  });
});

describe("severities of --rule", () => {
  const directory = directoryWith({
    "warned.yaml": warnedBinding,
    "clustervet.yaml": "rules: {rbac/*: info}\nexclude: [clustervet.yaml]\n",
  });
  const severities = (...args: string[]) =>
    lintJson(directory, ...args).report.diagnostics.map(({ severity }: { severity: string }) => severity);
  const [rule = ""] = lintRules(directory);

  test.each([
    { name: "the project file alone", args: [], expected: ["info"] },
    { name: "an area", args: ["--rule", "rbac/*=error"], expected: ["error"] },
    {
      name: "a rule, before its area",
      args: ["--rule", `${rule}=warning`, "--rule", "rbac/*=off"],
      expected: ["warning"],
    },
    { name: "all rules, after an area of the project file", args: ["--rule", "*=off"], expected: ["info"] },
    { name: "a rule twice", args: ["--rule", `${rule}=off`, "--rule", `${rule}=error`], expected: ["error"] },
  ])("$name", ({ args, expected }) => {
    expect(severities(...args)).toEqual(expected);
    const cache = ["--cache", "--cache-location", join(directory, "cache")];
    expect(severities(...args, ...cache)).toEqual(expected);
    expect(severities(...args, ...cache)).toEqual(expected);
  });

  test.each([
    { text: "rbac/wildcrad=off", fault: "--rule: there is no rule" },
    { text: "__proto__=off", fault: "--rule: there is no rule" },
    { text: "rbac/*=loud", fault: "It must be ID=SEVERITY, with one of error, warning, info, off." },
    { text: "rbac/*", fault: "It must be ID=SEVERITY" },
  ])("lint refuses --rule $text", ({ text, fault }) => {
    const { code, stderr } = runCli(["lint", "--rule", text], { cwd: directory });
    expect(code).toBe(2);
    expect(stderr).toContain(fault);
  });
});

describe("options that change the findings", () => {
  const directory = directoryWith({
    "good.yaml": goodAuthentication,
    "egress.yaml": goodAuthentication.replace("  claimMappings", "    egressSelectorType: cluster\n  claimMappings"),
    "domain.yaml": goodAuthentication.replace("k8s.io/v1", "example.com/v1"),
    "authz.yaml": webhookAuthorization,
    "fleet.yaml": unknownResource,
    "role.yaml": "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\n",
    "bare.yaml": goodAuthentication.replace(/^.*\n/, ""),
  });

  test.each([
    { name: "no settings", args: ["good.yaml"], rules: [] },
    {
      name: "a target before the release of the field",
      args: ["-t", "1.33", "egress.yaml"],
      rules: ["kind/version", "schema/since"],
    },
    {
      name: "a gate that is off",
      args: ["--feature-gates", "StructuredAuthenticationConfigurationEgressSelector=false", "egress.yaml"],
      rules: ["authentication/egress-selector-gate"],
    },
    {
      name: "AllBeta off",
      args: ["--feature-gates", "AllBeta=false", "egress.yaml"],
      rules: ["authentication/egress-selector-gate"],
    },
    { name: "no default namespace", args: ["role.yaml"], rules: ["meta/namespace-required"] },
    { name: "a default namespace", args: ["-n", "team", "role.yaml"], rules: [] },
    { name: "another cluster domain", args: ["domain.yaml"], rules: ["kind/group"] },
    { name: "the matching cluster domain", args: ["--group-domain", "example.com", "domain.yaml"], rules: [] },
    {
      name: "a service account issuer",
      args: ["--service-account-issuer", "https://issuer.example.com", "good.yaml"],
      rules: ["authentication/issuer-url-disallowed"],
    },
    { name: "no root", args: ["authz.yaml"], rules: ["authorization/kubeconfig-file"] },
    {
      name: "unknown kinds at severity error",
      args: ["--unknown-kinds", "error", "fleet.yaml"],
      rules: ["kind/unknown"],
    },
    { name: "unknown kinds at severity off", args: ["--unknown-kinds", "off", "fleet.yaml"], rules: [] },
    { name: "the wrong kind", args: ["-k", "AuthorizationConfiguration", "good.yaml"], rules: ["kind/unexpected"] },
    {
      name: "the kind with its group",
      args: ["-k", "AuthenticationConfiguration.apiserver.config.k8s.io", "good.yaml"],
      rules: [],
    },
    {
      name: "a document without apiVersion",
      args: ["-k", "AuthenticationConfiguration", "bare.yaml"],
      rules: ["kind/missing"],
    },
  ])("$name", ({ args, rules }) => {
    expect(lintRules(directory, ...args)).toEqual(rules);
  });

  test("--root: the file is missing, a directory, incomplete, and valid", () => {
    const at = "node/etc/kubernetes/webhook.kubeconfig";
    const good = `clusters: [{name: c, cluster: {server: "https://h"}}]
users: [{name: u, user: {token: t}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`;
    const lintNode = (files: Record<string, string>) => {
      const root = directoryWith({ "authz.yaml": webhookAuthorization, ...files });
      const { report } = lintJson(root, "--root", "node", "authz.yaml");
      return report.diagnostics.map(({ file, rule }: { file: string; rule: string }) => `${file} ${rule}`);
    };
    expect(lintNode({ "node/empty": "" })).toEqual(["authz.yaml authorization/kubeconfig-file"]);
    expect(lintNode({ [`${at}/x`]: "" })).toEqual(["authz.yaml authorization/kubeconfig-file"]);
    expect(lintNode({ [at]: "apiVersion: v1\nkind: Config\n" })).toEqual([`${at} kubeconfig/current-context`]);
    expect(lintNode({ [at]: good })).toEqual([]);
  });
});

test("a missing namespace, which kubectl sets, is a warning, and with --as-sent or asSent an error", () => {
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\n";
  const directory = directoryWith({ "role.yaml": role, "clustervet.yaml": "asSent: true\n" });
  const severities = (at: string, ...args: readonly string[]) =>
    lintJson(at, ...args).report.diagnostics.map(({ severity }: { severity: string }) => severity);
  const plain = directoryWith({ "role.yaml": role });
  expect(severities(plain, "role.yaml")).toEqual(["warning"]);
  expect(severities(plain, "--as-sent", "role.yaml")).toEqual(["error"]);
  expect(severities(directory, "role.yaml")).toEqual(["error"]);
});

describe("the project file", () => {
  test("sets the options that the command line does not set", () => {
    const directory = directoryWith({
      "clustervet.yaml": `target: "1.34"
unknownKinds: error
failLevel: warning
rules:
  authentication/issuer-url-form: warning
  kubeconfig/*: off
kinds:
- files: [configs/authn*]
  kind: AuthenticationConfiguration
`,
      "configs/authn.yaml": `kind: Nope\n`,
      "bad.yaml": badAuthentication,
      "deep/web.yaml": unknownResource,
    });
    const { code, report } = lintJson(join(directory, "deep"), "web.yaml", "../bad.yaml", "../configs/authn.yaml");
    expect(code).toBe(1);
    expect(report.target).toBe("1.34");
    expect(
      report.diagnostics.map(({ rule, severity }: { rule: string; severity: string }) => `${rule} ${severity}`),
    ).toEqual(["kind/unknown error", "authentication/issuer-url-form warning", "kind/missing error"]);
  });

  test("a misspelt rule is an error with a suggestion", () => {
    const directory = directoryWith({
      "clustervet.yaml": "rules: {authentication/issuer-url-forms: off, rbac/*: info}\n",
      "bad.yaml": badAuthentication,
    });
    const { code, stderr } = runCli(["lint", "bad.yaml"], { cwd: directory });
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean authentication/issuer-url-form?");
    expect(stderr).not.toContain("rbac");
  });

  test.each([
    { name: "an unknown field", text: "targets: '1.34'\n", says: "did you mean `target`?" },
    { name: "a wrong type", text: "target: 1.34\n", says: "clustervet.yaml:1:9: target: must be a string" },
    { name: "a list", text: "[]\n", says: "clustervet.yaml:1:1: must be a map" },
    { name: "a number in place of a list", text: "kinds: 5\n", says: "clustervet.yaml:1:8: kinds: must be a list" },
    {
      name: "an unknown severity",
      text: "rules:\n  pod/images: loud\n",
      says: 'clustervet.yaml:2:15: rules["pod/images"]: must be one of error, warning, info, off; got "loud"',
    },
    {
      name: "a negative limit",
      text: "maxWarnings: -1\n",
      says: "clustervet.yaml:1:14: maxWarnings: must be 0 or above",
    },
    {
      name: "a kind without files",
      text: "kinds: [{kind: Pod, files: []}]\n",
      says: "clustervet.yaml:1:9: kinds[0]: `files` must have at least one pattern",
    },
    {
      name: "files without a kind",
      text: 'kinds: [{files: ["*.x"]}]\n',
      says: "clustervet.yaml:1:9: kinds[0]: `kind` must be set",
    },
    {
      name: "a kubelet without files",
      text: "nodeAgents: [{}]\n",
      says: "clustervet.yaml:1:14: nodeAgents[0]: `config` or `configDir` must be set",
    },
    {
      name: "a bad domain",
      text: "groupDomain: a b\n",
      says: 'groupDomain must be a domain such as k8s.io; got "a b"',
    },
    {
      name: "a second document",
      text: "---\nfailLevel: error\n---\nfailLevel: info\n",
      says: "clustervet.yaml:3:1: the settings must be one document",
    },
    { name: "a root that is not there", text: "root: nowhere\n", says: "root nowhere: no such directory" },
    { name: "broken YAML", text: "rules: [\n", says: "clustervet.yaml:" },
    { name: "an unknown kind", text: "kinds: [{files: [x], kind: Nope}]\n", says: 'unknown kind "Nope"' },
  ])("$name is a clear error", ({ text, says }) => {
    const directory = directoryWith({ "clustervet.yaml": text, "good.yaml": goodAuthentication });
    const { code, stderr } = runCli(["lint", "good.yaml"], { cwd: directory });
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});

describe("reports", () => {
  const directory = directoryWith({ "bad.yaml": badAuthentication, "warned.yaml": warnedBinding });

  test("several reports can be written, each to its file", () => {
    const args = ["lint", "-f", "text", "-f", "sarif", "-f", "junit", "-o", "-", "-o", "r.sarif", "-o", "r.xml", "."];
    const { stdout } = runCli(args, { cwd: directory });
    expect(stdout).toContain("bad.yaml:5:10: error [authentication/issuer-url-form]");
    expect(JSON.parse(readFileSync(join(directory, "r.sarif"), "utf8")).version).toBe("2.1.0");
    expect(readFileSync(join(directory, "r.xml"), "utf8")).toContain("<testsuites");
  });

  test("--quiet hides findings that do not fail the run, but counts them", () => {
    const { stdout, code } = runCli(["lint", "--quiet", "."], { cwd: directory });
    expect(code).toBe(1);
    expect(stdout).toContain("issuer-url-form");
    expect(stdout).not.toContain("warned.yaml");
    expect(stdout).toContain("1 warning");
  });

  test.each([
    { name: "standard output is a pipe", args: [], env: {}, colorful: false },
    { name: "FORCE_COLOR", args: [], env: { FORCE_COLOR: "1" }, colorful: true },
    { name: "FORCE_COLOR before NO_COLOR", args: [], env: { FORCE_COLOR: "1", NO_COLOR: "1" }, colorful: true },
    {
      name: "--color never before FORCE_COLOR",
      args: ["--color", "never"],
      env: { FORCE_COLOR: "1" },
      colorful: false,
    },
    { name: "--color always before NO_COLOR", args: ["--color", "always"], env: { NO_COLOR: "1" }, colorful: true },
  ])("colors: $name", ({ args, env, colorful }) => {
    const { stdout } = runCli(["lint", ...args, "bad.yaml"], { cwd: directory, env });
    expect(stdout.includes("\u001b[")).toBe(colorful);
  });

  test("standard output contains only the report, and standard error is empty", () => {
    const { stdout, stderr } = runCli(["lint", "--format", "json", "."], { cwd: directory });
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).toBe("");
  });

  test("a closed pipe ends the program without a message", async () => {
    const many = directoryWith(
      Object.fromEntries(Array.from({ length: 300 }, (_item, index) => [`${index}.yaml`, badAuthentication])),
    );
    const child = spawn(process.execPath, [resolve("dist/clustervet.cjs"), "lint", "."], { cwd: many });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((done) => child.once("close", done));
    expect(stderr).toBe("");
    expect(code).toBe(1);
  });
});
