import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { admissionEnvironment } from "../../../src/cel-kubernetes/admission-environment.ts";
import { issueFindings, listAsCelGo, maxListedLength } from "../../../src/kinds/expression/issue-findings.ts";

const environment = admissionEnvironment("1.37", { params: false, reach: "portable" });
const issuesOf = (text: string) => compile(environment, text).issues;

test("each error of an expression is a finding, and the first has the server's text for all of them", () => {
  const text = "a &&\n  b";
  const list = [
    "ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a &&\n | ^",
    "ERROR: <input>:2:3: undeclared reference to 'b' (in container '')\n |   b\n | ..^",
  ].join("\n");
  expect(issueFindings(text, issuesOf(text))).toMatchObject([
    {
      message: "undeclared name 'a'",
      span: { start: 0, end: 1 },
      hides: [],
      serverText: expect.stringContaining(list),
    },
    { message: "undeclared name 'b'", span: { start: 7, end: 8 } },
  ]);
});

test("the server's text shows a long line with a hundred errors only a few times (maxListedLength)", () => {
  const text = Array.from({ length: 100 }, (_, index) => `x${String(index).padStart(150, "0")}`).join(" && ");
  const issues = issuesOf(text);
  expect(issues.length).toBe(100);
  const list = listAsCelGo(text, issues);
  expect(list.length).toBeLessThan(maxListedLength + 4 * text.length);
  expect(list.split("ERROR").length).toBeLessThan(5);
});

test("a line above 16 KB (maxShownLine) is not shown", () => {
  const text = `'${"x".repeat(17_000)}' == zz`;
  expect(listAsCelGo(text, issuesOf(text))).toBe(
    "ERROR: <input>:1:17007: undeclared reference to 'zz' (in container '')",
  );
});
