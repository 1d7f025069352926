/**
 * Writes the results of suites as JSON, version 1. Later releases may add fields, but never change existing ones.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";
import { formatPath, formatPointer } from "../diagnostic/path.ts";
import { printableJson } from "../report/visible.ts";
import { type CaseResult, countResults, type SuiteFileResult } from "./result.ts";

const reportVersion = 1;

/** @param tool - the name and version of the program that ran the suites */
export function reportSuitesJson(
  results: readonly SuiteFileResult[],
  tool: { readonly name: string; readonly version: string },
  durationMs: number,
): string {
  const report = {
    version: reportVersion,
    tool,
    files: results.map(({ file, faults, suites }) => ({
      path: file,
      faults: faults.map(({ rule, message, path, range, help }) => ({
        rule,
        message,
        path: formatPath(path),
        ...(range && position(range)),
        help,
      })),
      suites: suites.map(({ name, document, target, cases }) => ({
        name,
        document,
        target,
        cases: cases.map(caseJson),
      })),
    })),
    summary: { ...countResults(results), durationMs: Math.round(durationMs) },
  };
  return `${printableJson(report)}\n`;
}

function caseJson(result: CaseResult): object {
  const { name, area, outcome, message, path, range, differences, related, changes, object } = result;
  return {
    name,
    area,
    outcome,
    message,
    path: formatPath(path),
    pointer: formatPointer(path),
    ...position(range),
    differences: differences.map((difference) => ({ ...difference, path: formatPath(difference.path) })),
    related: related.map((item) => ({ file: item.file, ...position(item.range), message: item.message })),
    ...(changes && { changes, object }),
  };
}

function position({ start, end }: Range): object {
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
