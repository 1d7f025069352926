import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { badAuthentication } from "./documents.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const bundle = `${process.cwd()}/dist/clustervet.cjs`;
const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: r, namespace: prod}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`;
const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
`;
const directory = directoryWith({
  "bad.yaml": badAuthentication,
  "rbac.yaml": `${role}---\n${binding}`,
  "kubelet.yaml": "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n",
});

/** Each command that prints, with arguments that make it print. */
const commands = [
  ["lint", "bad.yaml"],
  ["lint", "-f", "json", "bad.yaml"],
  ["lint", "--help"],
  ["--version"],
  ["--help"],
  ["can-i", "get", "pods", "--as", "jane", "-n", "prod", "rbac.yaml"],
  ["can-i", "get", "pods", "--as", "jane", "-n", "prod", "-f", "json", "rbac.yaml"],
  ["who-can", "get", "pods", "-n", "prod", "rbac.yaml"],
  ["schema", "Pod"],
  ["explain", "Pod.spec"],
  ["explain", "schema/type"],
  ["kinds"],
  ["completion", "bash"],
  ["eval", "--env", "admission", "1 + 1"],
  ["merge", "kubelet", "--config", "kubelet.yaml"],
];

/** Runs the program from a shell that redirects its standard output. */
function runInShell(args: readonly string[], redirection: string) {
  const command = `"$0" "$@" ${redirection}`;
  const shell = ["-o", "pipefail", "-c", command, process.execPath, bundle, ...args];
  return spawnSync("bash", shell, { cwd: directory, encoding: "utf8" });
}

describe.skipIf(!existsSync("/dev/full"))("standard output that can't be written", () => {
  test.each(commands.map((args) => ({ args })))("full: $args", ({ args }) => {
    const { status, stderr } = runInShell(args, "> /dev/full");
    expect(stderr).toBe("clustervet: standard output can't be written: no space left on the device\n");
    expect(status).toBe(2);
  });

  // All commands write through the same function.
  test.each(commands.slice(0, 4).map((args) => ({ args })))("closed: $args", ({ args }) => {
    const { status, stderr } = runInShell(args, "| true");
    // If the pipe took all output before the reader ended, the program can't know that it was lost.
    expect([0, 1, 2]).toContain(status);
    expect(stderr).toBe("");
  });

  test("a reader that closes the pipe after one line causes exit code 2 without a message", () => {
    const { status, stderr, stdout } = runInShell(["schema", "Pod"], "| head -1");
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "{\n", stderr: "" });
  });

  test("a server whose log can't be written does not start", () => {
    const { status, stderr } = runInShell(
      ["serve", "--storage", "memory", "--secure-port", "0", "--data-dir", "data"],
      "> /dev/full",
    );
    expect(stderr).toContain("standard output can't be written: no space left on the device");
    expect(status).toBe(2);
  });
});

test("a slow reader gets all of a long text", () => {
  const { status, stdout } = runInShell(["schema", "Pod"], "| (sleep 0.3; cat)");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty("title");
});

test("standard error contains no commands of a build server, whatever the arguments contain", () => {
  for (const name of ["\n::error::x", "a\u001b[2J.yaml", "##vso[task.complete]", "##[error]x", "a\u202eb.yaml"]) {
    for (const args of [
      ["lint", name],
      ["lint", `--${name}`],
      ["lint", "--kind", name],
      ["can-i", name, name],
    ]) {
      const { code, stderr } = runCli(args, { cwd: directory });
      expect(code).toBe(2);
      expect(stderr).not.toMatch(/^\s*::|##\w*\[|[^\n\x20-\x7e]/m);
    }
  }
});

test.each([
  ["lint", "bad.yaml", "-o", "sarif"],
  ["test", "-o", "json"],
])("a format as the file of a text report is refused: %s", (...args) => {
  const { code, stderr } = runCli(args, { cwd: directory });
  const name = args.at(-1) ?? "";
  expect(stderr).toBe(`clustervet: --output is a file, not a format: the text would go into a file named "${name}"
  help: use --format ${name} for the format, or --output ./${name} for that file
`);
  expect(code).toBe(2);
  expect(existsSync(`${directory}/${name}`)).toBe(false);
});

test.each([
  ["lint", "bad.yaml", "-o", "./bad.yaml"],
  ["report", "bad.yaml", "-o", "bad.yaml"],
  ["test", "bad.yaml", "-o", "bad.yaml"],
])("a report does not replace a file that it is about: %s %s", (...args) => {
  const before = readFileSync(`${directory}/bad.yaml`, "utf8");
  const { code, stderr } = runCli(args, { cwd: directory });
  expect(stderr).toBe(`clustervet: --output ${args.at(-1)}: is an input, and the report would replace it\n`);
  expect(code).toBe(2);
  expect(readFileSync(`${directory}/bad.yaml`, "utf8")).toBe(before);
});

test("a file may have the name of the report's format", () => {
  expect(runCli(["lint", "bad.yaml", "-f", "json", "-o", "json"], { cwd: directory }).stderr).toBe("");
  expect(existsSync(`${directory}/json`)).toBe(true);
});
