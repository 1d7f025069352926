import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badAuthentication, goodAuthentication, warnedBinding } from "./documents.ts";
import { directoryWith, lintJson, runCli } from "./run-cli.ts";

const baseline = ["--baseline", "known.json"];

/** Returns a directory whose findings are all in the baseline. */
function knownDirectory(): string {
  const directory = directoryWith({ "bad.yaml": badAuthentication, "sub/warned.yaml": warnedBinding });
  const { code } = runCli(["lint", "sub", "bad.yaml", ...baseline, "--update-baseline"], { cwd: directory });
  expect(code).toBe(0);
  return directory;
}

test("findings of a baseline are left out and counted", () => {
  const directory = knownDirectory();
  const { code, report, stderr } = lintJson(directory, "sub", "bad.yaml", ...baseline);
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(report.diagnostics).toEqual([]);
  expect(report.summary).toMatchObject({ errors: 0, warnings: 0 });
  expect(report.summary.known).toBe(JSON.parse(readFileSync(join(directory, "known.json"), "utf8")).findings.length);
  const { stdout } = runCli(["lint", "sub", "bad.yaml", ...baseline], { cwd: directory });
  expect(stdout).toContain(`${report.summary.known} known`);
});

test("a new finding is reported, and known findings stay known when lines move", () => {
  const directory = knownDirectory();
  writeFileSync(join(directory, "bad.yaml"), `\n# moved\n${badAuthentication}`);
  writeFileSync(join(directory, "new.yaml"), badAuthentication);
  const { code, report } = lintJson(directory, "sub", "bad.yaml", "new.yaml", ...baseline);
  expect(code).toBe(1);
  expect(new Set(report.diagnostics.map(({ file }: { file: string }) => file))).toEqual(new Set(["new.yaml"]));
});

test("a baseline does not depend on the working directory", () => {
  const directory = knownDirectory();
  const { report } = lintJson(join(directory, "sub"), ".", "../bad.yaml", "--baseline", "../known.json");
  expect(report.diagnostics).toEqual([]);
});

test("entries without a finding are reported, and --update-baseline removes them", () => {
  const directory = knownDirectory();
  writeFileSync(join(directory, "bad.yaml"), goodAuthentication);
  const stale = runCli(["lint", ".", ...baseline], { cwd: directory });
  expect(stale.stderr).toMatch(/known\.json: \d+ of its findings are fixed; --update-baseline removes them/);
  runCli(["lint", "sub", "bad.yaml", ...baseline, "--update-baseline"], { cwd: directory });
  expect(runCli(["lint", "sub", "bad.yaml", ...baseline], { cwd: directory }).stderr).toBe("");
});

test("clustervet.yaml may name the baseline", () => {
  const directory = knownDirectory();
  writeFileSync(join(directory, "clustervet.yaml"), "baseline: known.json\n");
  expect(runCli(["lint", "sub", "bad.yaml"], { cwd: directory }).code).toBe(0);
});

test.each([
  { name: "a missing file", content: undefined, args: baseline },
  { name: "a file that is not JSON", content: "{", args: baseline },
  { name: "JSON that is not a baseline", content: '{"version": 2, "findings": []}', args: baseline },
  { name: "a directory", content: "directory", args: baseline },
  { name: "a baseline in a missing directory", content: undefined, args: ["--update-baseline"] },
])("$name: exit code 2 and a message", ({ content, args }) => {
  const directory = directoryWith({ "good.yaml": goodAuthentication });
  if (content === "directory") mkdirSync(join(directory, "known.json"));
  else if (content !== undefined) writeFileSync(join(directory, "known.json"), content);
  const { code, stderr } = runCli(["lint", "good.yaml", ...args], { cwd: directory });
  expect(code).toBe(2);
  expect(stderr).toContain("baseline");
  expect(existsSync(join(directory, "known.json"))).toBe(content !== undefined);
});
