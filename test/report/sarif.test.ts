import { expect, test } from "vitest";
import type { FileDiagnostic, Severity } from "../../src/diagnostic/diagnostic.ts";
import type { ReportOptions } from "../../src/report/reporter.ts";
import { reportSarif } from "../../src/report/sarif.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";
import { validateSarif } from "./schemas.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";

function runOf(diagnostics: readonly FileDiagnostic[], options: ReportOptions = {}) {
  const sarif = JSON.parse(reportSarif(reportOf(diagnostics), options));
  validateSarif(sarif);
  expect(validateSarif.errors).toBeNull();
  return sarif.runs[0];
}

const resultOf = (diagnostic: FileDiagnostic, options?: ReportOptions) => runOf([diagnostic], options).results[0];
const uriOf = (file: string, options?: ReportOptions) =>
  resultOf(diagnosticOf({ file }), options).locations[0].physicalLocation.artifactLocation;

test("the output matches the snapshot and the schema", async () => {
  const report = reportOf(
    [
      diagnosticOf({
        kind: "RoleBinding",
        name: "admins",
        range: rangeOf(text, "Usr"),
        help: 'did you mean "User"?',
        docs: "https://example.org/rules/role-binding/subject-kind",
        related: [{ file: "other file.yaml", range: rangeOf(text, "subjects"), message: "the list" }],
      }),
      diagnosticOf({ file: "broken.yaml", rule: "source/encoding", severity: "warning", path: [] }),
    ],
    {
      files: [
        { path: "rbac/admins.yaml", documents: 1 },
        { path: "values.yaml", documents: 0, skipped: "Helm template" },
      ],
    },
  );
  await expect(reportSarif(report)).toMatchFileSnapshot("outputs/report.sarif");
  expect(validateSarif(JSON.parse(reportSarif(report)))).toBe(true);
});

test("a clean run has an empty list of results", () => {
  expect(runOf([])).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
});

test.each([
  { name: "spaces and percent signs", file: "a b/50%.yaml", uri: "a%20b/50%25.yaml" },
  { name: "other alphabets", file: "名前.yaml", uri: "%E5%90%8D%E5%89%8D.yaml" },
  { name: "a colon does not make a scheme", file: "a:b.yaml", uri: "a%3Ab.yaml" },
  { name: "dots are resolved", file: "./a/../b.yaml", uri: "b.yaml" },
  { name: "below the repository's root", file: "b.yaml", workingDirectory: "deploy/prod", uri: "deploy/prod/b.yaml" },
  { name: "beside the current directory", file: "../b.yaml", workingDirectory: "deploy/prod/", uri: "deploy/b.yaml" },
])("URIs are relative to the repository: $name", ({ file, workingDirectory, uri }) => {
  expect(uriOf(file, workingDirectory === undefined ? {} : { workingDirectory })).toEqual({
    uri,
    uriBaseId: "%SRCROOT%",
  });
});

test.each([
  { file: "/etc/kubernetes/a b.yaml", uri: "file:///etc/kubernetes/a%20b.yaml" },
  { file: "C:/a.yaml", uri: "file:///C%3A/a.yaml" },
])("$file is outside of the repository and has an absolute URI", ({ file, uri }) => {
  expect(uriOf(file)).toEqual({ uri });
});

test("a diagnostic without a range has no region", () => {
  expect(resultOf(diagnosticOf()).locations[0].physicalLocation).not.toHaveProperty("region");
});

test("a result has at most as many related locations (maxRelated) as GitHub accepts", () => {
  const place = { file: "a.yaml", range: rangeOf(text, "Usr"), message: "here" };
  const { relatedLocations } = resultOf(diagnosticOf({ related: Array.from({ length: 1_200 }, () => place) }));
  expect(relatedLocations).toHaveLength(999);
});

test("rules are described by the catalog, or else by their id and their most severe finding", () => {
  const rules = new Map([["a/b", { summary: "b must hold", severity: "warning" as const }]]);
  const found = [
    diagnosticOf({ rule: "a/b" }),
    diagnosticOf({ rule: "c/d-e", severity: "info" }),
    diagnosticOf({ rule: "c/d-e", severity: "warning" }),
  ];
  const run = runOf(found, { rules });
  expect(run.tool.driver.rules).toMatchObject([
    { id: "a/b", shortDescription: { text: "b must hold" }, defaultConfiguration: { level: "warning" } },
    { id: "c/d-e", shortDescription: { text: "c: d e" }, defaultConfiguration: { level: "warning" } },
  ]);
  expect(run.results.map((result: { ruleIndex: number }) => result.ruleIndex)).toEqual([0, 1, 1]);
});

const fingerprint = (overrides: Partial<FileDiagnostic> = {}) =>
  resultOf(diagnosticOf(overrides)).partialFingerprints["clustervet/v1"];

test("a fingerprint survives edits elsewhere in the file", () => {
  expect(fingerprint({ range: rangeOf(text, "Usr"), document: 3 })).toBe(fingerprint());
});

test.each([
  { rule: "other/rule" },
  { file: "other.yaml" },
  { kind: "ClusterRoleBinding" },
  { name: "other" },
  { namespace: "other" },
  { path: ["subjects", 1, "kind"] },
  { message: "other" },
] satisfies readonly Partial<FileDiagnostic>[])("a fingerprint depends on %o", (overrides) => {
  expect(fingerprint(overrides)).not.toBe(fingerprint());
});

test("equal findings have numbered fingerprints", () => {
  const prints = runOf([diagnosticOf(), diagnosticOf()]).results.map(
    (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints["clustervet/v1"],
  );
  expect(prints[1]).toBe(prints[0].replace(/:1$/, ":2"));
});

test.each([
  {
    name: "as many results as GitHub keeps",
    infos: 4_000,
    errors: 1_000,
    results: 5_000,
    first: "note",
    notified: undefined,
  },
  {
    name: "more results than GitHub keeps",
    infos: 4_000,
    errors: 1_001,
    results: 5_001,
    first: "error",
    notified: /^5001 results/,
  },
  {
    name: "more results than GitHub accepts (maxResults)",
    infos: 25_000,
    errors: 3,
    results: 25_000,
    first: "error",
    notified: /3 least severe/,
  },
])("limits: $name", ({ infos, errors, results, first, notified }) => {
  const manyDiagnostics = (severity: Severity, amount: number) =>
    Array.from({ length: amount }, (_, index) => diagnosticOf({ severity, path: [index] }));
  const run = JSON.parse(
    reportSarif(reportOf([...manyDiagnostics("info", infos), ...manyDiagnostics("error", errors)])),
  ).runs[0];
  expect(run.results).toHaveLength(results);
  expect(run.results[0].level).toBe(first);
  const [notification] = run.invocations[0].toolExecutionNotifications;
  if (notified === undefined) expect(notification).toBeUndefined();
  else expect(notification.message.text).toMatch(notified);
});
