import { expect, test } from "vitest";
import { reportGitlab } from "../../src/report/gitlab.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const at = { range: rangeOf(text, "Usr"), help: 'did you mean "User"?' };

test("the output matches the snapshot", async () => {
  const report = reportOf([diagnosticOf(at), diagnosticOf({ severity: "warning", rule: "role-binding/unused" })]);
  await expect(reportGitlab(report)).toMatchFileSnapshot("outputs/report.gitlab.json");
});

test("a clean run gives an empty array, since GitLab would otherwise keep the last one", () => {
  expect(reportGitlab(reportOf())).toBe("[]\n");
});

test("similar findings have different fingerprints, which stay the same when lines move", () => {
  const fingerprints = (...ranges: string[]) =>
    JSON.parse(reportGitlab(reportOf(ranges.map((word) => diagnosticOf({ range: rangeOf(text, word) }))))).map(
      ({ fingerprint }: { fingerprint: string }) => fingerprint,
    );
  const [first, second] = fingerprints("Usr", "subjects");
  expect(first).not.toBe(second);
  expect(fingerprints("RoleBinding")).toEqual([first]);
});

test("paths are relative to the repository", () => {
  const [finding] = JSON.parse(reportGitlab(reportOf([diagnosticOf()]), { workingDirectory: "deploy" }));
  expect(finding.location).toEqual({ path: "deploy/rbac/admins.yaml", lines: { begin: 1, end: 1 } });
});
