/**
 * Writes JUnit XML for build servers: a suite for each file and a case for each document.
 *
 * @module
 */
import { type FileDiagnostic, isAtLeast, type Report, type Severity } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { type DocumentCase, documentCases, type FileSuite, fileSuites } from "./document-cases.ts";
import type { ReportOptions } from "./reporter.ts";
import { visible, visibleLines } from "./visible.ts";
import { element, escapeXml } from "./xml.ts";

/**
 * A document fails if it has a diagnostic at or above `failLevel`. It then has one `failure` that lists all of these,
 * since several readers accept only one. Its other diagnostics are in `system-out`.
 */
export function reportJunit(report: Report, options: ReportOptions = {}): string {
  const suites = fileSuites(report).map((suite) => junitSuite(suite, options.failLevel ?? "error"));
  const total = (name: keyof Counts) => suites.reduce((sum, { counts }) => sum + counts[name], 0);
  const root = element("testsuites", {
    name: report.tool.name,
    ...{ tests: total("tests"), failures: total("failures"), errors: 0, skipped: total("skipped") },
    time: (report.summary.durationMs / 1000).toFixed(3),
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root(suites.flatMap(({ lines }) => lines)), ""].join("\n");
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
}

function junitSuite(suite: FileSuite, failLevel: Severity): { lines: readonly string[]; counts: Counts } {
  const { file } = suite;
  const cases = documentCases(suite);
  const failures = cases.filter((each) => each.diagnostics.some(({ severity }) => isAtLeast(severity, failLevel)));
  const counts = {
    tests: cases.length + (file.skipped === undefined ? 0 : 1),
    failures: failures.length,
    skipped: file.skipped === undefined ? 0 : 1,
  };
  const skipped =
    file.skipped === undefined
      ? []
      : element("testcase", caseAttributes("file", file.path))(element("skipped", { message: file.skipped })([]));
  const around = element("testsuite", { name: file.path, ...counts, errors: 0, time: 0 });
  const lines = around([...skipped, ...cases.flatMap((each) => junitCase(each, file.path, failLevel))]);
  return { lines, counts };
}

function junitCase({ name, diagnostics }: DocumentCase, path: string, failLevel: Severity): readonly string[] {
  const failing = diagnostics.filter(({ severity }) => isAtLeast(severity, failLevel));
  const others = diagnostics.filter(({ severity }) => !isAtLeast(severity, failLevel));
  const [first] = failing;
  const more = failing.length > 1 ? ` (and ${failing.length - 1} more)` : "";
  const failure = first && element("failure", { message: first.message + more, type: first.rule });
  return element(
    "testcase",
    caseAttributes(name, path),
  )([
    ...(failure?.(failing.map(describe)) ?? []),
    ...(others.length > 0 ? element("system-out", {})(others.map(describe)) : []),
  ]);
}

/** `time` is 0, because documents are not timed individually and some readers reject a case without it. */
function caseAttributes(name: string, path: string) {
  return { name, classname: path, file: path, time: 0 };
}

/** Returns a diagnostic as text: place, severity, message, path and help. */
function describe(diagnostic: FileDiagnostic): string {
  const { file, range, severity, rule, message, path, help } = diagnostic;
  const place = range === undefined ? file : `${file}:${range.start.line}:${range.start.column}`;
  const first = visible(`${place}: ${severity} [${rule}] ${message}`);
  const field = path.length === 0 ? "" : `\n  at ${visible(formatPath(path))}`;
  return escapeXml(`${first}${field}${help === undefined ? "" : `\n  help: ${visibleLines(help)}`}`);
}
