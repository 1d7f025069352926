import { expect, test } from "vitest";
import { reportGitlab } from "../../src/report/gitlab.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const at = { range: rangeOf(text, "Usr"), help: 'did you mean "User"?' };

test("the whole output", async () => {
  const report = reportOf([diagnosticOf(at), diagnosticOf({ severity: "warning", rule: "role-binding/unused" })]);
  await expect(reportGitlab(report)).toMatchFileSnapshot("outputs/report.gitlab.json");
});

test("a clean run is an empty array, or GitLab would keep the last one", () => {
  expect(reportGitlab(reportOf())).toBe("[]\n");
});

test("like findings have different fingerprints, which stay when lines move", () => {
  const fingerprints = (...ranges: string[]) =>
    JSON.parse(reportGitlab(reportOf(ranges.map((word) => diagnosticOf({ range: rangeOf(text, word) }))))).map(
      ({ fingerprint }: { fingerprint: string }) => fingerprint,
    );
  const [first, second] = fingerprints("Usr", "subjects");
  expect(first).not.toBe(second);
  expect(fingerprints("RoleBinding")).toEqual([first]);
});

test("paths are the repository's", () => {
  const [finding] = JSON.parse(reportGitlab(reportOf([diagnosticOf()]), { workingDirectory: "deploy" }));
  expect(finding.location).toEqual({ path: "deploy/rbac/admins.yaml", lines: { begin: 1, end: 1 } });
});
