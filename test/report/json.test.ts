import { expect, test } from "vitest";
import { type JsonReport, reportJson } from "../../src/report/json.ts";
import type { ReportOptions } from "../../src/report/reporter.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";
import { validateReport } from "./schemas.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";

function output(diagnostic = diagnosticOf(), options: ReportOptions = {}): JsonReport {
  const report = JSON.parse(reportJson(reportOf([diagnostic]), options));
  validateReport(report);
  expect(validateReport.errors).toBeNull();
  return report;
}

test("the output matches the snapshot and the schema", async () => {
  const diagnostic = diagnosticOf({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    name: "admins",
    namespace: "team-a",
    range: rangeOf(text, "Usr"),
    help: 'did you mean "User"?',
    docs: "https://example.org/rules/role-binding/subject-kind",
    value: "Usr",
    related: [{ file: "other.yaml", range: rangeOf(text, "subjects"), message: "the list" }],
  });
  const report = reportOf([diagnostic], {
    files: [
      { path: "rbac/admins.yaml", documents: 1, objects: [diagnostic] },
      { path: "values.yaml", documents: 0, skipped: "Helm template" },
    ],
  });
  await expect(reportJson(report)).toMatchFileSnapshot("outputs/report.json");
  expect(validateReport(JSON.parse(reportJson(report)))).toBe(true);
});

test("a diagnostic without a range has no line", () => {
  expect(output().diagnostics[0]).not.toHaveProperty("line");
});

test("a null value is printed, and a sensitive value is not", () => {
  expect(output(diagnosticOf({ value: null })).diagnostics[0]?.value).toBeNull();
  expect(output(diagnosticOf({ value: "hunter2", sensitive: true })).diagnostics[0]).not.toHaveProperty("value");
});

test("keys of the path are escaped in the pointer", () => {
  const [diagnostic] = output(diagnosticOf({ path: ["labels", "a/b~c", 0] })).diagnostics;
  expect(diagnostic).toMatchObject({ path: 'labels["a/b~c"][0]', pointer: "/labels/a~1b~0c/0" });
});

test("a rule without an address has one below docsBase", () => {
  const docsBase = "https://example.org/rules/";
  expect(output(diagnosticOf(), { docsBase }).diagnostics[0]?.docs).toBe(`${docsBase}role-binding/subject-kind`);
  expect(output(diagnosticOf({ docs: "https://own" }), { docsBase }).diagnostics[0]?.docs).toBe("https://own");
});

test("the schema rejects additional fields, incomplete ranges and unknown causes", () => {
  const report = output();
  expect(validateReport({ ...report, extra: 1 })).toBe(false);
  expect(validateReport({ ...report, diagnostics: [{ ...report.diagnostics[0], line: 1 }] })).toBe(false);
  expect(validateReport({ ...report, diagnostics: [{ ...report.diagnostics[0], cause: "other" }] })).toBe(false);
});
