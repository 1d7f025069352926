/**
 * Writes GitHub workflow commands: one line for each diagnostic, which GitHub shows as an annotation in the changed
 * files.
 *
 * @module
 */
import type { FileDiagnostic, Report, Severity } from "../diagnostic/diagnostic.ts";
import type { ReportOptions } from "./reporter.ts";
import { repositoryPath } from "./repository-path.ts";
import { visible, visibleLines } from "./visible.ts";

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/**
 * Returns lines of the form `::error file=,line=,endLine=,col=,endColumn=,title=::message`; empty if there are no
 * diagnostics.
 */
export function reportGithub({ diagnostics, cluster }: Report, options: ReportOptions = {}): string {
  const fileOf = ({ file }: FileDiagnostic) => visible(repositoryPath(file, options.workingDirectory));
  const fileCommand = (diagnostic: FileDiagnostic) => commandOf(diagnostic, { file: fileOf(diagnostic) });
  // Objects of a cluster have no file that GitHub could show.
  const clusterCommand = (diagnostic: FileDiagnostic) =>
    commandOf({ ...diagnostic, message: `${diagnostic.file}: ${diagnostic.message}` }, {});
  return diagnostics
    .map((diagnostic) => `${(cluster === undefined ? fileCommand : clusterCommand)(diagnostic)}\n`)
    .join("");
}

function commandOf(diagnostic: FileDiagnostic, place: Readonly<Record<string, string>>): string {
  const properties = {
    ...place,
    ...positionOf(diagnostic),
    title: visible(diagnostic.rule),
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const message =
    diagnostic.help === undefined ? diagnostic.message : `${diagnostic.message}\nhelp: ${diagnostic.help}`;
  return `::${commands[diagnostic.severity]} ${list.join(",")}::${escapeData(visibleLines(message))}`;
}

/** GitHub accepts columns only for ranges within one line. */
function positionOf({ range }: FileDiagnostic): Readonly<Record<string, number>> {
  if (range === undefined) return {};
  const { start, end } = range;
  const lines = { line: start.line, endLine: end.line };
  return start.line === end.line ? { ...lines, col: start.column, endColumn: end.column } : lines;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
