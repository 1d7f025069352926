import { expect, test } from "vitest";
import type { ReportOptions } from "../../src/report/reporter.ts";
import { reportText } from "../../src/report/text.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const secret = "user: root\npassword: hunter2\nother: 1\n";
const sourceText = () => secret;

test("a sensitive value is masked in its range, in the lines around it and in related places", () => {
  const password = diagnosticOf({
    range: rangeOf(secret, "hunter2"),
    sensitive: true,
    related: [{ file: "a.yaml", range: rangeOf(secret, "hunter2"), message: "first given here" }],
  });
  const text = reportText(reportOf([password]), { sourceText });
  expect(text).toContain("2 | password: ********");
  expect(text).toContain("::: a.yaml:2:11: first given here");
  expect(text).not.toMatch(/hunter|other: 1/);
});

test("a sensitive range that ends early is masked to the end of its line", () => {
  const range = rangeOf(secret, "password");
  expect(reportText(reportOf([diagnosticOf({ range, sensitive: true })]), { sourceText })).not.toContain("hunter");
});

test("the sensitive spans of a file are masked in the frames of other diagnostics", () => {
  const { start, end } = rangeOf(secret, "hunter2");
  const options: ReportOptions = { sourceText, sensitiveSpans: () => [{ start: start.offset, end: end.offset }] };
  const user = diagnosticOf({
    range: rangeOf(secret, "root"),
    related: [{ file: "a.yaml", range: rangeOf(secret, "password"), message: "of this" }],
  });
  const text = reportText(reportOf([user]), options);
  expect(text.match(/password: \*{8}\n/g)).toHaveLength(2);
  expect(text).not.toContain("hunter");
});

test("the documentation of a rule is linked once", () => {
  const docs = "https://example.org/rule";
  const text = reportText(reportOf([diagnosticOf({ docs }), diagnosticOf({ docs })]));
  expect(text.split(docs)).toHaveLength(2);
});

test.each([
  { name: "a file without text", options: {} },
  { name: "a finding without a range", options: { sourceText } },
])("without a frame, only the header is printed: $name", ({ options }) => {
  const text = reportText(reportOf([diagnosticOf()]), options);
  expect(text).toMatch(/^rbac\/admins.yaml: error \[role-binding\/subject-kind\] must be .*\n {2}in subjects\[0\]/);
  expect(text).not.toContain(" | ");
});

test("files that were not vetted are grouped by reason and counted when they are many", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const files = [
    ...names.map((path) => ({ path, documents: 0, skipped: "Helm template" })),
    { path: "h", documents: 0, skipped: "too large" },
  ];
  const lines = reportText(reportOf([], { files })).split("\n");
  expect(lines).toContain("not vetted: a, b, c, d, e and 2 more (Helm template)");
  expect(lines).toContain("not vetted: h (too large)");
});

test("documents of unknown kinds are counted by kind", () => {
  const unknown = (value: string) => diagnosticOf({ rule: "kind/unknown", severity: "info", value });
  const linesOf = (values: readonly string[]) => reportText(reportOf(values.map(unknown))).split("\n");
  const nameless = "documents without kind";
  expect(linesOf([nameless])).toContain("not vetted: 1 document without kind (unknown kind)");
  expect(linesOf(["v1 Foo", nameless, nameless])).toContain(
    "not vetted: 2 documents without kind, 1 v1 Foo (unknown kind)",
  );
});

test.each([
  {
    name: "all counts",
    summary: { errors: 2, warnings: 1, infos: 3, files: 3, documents: 5, unknownKinds: 1, suppressed: 2 },
    line: "2 errors, 1 warning, 3 infos in 3 files (5 documents, 1 of unknown kind, 2 suppressed) for target 1.37, 41 ms",
  },
  {
    name: "no counts",
    summary: { files: 1, documents: 1, durationMs: 2345 },
    line: "no findings in 1 file (1 document) for target 1.37, 2.3 s",
  },
])("the summary line shows the counts of the run: $name", ({ summary, line }) => {
  expect(reportText(reportOf([], { summary }))).toBe(`${line}\n`);
});
