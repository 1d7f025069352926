/** The single executable behaves like the package, without Node and without other files. */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { badAuthentication, unknownResource } from "../cli/documents.ts";
import { directoryWith, runProcess } from "../cli/run-cli.ts";
import { isBuilt, program, runBinary } from "./program.ts";

const withoutDuration = (text: string) => text.replace(/, \d+ ms/, "");
/** So many files that a thread reads them ahead. */
const manyFiles = 1001;

describe.skipIf(!isBuilt)("npm run binary", () => {
  test.each([
    [["lint"]],
    [["lint", "-f", "html"]],
    [["explain", "pod/port-names"]],
    [["explain", "DaemonSet.spec"]],
    [["rules", "pod"]],
    [["kinds", "--format", "json"]],
    [["eval", "1 +"]],
    [["serve", "--secure-port", "none"]],
  ])("%j has the output and the exit code of the package", (args) => {
    const cwd = directoryWith({ "authentication.yaml": badAuthentication, "role.yaml": unknownResource });
    const { code, stdout, stderr } = runBinary(args, cwd);
    const expected = runProcess(args, { cwd });
    expect(withoutDuration(stdout)).toBe(withoutDuration(expected.stdout));
    expect(stderr).toBe(expected.stderr);
    expect(code).toBe(expected.code);
  });

  test("lint reads more than a thousand files, for which it starts a thread", () => {
    const document = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n";
    const names = Array.from({ length: manyFiles }, (_, index) => `${index}.yaml`);
    const cwd = directoryWith(Object.fromEntries(names.map((name) => [name, document])));
    expect(runBinary(["lint"], cwd)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^no findings in 1001 files/),
      stderr: "",
    });
  });

  test("a renamed copy runs alone and leaves no other files in its folder", () => {
    const cwd = directoryWith({});
    const copy = join(cwd, "kubectl-vet");
    copyFileSync(program, copy);
    expect(runBinary(["--version"], cwd, copy).stdout).toMatch(/^\d/);
    expect(readdirSync(cwd)).toEqual(["kubectl-vet"]);
  });

  test("serve without lmdb beside the executable reports the missing package and the storages that need no package", () => {
    const cwd = directoryWith({});
    const copy = join(cwd, "clustervet");
    copyFileSync(program, copy);
    const { code, stderr } = runBinary(["serve", "--data-dir", "data"], cwd, copy);
    expect(code).toBe(2);
    expect(stderr).toContain("the package lmdb, which keeps objects on disk, is not installed");
    expect(stderr).toContain("--storage memory or etcd");
  });

  test("envtest reports that it needs the npm package", () => {
    const { code, stderr } = runBinary(["envtest", "path"], directoryWith({}));
    expect(code).toBe(2);
    expect(stderr).toContain("install clustervet with npm");
  });

  test("serve --storage memory becomes ready, and exits with 0 after SIGTERM", { timeout: 120_000 }, async () => {
    const cwd = directoryWith({});
    const args = ["serve", "--storage", "memory", "--secure-port", "0", "--data-dir", "data", "--ready-file", "ready"];
    const server = spawn(program, args, { cwd, stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    while (!existsSync(join(cwd, "ready")) && server.exitCode === null) await pause(50);
    expect(readFileSync(join(cwd, "ready"), "utf8")).toMatch(/^https:/);
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
