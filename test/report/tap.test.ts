import { expect, test } from "vitest";
import { reportTap } from "../../src/report/tap.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const binding = { document: 1, kind: "RoleBinding", namespace: "team-a", name: "admins" };
const report = reportOf(
  [
    diagnosticOf({ ...binding, range: rangeOf(text, "Usr"), help: 'did you mean "User"?' }),
    diagnosticOf({ document: 0, rule: "role/unused", severity: "warning", message: "nobody\ncan use it" }),
  ],
  {
    files: [
      { path: "rbac/#1.yaml", documents: 1 },
      { path: "rbac/admins.yaml", documents: 2, objects: [{ document: 0, kind: "Role", name: "admins" }, binding] },
      { path: "values.yaml", documents: 0, skipped: "Helm template" },
    ],
  },
);

test("the output matches the snapshot", async () => {
  await expect(reportTap(report)).toMatchFileSnapshot("outputs/report.tap");
});

test("a document is not ok from the fail level on", () => {
  const verdicts = (failLevel: "error" | "warning") =>
    reportTap(report, { failLevel })
      .split("\n")
      .filter((line) => /^(not )?ok/.test(line))
      .map((line) => line.startsWith("ok"));
  expect(verdicts("error")).toEqual([true, true, false, true]);
  expect(verdicts("warning")).toEqual([true, false, false, true]);
});
