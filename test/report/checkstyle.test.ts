import { expect, test } from "vitest";
import { reportCheckstyle } from "../../src/report/checkstyle.ts";
import { reportLine } from "../../src/report/line.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const report = reportOf([
  diagnosticOf({
    file: "rbac.yaml",
    range: rangeOf(text, "Usr"),
    help: 'did you mean "User"?',
    message: "must be < 3",
  }),
  diagnosticOf({ file: "rbac.yaml", severity: "info", rule: "kind/unknown", message: "skipped" }),
]);

test("Checkstyle lists each file with its findings and their help", () => {
  const [, , file, first, second] = reportCheckstyle(report).split("\n");
  expect(file).toBe('<file name="rbac.yaml">');
  expect(first).toContain(
    'line="3" column="9" severity="error" message="must be &lt; 3; did you mean &quot;User&quot;?"',
  );
  expect(second).toMatch(
    /^<error (?:line="1" column="1" )?severity="info" message="skipped" source="clustervet.kind\/unknown"\/>$/,
  );
});

test("the format line prints one line for each finding", () => {
  expect(reportLine(report).split("\n")[0]).toMatch(/^rbac\.yaml:3:9: error \[[\w/-]+\] must be < 3$/);
});
