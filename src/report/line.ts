/**
 * Writes a line for each finding, `path:line:column: severity [rule] message`, for editors, problem matchers and grep.
 *
 * @module
 */
import type { FileDiagnostic, Report } from "../diagnostic/diagnostic.ts";
import { visible } from "./visible.ts";

export function reportLine({ diagnostics }: Report): string {
  return diagnostics.map((diagnostic) => `${lineOf(diagnostic)}\n`).join("");
}

function lineOf({ file, range, severity, rule, message }: FileDiagnostic): string {
  const place = range === undefined ? file : `${file}:${range.start.line}:${range.start.column}`;
  return visible(`${place}: ${severity} [${rule}] ${message}`);
}
