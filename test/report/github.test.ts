import { expect, test } from "vitest";
import type { FileDiagnostic } from "../../src/diagnostic/diagnostic.ts";
import { reportGithub } from "../../src/report/github.ts";
import { diagnosticOf, rangeOf, reportOf } from "./report-of.ts";

const text = "kind: RoleBinding\nsubjects:\n- kind: Usr\n";
const base = { rule: "a/b", file: "f.yaml", message: "m" };

interface Case {
  readonly name: string;
  readonly diagnostic: Partial<FileDiagnostic>;
  readonly line: string;
  readonly workingDirectory?: string;
}

test.each<Case>([
  {
    name: "one line",
    diagnostic: { range: rangeOf(text, "Usr") },
    line: "::error file=f.yaml,line=3,endLine=3,col=9,endColumn=12,title=a/b::m",
  },
  {
    name: "several lines have no columns",
    diagnostic: { range: rangeOf(text, "subjects:\n- kind"), severity: "warning" },
    line: "::warning file=f.yaml,line=2,endLine=3,title=a/b::m",
  },
  { name: "a whole file", diagnostic: { severity: "info" }, line: "::notice file=f.yaml,title=a/b::m" },
  {
    name: "the repository's path",
    diagnostic: {},
    workingDirectory: "deploy",
    line: "::error file=deploy/f.yaml,title=a/b::m",
  },
  {
    name: "help is a line of the message",
    diagnostic: { help: "write this" },
    line: "::error file=f.yaml,title=a/b::m%0Ahelp: write this",
  },
  {
    name: "no text can start a workflow command",
    diagnostic: { message: "50%\r\n::error::x", file: "a,b:c%.yaml" },
    line: "::error file=a%2Cb%3Ac%25.yaml,title=a/b::50%25%0A\\u{3a}:error::x",
  },
])("$name", ({ diagnostic, workingDirectory, line }) => {
  const options = workingDirectory === undefined ? {} : { workingDirectory };
  expect(reportGithub(reportOf([diagnosticOf({ ...base, ...diagnostic })]), options)).toBe(`${line}\n`);
});

test("a clean run prints nothing", () => {
  expect(reportGithub(reportOf())).toBe("");
});
