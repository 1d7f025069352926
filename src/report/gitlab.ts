/**
 * GitLab's code quality report: an array of findings that merge requests show next to the changed lines.
 *
 * @module
 */
import type { FileDiagnostic, Report, Severity } from "../diagnostic/diagnostic.ts";
import { createFingerprinter } from "./fingerprint.ts";
import type { ReportOptions } from "./reporter.ts";
import { repositoryPath } from "./repository-path.ts";
import { printableJson, visible } from "./visible.ts";

/** Of GitLab's five degrees: info, minor, major, critical, blocker. */
const degrees: Readonly<Record<Severity, string>> = { error: "critical", warning: "minor", info: "info" };

/** GitLab tells findings of two reports apart by `fingerprint`, and shows no more than the description. */
export function reportGitlab({ diagnostics }: Report, options: ReportOptions = {}): string {
  const fingerprintOf = createFingerprinter();
  const findings = diagnostics.map((diagnostic) => ({
    description: descriptionOf(diagnostic),
    check_name: diagnostic.rule,
    fingerprint: fingerprintOf(diagnostic),
    severity: degrees[diagnostic.severity],
    location: {
      path: repositoryPath(diagnostic.file, options.workingDirectory),
      lines: linesOf(diagnostic),
    },
  }));
  return `${printableJson(findings)}\n`;
}

function descriptionOf({ message, help }: FileDiagnostic): string {
  return visible(help === undefined ? message : `${message}; ${help}`);
}

/** A finding about a whole file is at its first line: GitLab leaves out what has no line. */
function linesOf({ range }: FileDiagnostic): { begin: number; end: number } {
  return range === undefined ? { begin: 1, end: 1 } : { begin: range.start.line, end: range.end.line };
}
