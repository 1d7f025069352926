/** `clustervet rules` and `clustervet kinds`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

test("rules lists the rules of all areas or of one", () => {
  const all = JSON.parse(runCli(["rules", "--format", "json"]).stdout) as { id: string; severity: string }[];
  expect(all.length).toBeGreaterThan(600);
  expect(all).toContainEqual({
    id: "pod/grace-period",
    severity: "warning",
    summary: "`terminationGracePeriodSeconds` is not negative",
  });
  const { stdout } = runCli(["rules", "cron-job"]);
  expect(
    stdout
      .split("\n")
      .filter(Boolean)
      .every((line) => line.startsWith("cron-job/")),
  ).toBe(true);
  expect(stdout).toContain("cron-job/never-fires");
});

test("an area without rules is an error with a suggestion", () => {
  const { stderr, code } = runCli(["rules", "cron-jobs"]);
  expect({ stderr, code }).toEqual({
    stderr: 'clustervet: no rule has the area "cron-jobs"\n  help: did you mean cron-job?\n',
    code: 2,
  });
});

test("the id of a rule in place of an area names the command that prints its page", () => {
  const { stderr, code } = runCli(["rules", "pod/images"]);
  expect(stderr).toContain("`clustervet explain pod/images` prints its page");
  expect(code).toBe(2);
});

test("kinds lists the kinds and versions of the target release", () => {
  const kindsOf = (...words: string[]) =>
    JSON.parse(runCli(["kinds", "--format", "json", ...words]).stdout) as { kind: string; versions: string[] }[];
  const versions = (kinds: readonly { kind: string; versions: string[] }[], kind: string) =>
    kinds.find((each) => each.kind === kind)?.versions;
  expect(versions(kindsOf(), "ValidatingAdmissionPolicy")).toContain("v1alpha1");
  expect(versions(kindsOf("--target", "1.30"), "MutatingAdmissionPolicy")).toBeUndefined();
  expect(versions(kindsOf("--target", "1.37"), "MutatingAdmissionPolicy")).toContain("v1");
});

test.each([
  { args: ["lint", "--nope"], help: "clustervet lint --help" },
  { args: ["merge", "kubelet", "--nope"], help: "clustervet merge kubelet --help" },
  { args: ["nope"], help: "clustervet --help" },
])("a wrong argument names the help of its command: $help", ({ args, help }) => {
  expect(runCli(args).stderr).toContain(`  help: \`${help}\` shows its options and examples`);
});

test("an unknown kind for --kind is an error with a suggestion, without a list of kinds", () => {
  const { stderr, code } = runCli(["lint", "--kind", "pod", "examples/good"]);
  expect({ stderr, code }).toEqual({ stderr: 'clustervet: unknown kind "pod"; did you mean Pod?\n', code: 2 });
});

test.each(["0", "false"])("FORCE_COLOR=%s does not turn on colors", (force) => {
  const { stdout } = runCli(["lint", "examples/broken"], { env: { FORCE_COLOR: force } });
  expect(stdout).not.toContain("\u001b");
});

test("a walk skips clustervet.yaml as settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-settings-"));
  writeFileSync(join(folder, "clustervet.yaml"), 'target: "1.34"\n');
  const { stdout } = runCli(["lint", "--format", "json", "."], { cwd: folder });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({
    files: [{ path: "clustervet.yaml", skipped: "settings of clustervet" }],
    diagnostics: [],
  });
});
