/**
 * Writes GitLab's code quality report: an array of findings that merge requests show next to the changed lines.
 *
 * @module
 */
import type { FileDiagnostic, Report, Severity } from "../diagnostic/diagnostic.ts";
import { createFingerprinter } from "./fingerprint.ts";
import type { ReportOptions } from "./reporter.ts";
import { repositoryPath } from "./repository-path.ts";
import { printableJson, visible } from "./visible.ts";

/** Levels of GitLab, which has info, minor, major, critical and blocker. */
const degrees: Readonly<Record<Severity, string>> = { error: "critical", warning: "minor", info: "info" };

/** GitLab matches the findings of two reports by `fingerprint`, and shows only the description. */
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

/** Places a finding about a whole file at the first line, since GitLab omits findings without a line. */
function linesOf({ range }: FileDiagnostic): { begin: number; end: number } {
  return range === undefined ? { begin: 1, end: 1 } : { begin: range.start.line, end: range.end.line };
}
