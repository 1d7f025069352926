import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: prod\n  labels: {a: true}\ndata:\n";
const line = `  k%: ${"x".repeat(90)}\n`;
/** About 200 KiB, with one finding that `--fix` corrects. */
const largeText = head + Array.from({ length: 2000 }, (_, index) => line.replace("%", String(index))).join("");
const fixedText = largeText.replace("a: true", 'a: "true"');

/**
 * Runs the program with a limit on the size of files, in KiB: a larger write fails in the middle, as on a full disk.
 */
function failedAfter(kibibytes: number, cwd: string, args: readonly string[]) {
  const shell = [
    "-c",
    `ulimit -f ${kibibytes}; exec "$0" "$@"`,
    process.execPath,
    resolve("dist/clustervet.cjs"),
    ...args,
  ];
  return spawnSync("bash", shell, { cwd, encoding: "utf8" });
}

describe("a write that fails or is killed leaves the old content whole", () => {
  const places = [0, 1, 8, 64, 150];

  test.each(places)("--fix, after %d KiB", (kibibytes) => {
    const directory = directoryWith({ "a.yaml": largeText });
    const { status } = failedAfter(kibibytes, directory, ["lint", "--fix", "a.yaml"]);
    expect([0, 1]).not.toContain(status);
    expect(readFileSync(join(directory, "a.yaml"), "utf8")).toBe(largeText);
  });

  test.each(places.slice(0, -1))("--output and --baseline, after %d KiB", (kibibytes) => {
    const findings = Array.from({ length: 4000 }, (_, index) => `  l${index}: 1\n`).join("");
    const directory = directoryWith({
      "a.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: prod\ndata:\n${findings}`,
      "report.json": "old report",
      "known.json": '{"version": 1, "findings": []}',
    });
    const args = ["lint", "a.yaml", "-f", "json", "-o", "report.json"];
    expect([0, 1]).not.toContain(failedAfter(kibibytes, directory, args).status);
    expect(readFileSync(join(directory, "report.json"), "utf8")).toBe("old report");
    const update = ["lint", "a.yaml", "--baseline", "known.json", "--update-baseline"];
    expect([0, 1]).not.toContain(failedAfter(kibibytes, directory, update).status);
    expect(readFileSync(join(directory, "known.json"), "utf8")).toBe('{"version": 1, "findings": []}');
  });

  test.each(places)("a file with two hard links, after %d KiB: the file or a copy has the old content", (kibibytes) => {
    const directory = directoryWith({ "a.yaml": largeText });
    linkSync(join(directory, "a.yaml"), join(directory, "b.yaml"));
    failedAfter(kibibytes, directory, ["lint", "--fix", "a.yaml"]);
    const contents = readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
    expect(contents).toContain(largeText);
  });
});

test.each([1, 2, 3, 4, 5])(
  "a run that is killed at the first change of the folder leaves the old content or the new (%d)",
  async () => {
    const directory = directoryWith({ "a.yaml": largeText });
    const program = [resolve("dist/clustervet.cjs"), "lint", "--fix", "a.yaml"];
    const child = spawn(process.execPath, program, { cwd: directory, stdio: "ignore" });
    const watcher = watch(directory, () => child.kill("SIGKILL"));
    const [, signal] = await once(child, "exit");
    watcher.close();
    const content = readFileSync(join(directory, "a.yaml"), "utf8");
    if (signal === "SIGKILL") expect([largeText, fixedText]).toContain(content);
    else expect(content).toBe(fixedText);
  },
);

describe("properties of a file that a write keeps", () => {
  test("the mode and the links, with no files left over", () => {
    const directory = directoryWith({ "real/a.yaml": largeText, "b.yaml": largeText });
    chmodSync(join(directory, "real/a.yaml"), 0o640);
    symlinkSync("real/a.yaml", join(directory, "a.yaml"));
    linkSync(join(directory, "b.yaml"), join(directory, "c.yaml"));
    expect(runCli(["lint", "--fix", "a.yaml", "b.yaml"], { cwd: directory }).code).toBe(0);
    expect(lstatSync(join(directory, "a.yaml")).isSymbolicLink()).toBe(true);
    expect(statSync(join(directory, "real/a.yaml")).mode & 0o777).toBe(0o640);
    expect(statSync(join(directory, "c.yaml")).nlink).toBe(2);
    for (const name of ["real/a.yaml", "b.yaml", "c.yaml"]) {
      expect(readFileSync(join(directory, name), "utf8")).toBe(fixedText);
    }
    expect([readdirSync(directory), readdirSync(join(directory, "real"))]).toEqual([
      ["a.yaml", "b.yaml", "c.yaml", "real"],
      ["a.yaml"],
    ]);
  });

  test.skipIf(process.getuid?.() !== 0)("the owner (only root can give files away)", () => {
    const directory = directoryWith({ "a.yaml": largeText });
    const path = join(directory, "a.yaml");
    chownSync(path, 1234, 2345);
    expect(runCli(["lint", "--fix", "a.yaml"], { cwd: directory }).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(fixedText);
    const { uid, gid } = statSync(path);
    expect({ uid, gid }).toEqual({ uid: 1234, gid: 2345 });
  });

  test("a report can be written through a dangling link and to a device", () => {
    const directory = directoryWith({ "a.yaml": head });
    symlinkSync("later.json", join(directory, "report.json"));
    runCli(["lint", "a.yaml", "-f", "json", "-o", "report.json"], { cwd: directory });
    expect(JSON.parse(readFileSync(join(directory, "later.json"), "utf8"))).toMatchObject({ version: 1 });
    expect(runCli(["lint", "a.yaml", "-o", "/dev/null"], { cwd: directory }).stderr).toBe("");
  });
});
