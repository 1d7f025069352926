import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import type { Severity } from "../../src/diagnostic/diagnostic.ts";
import { reportJunit } from "../../src/report/junit.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  htmlEntities: true,
  isArray: (name) => name === "testsuite" || name === "testcase",
});

const binding = { document: 1, kind: "RoleBinding", namespace: "team-a", name: "admins" };
const report = reportOf(
  [
    diagnosticOf({ ...binding, range: rangeOf(text, "Usr"), help: 'did you mean "User"?' }),
    diagnosticOf({ ...binding, rule: "role-binding/unused", severity: "warning", message: "nobody can use it" }),
  ],
  {
    files: [
      { path: "rbac/admins.yaml", documents: 3, objects: [{ document: 0, kind: "Role", name: "admins" }, binding] },
      { path: "values.yaml", documents: 0, skipped: "Helm template" },
    ],
  },
);

test("the output matches the snapshot", async () => {
  await expect(reportJunit(report)).toMatchFileSnapshot("outputs/report.junit.xml");
});

test("JUnit has a suite for each file and a case for each document", () => {
  const { testsuites } = parser.parse(reportJunit(report));
  expect(testsuites).toMatchObject({ tests: "4", failures: "1", errors: "0", skipped: "1", time: "0.041" });
  const [admins, values] = testsuites.testsuite;
  expect(admins).toMatchObject({ name: "rbac/admins.yaml", tests: "3", failures: "1" });
  expect(admins.testcase.map(({ name }: { name: string }) => name)).toEqual([
    "Role admins",
    "RoleBinding team-a/admins",
    "document 3",
  ]);
  expect(values.testcase[0].skipped).toEqual({ message: "Helm template" });
});

test.each<{ failLevel: Severity; message: string; others: boolean }>([
  { failLevel: "error", message: diagnosticOf().message, others: true },
  { failLevel: "warning", message: `${diagnosticOf().message} (and 1 more)`, others: false },
])("a document fails from $failLevel on", ({ failLevel, message, others }) => {
  const { testsuites } = parser.parse(reportJunit(report, { failLevel }));
  const failing = testsuites.testsuite[0].testcase[1];
  expect(failing.failure).toMatchObject({ message, type: "role-binding/subject-kind" });
  expect(failing.failure["#text"]).toContain("rbac/admins.yaml:3:9: error [role-binding/subject-kind]");
  expect("system-out" in failing).toBe(others);
});

test("documents with the same identity have different names", () => {
  const twice = reportOf([], { files: [{ path: "a", documents: 2, objects: [binding, { ...binding, document: 0 }] }] });
  const { testsuites } = parser.parse(reportJunit(twice));
  expect(testsuites.testsuite[0].testcase.map(({ name }: { name: string }) => name)).toEqual([
    "RoleBinding team-a/admins",
    "RoleBinding team-a/admins (document 2)",
  ]);
});

test("a file that only a diagnostic names has a suite", () => {
  const { testsuites } = parser.parse(reportJunit(reportOf([diagnosticOf({ file: "other.yaml" })], { files: [] })));
  expect(testsuites.testsuite).toMatchObject([{ name: "other.yaml", tests: "1", failures: "1" }]);
});

test("markup, line breaks and characters that XML does not allow are escaped, and an attribute is one line", () => {
  const message = `<&>"']]>\n\t\u0001\ud800\ufffe`;
  const output = reportJunit(reportOf([diagnosticOf({ message })]));
  const { testsuites } = parser.parse(output);
  expect(testsuites.testsuite[0].testcase[0].failure.message).toBe(String.raw`<&>"']]>\n\t\u{1}\u{d800}�`);
  expect(output).toContain('message="&lt;&amp;&gt;&quot;&apos;]]&gt;\\n\\t\\u{1}\\u{d800}\ufffd"');
});
