/**
 * Writes the results of suites as JUnit XML: suites are test suites, cases are test cases.
 *
 * @module
 */
import { formatPath } from "../diagnostic/path.ts";
import { visible } from "../report/visible.ts";
import { element, escapeXml } from "../report/xml.ts";
import { type CaseResult, countResults, type SuiteFileResult, type SuiteResult } from "./result.ts";

/** Reports a suite that was not run as a case with an error. */
export function reportSuitesJunit(results: readonly SuiteFileResult[], durationMs: number): string {
  const counts = countResults(results);
  const root = element("testsuites", {
    name: "clustervet",
    tests: counts.passed + counts.failed + counts.broken + counts.faults,
    failures: counts.failed,
    errors: counts.broken + counts.faults,
    time: (durationMs / 1000).toFixed(3),
  });
  const suites = results.flatMap((result) => [
    ...faultSuite(result),
    ...result.suites.flatMap((suite) => suiteXml(suite, result.file)),
  ]);
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root(suites), ""].join("\n");
}

function faultSuite({ file, faults }: SuiteFileResult): readonly string[] {
  if (faults.length === 0) return [];
  const cases = faults.flatMap(({ rule, message, range }) => {
    const place = `${file}${range ? `:${range.start.line}:${range.start.column}` : ""}`;
    const error = element("error", { message, type: rule })([escapeXml(visible(place))]);
    return element("testcase", { name: `${rule} at ${place}`, classname: file, file, time: 0 })(error);
  });
  return element("testsuite", { name: file, tests: faults.length, failures: 0, errors: faults.length, time: 0 })(cases);
}

function suiteXml({ name, cases }: SuiteResult, file: string): readonly string[] {
  const count = (outcome: CaseResult["outcome"]) => cases.filter((item) => item.outcome === outcome).length;
  const attributes = { name, tests: cases.length, failures: count("failed"), errors: count("broken"), time: 0 };
  return element("testsuite", { ...attributes, file })(cases.flatMap((item) => caseXml(item, name, file)));
}

function caseXml(item: CaseResult, suite: string, file: string): readonly string[] {
  const { name, area, outcome, range } = item;
  const open = element("testcase", { name, classname: `${suite}.${area}`, file, line: range.start.line, time: 0 });
  if (outcome === "passed") return open([]);
  const message = item.message ?? item.differences.map(({ path }) => `${formatPath(path)} differs`).join(", ");
  const tag = outcome === "failed" ? "failure" : "error";
  return open(element(tag, { message, type: area })([escapeXml(detailsOf(item, file))]));
}

function detailsOf({ differences, related, faultRange }: CaseResult, file: string): string {
  const { line, column } = faultRange.start;
  return [
    `${file}:${line}:${column}`,
    ...differences.flatMap(({ path, expected, found }) => [
      formatPath(path),
      ...expected.map((text) => `  - expected  ${text}`),
      ...found.map((text) => `  + found     ${text}`),
    ]),
    ...related.map(({ file: at, range, message }) => `${at}:${range.start.line}:${range.start.column}: ${message}`),
  ]
    .map(visible)
    .join("\n");
}
