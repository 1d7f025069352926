import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";
import { startProcess } from "./started-process.ts";

const rbac = readFileSync("examples/good/rbac.yaml", "utf8");
const authentication = readFileSync("examples/good/authentication.yaml", "utf8");
const suite = readFileSync("test/suite/failing.suite.yaml", "utf8");
const failingDirectory = () =>
  directoryWith({ "failing.suite.yaml": suite, "rbac.yaml": rbac, "authentication.yaml": authentication });

test("the example suite passes", () => {
  const { code, stdout, stderr } = runCli(["test", "examples"]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^ok +examples\/suites\/access\.suite\.yaml +access +\d+ cases\n/);
  expect(code).toBe(0);
});

test("failures are shown with the part that decided and the difference", async () => {
  const { code, stdout } = runCli(["test"], { cwd: failingDirectory() });
  expect(code).toBe(1);
  await expect(stdout.replace(/\d+ ms/, "N ms")).toMatchFileSnapshot("../suite/failing.txt");
});

test("JSON contains every case, its outcome and its place", () => {
  const { code, stdout } = runCli(["test", "--format", "json"], { cwd: failingDirectory() });
  const { version, files, summary } = JSON.parse(stdout);
  expect({ code, version }).toEqual({ code: 1, version: 1 });
  expect(summary).toMatchObject({ files: 1, suites: 1, passed: 1, failed: 4, broken: 0, faults: 0 });
  const [first] = files[0].suites[0].cases;
  expect(first).toMatchObject({
    area: "authentication",
    outcome: "failed",
    pointer: "/authentication/0/cases/0",
    line: 14,
  });
  expect(first.related[0].file).toBe("authentication.yaml");
});

test("JUnit has a test case for each case", () => {
  const directory = failingDirectory();
  runCli(["test", "--format", "junit", "-o", "report.xml"], { cwd: directory });
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });
  const { testsuites } = parser.parse(readFileSync(join(directory, "report.xml"), "utf8"));
  expect(testsuites).toMatchObject({ tests: "5", failures: "4", errors: "0" });
  expect(testsuites.testsuite.testcase).toHaveLength(5);
});

test("a filter selects cases; one that selects no case is an error", () => {
  const directory = failingDirectory();
  expect(runCli(["test", "--filter", "DEVELOPERS CAN DEPLOY"], { cwd: directory })).toMatchObject({ code: 0 });
  expect(runCli(["test", "--filter", "nothing"], { cwd: directory })).toMatchObject({ code: 2, stdout: "" });
});

test.each([
  { name: "a directory without suites", files: { "a.yaml": "kind: Other\n" }, args: [], message: "no suites here" },
  {
    name: "a file without a suite",
    files: { "a.yaml": "kind: Other\n" },
    args: ["a.yaml"],
    message: "contains no VetSuite",
  },
  {
    name: "a named file that only mentions suites",
    files: { "a.yaml": "kind: Other # not a VetSuite\n", "b.suite.yaml": suite },
    args: ["a.yaml", "b.suite.yaml"],
    message: "a.yaml: contains no VetSuite",
  },
  { name: "only a mention", files: { "a.yaml": "# VetSuite\n" }, args: [], message: "no suites here" },
  { name: "a missing file", files: {}, args: ["a.yaml"], message: "no such file" },
])("$name: exit code 2", ({ files, args, message }) => {
  const { code, stderr } = runCli(["test", ...args], { cwd: directoryWith(files) });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("an invalid suite causes exit code 2, and the error has its line", () => {
  const directory = directoryWith({ "a.suite.yaml": "apiVersion: clustervet/v1\nkind: VetSuit\n" });
  const { code, stdout } = runCli(["test"], { cwd: directory });
  expect(stdout).toContain("a.suite.yaml:2:7: error [kind/unknown-name]");
  expect(code).toBe(2);
});

test.each([
  {
    text: "apiVersion: clustervet.dev/v1\nkind: VetSuite\nlint: []\n",
    says: 'must have the `apiVersion` "clustervet/v1"',
  },
  { text: "apiVersion: v1\nkind: VetSuite\n", says: '"clustervet/v1"' },
  { text: "metadata: {\nkind: VetSuite\n", says: "[source/syntax]" },
])("a suite that can't run is not left out in silence: $says", ({ text, says }) => {
  const passing =
    "apiVersion: clustervet/v1\nkind: VetSuite\nexpressions:\n" +
    "  - {env: claims, cases: [{name: one, expression: '1', expect: {value: 1}}]}\n";
  const { code, stdout } = runCli(["test"], { cwd: directoryWith({ "a.yaml": passing, "b.yaml": text }) });
  expect(stdout).toContain("1 passed");
  expect(stdout).toContain("b.yaml:");
  expect(stdout).toContain(says);
  expect(code).toBe(2);
});

test("output that no terminal shows has colors only with --color always", () => {
  const directory = failingDirectory();
  expect(runCli(["test"], { cwd: directory }).stdout).not.toContain("\u001b[");
  expect(runCli(["test", "--color", "always"], { cwd: directory }).stdout).toContain("\u001b[");
});

test("--watch runs again when a file that a suite names changes, and ends with Ctrl-C", async () => {
  const directory = failingDirectory();
  const watching = startProcess(["test", "--watch", "--filter", "can deploy"], directory);
  await watching.shown(/1 passed[\s\S]*watching/);
  writeFileSync(join(directory, "rbac.yaml"), rbac.replace("verbs: [get, list, watch, patch]", "verbs: [get]"));
  await watching.shown(/changed: rbac\.yaml[\s\S]*1 failed[\s\S]*watching/);
  expect(await watching.interrupt()).toBe(1);
});
