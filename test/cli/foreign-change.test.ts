import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { badAuthentication, goodAuthentication } from "./documents.ts";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const secret = "hunter2";
/**
 * Files that a machine may have outside of the repository. They have syntax errors, so that a report about them would
 * quote their secret; one file name is a secret, too.
 */
const hostDirectory = directoryWith({
  "secret.yaml": `kind: [${secret}\n`,
  "d/secret.yaml": `${secret}: [\n`,
  [`d/${secret}.yaml`]: "",
});

/** Creates a repository with a project file, and with links to the files of the host and to a device. */
function repository(settings: string): string {
  const directory = directoryWith({ "a.yaml": goodAuthentication, "clustervet.yaml": settings });
  mkdirSync(join(directory, ".git"));
  symlinkSync(join(hostDirectory, "secret.yaml"), join(directory, "link.yaml"));
  symlinkSync(join(hostDirectory, "d"), join(directory, "linked"));
  symlinkSync("/dev/zero", join(directory, "zero.yaml"));
  execFileSync("mkfifo", [join(directory, "pipe.yaml")]);
  return directory;
}

const parentPath = "../".repeat(20);
const outside = (name: string) => `${parentPath}${relative("/", join(hostDirectory, name))}`;

describe("paths in the project file that lead out of its directory or to a pipe", () => {
  const places = ["link.yaml", "linked/secret.yaml", outside("secret.yaml"), "zero.yaml", "pipe.yaml"];
  const settings = places.flatMap((place) => [
    `schemaLocations: ['${place}']`,
    `policies: ['${place}']`,
    `baseline: '${place}'`,
    `nodeAgents: [{config: '${place}'}]`,
  ]);
  const folders = ["linked", outside("d")].flatMap((place) => [
    `root: '${place}'`,
    `schemaLocations: ['${place}']`,
    `policies: ['${place}']`,
    `policies: ['${place}/*.yaml']`,
    `nodeAgents: [{configDir: '${place}'}]`,
  ]);

  test.each([...settings, ...folders])("%s", (line) => {
    const { code, stdout, stderr } = runCli(["lint", "a.yaml"], { cwd: repository(line) });
    expect(stdout + stderr).not.toContain(secret);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/is outside of the directory of the project file|not a regular file|out of the repository/);
  });

  test("the command line may name files outside of the directory", () => {
    const directory = repository("{}");
    expect(runCli(["lint", "link.yaml"], { cwd: directory }).stdout).toContain(secret);
    expect(runCli(["lint", "a.yaml", "--root", "linked"], { cwd: directory }).code).toBe(0);
  });

  test("a project file that links out of its directory or to a device is an error", () => {
    for (const [name, target] of [
      ["clustervet.yaml", join(hostDirectory, "secret.yaml")],
      ["clustervet.yml", "/dev/zero"],
    ] as const) {
      const directory = directoryWith({ "a.yaml": goodAuthentication });
      symlinkSync(target, join(directory, name));
      const { code, stderr } = runCli(["lint", "a.yaml"], { cwd: directory });
      expect(stderr).not.toContain(secret);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("the project file") });
    }
  });

  test("a suite reads no file outside of its repository", () => {
    const suite = (file: string) => `apiVersion: clustervet/v1
kind: VetSuite
lint:
  - files: ['${file}']
    cases: [{name: c, expect: {findings: []}}]
`;
    const files = [outside("secret.yaml"), join(hostDirectory, "secret.yaml"), outside("d"), join(hostDirectory, "d")];
    for (const file of ["link.yaml", "linked", "zero.yaml", "pipe.yaml", ...files]) {
      const directory = repository("{}");
      writeFileSync(join(directory, "a.suite.yaml"), suite(file));
      const { code, stdout, stderr } = runCli(["test", "a.suite.yaml"], { cwd: directory });
      expect(stdout + stderr).not.toContain(secret);
      expect(code).toBe(2);
      const why = file === "pipe.yaml" ? "not a regular file" : "it is outside of the repository of the suite";
      expect(stdout).toContain(`can't be read: ${why}`);
    }
  });
});

describe("files of other programs", () => {
  const foreign = {
    "tsconfig.json": '{\n  // a comment\n  "compilerOptions": {},\n}\n',
    "package.json": '{"name": "a"}',
    "compose.yaml": "services:\n  web: {image: a}\n",
    "list.json": "[1, 2]",
    "broken.yaml": "a: [\n",
    "clustervet.yaml": "failLevel: error\n",
    "known.json": '{"version": 1, "findings": []}',
  };

  test("never fail a walk that finds them; named as paths, they are errors", () => {
    const directory = directoryWith({ ...foreign, "a.yaml": goodAuthentication });
    runCli(["lint", "a.yaml", "-f", "json", "-o", "report.json"], { cwd: directory });
    runCli(["lint", "a.yaml", "-f", "sarif", "-o", "report.sarif.json"], { cwd: directory });
    const { code, report } = lintJson(directory);
    expect({ code, errors: report.summary.errors }).toEqual({ code: 0, errors: 0 });
    const passed = report.files.filter(({ skipped }: { skipped?: string }) => skipped !== undefined);
    expect(passed.map(({ path }: { path: string }) => path)).toEqual([
      "broken.yaml",
      "clustervet.yaml",
      "tsconfig.json",
    ]);
    const { stdout } = runCli(["lint"], { cwd: directory });
    expect(stdout).toContain("3 files not vetted");
    expect(stdout).toContain("1 document that is not an object (unknown kind)");
    for (const { path } of passed.filter(({ path }: { path: string }) => path !== "clustervet.yaml"))
      expect(lintJson(directory, path).code).toBe(1);
  });

  test.each([
    { name: "a broken manifest", text: "apiVersion: v1\nkind: [\n" },
    { name: "a document beside a manifest", text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\na: [\n" },
  ])("$name is vetted", ({ text }) => {
    expect(lintJson(directoryWith({ "a.yaml": text })).code).toBe(1);
  });
});

describe("arguments that would silently give a wrong answer", () => {
  const directory = directoryWith({
    "manifests/role.yaml":
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules: []\n",
  });

  test.each([
    { args: ["get", "secrets", "manifest"], help: "--name manifest" },
    { args: ["get", "secrets", "manifest", "manifests/"], help: "did you mean manifests?" },
  ])("can-i $args is rejected", ({ args, help }) => {
    const { code, stdout, stderr } = runCli(["can-i", ...args, "--as", "jane"], { cwd: directory });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(help);
  });

  test("an argument before a path is the name of an object", () => {
    const { code, stdout } = runCli(["can-i", "get", "secrets", "web", "manifests/", "--as", "jane"], {
      cwd: directory,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("web") });
  });
});

test("--quiet prints nothing on success", () => {
  const directory = directoryWith({ "good.yaml": goodAuthentication, "bad.yaml": badAuthentication });
  const silent = runCli(["lint", "-q", "good.yaml"], { cwd: directory });
  expect(silent).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(runCli(["lint", "-q", "bad.yaml"], { cwd: directory }).stdout).toContain("1 error");
  expect(runCli(["lint", "-q", "-f", "json", "good.yaml"], { cwd: directory }).stdout).toContain("version");
});

test("a cache entry that was changed is ignored", () => {
  const directory = directoryWith({ "bad.yaml": badAuthentication });
  const lintWithCache = () => lintJson(directory, "--cache", "--cache-location", "cache", "bad.yaml");
  const first = lintWithCache();
  const [entry = ""] = readdirSync(join(directory, "cache"));
  const path = join(directory, "cache", entry);
  const kept = readFileSync(path, "utf8");
  expect(lintWithCache().report.diagnostics).toEqual(first.report.diagnostics);
  for (const forged of [kept.replace(/"diagnostics":\[.*?\]/s, '"diagnostics":[]'), kept.slice(0, -10), "{}", ""]) {
    writeFileSync(path, forged);
    expect(lintWithCache()).toMatchObject({ code: 1, report: { diagnostics: first.report.diagnostics } });
  }
});
