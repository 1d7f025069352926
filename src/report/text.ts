/**
 * Writes the text report for people: for each finding a header line that editors and problem matchers understand, the
 * source with the range underlined and a suggestion, and at the end a summary of the run.
 *
 * @module
 */

import {
  documentsWithoutFields,
  documentsWithoutKind,
  type FileDiagnostic,
  type Range,
  type Related,
  type Report,
  type Severity,
} from "../diagnostic/diagnostic.ts";
import { formatPath, shortText } from "../diagnostic/path.ts";
import { groupBy } from "../text/group-by.ts";
import { type Colors, createColors } from "./colors.ts";
import { createLineLayouter, type LineLayouter } from "./display-line.ts";
import { gutterRow, renderFrame } from "./frame.ts";
import { count, describeObject, docsOf, type ReportOptions, type Span } from "./reporter.ts";
import { visible } from "./visible.ts";

/** Number of neighboring lines to show before and after the range. */
const contextLines = 1;
const defaultWidth = 120;
/** Maximum number of files to name for each reason why files were not vetted; the rest is only counted. */
const maxSkippedNames = 5;

/**
 * Returns for each diagnostic `path:line:column: severity [rule] message`, a code frame, and notes such as `help:`,
 * followed by a summary line. A rule's documentation is named only at the rule's first finding.
 */
export function reportText(report: Report, options: ReportOptions = {}): string {
  const colors = createColors(options.color ?? false);
  const layOut = createLineLayouter();
  const documented = new Set<string>();
  const blocks = report.diagnostics
    .filter((diagnostic) => !isUnknownKind(diagnostic))
    .map((diagnostic) => {
      const docs = documented.has(diagnostic.rule) ? undefined : docsOf(diagnostic, options);
      documented.add(diagnostic.rule);
      return diagnosticBlock(diagnostic, docs, { options, colors, layOut });
    });
  const closing = [
    ...notVettedLines(report),
    summaryLine(report, colors),
    ...fixLines(report, options, colors),
    ...explainLines(report, options, colors),
  ];
  return `${[...blocks, closing].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Returns a diagnostic as {@link reportText} shows it, without a summary. */
export function diagnosticText(diagnostic: FileDiagnostic, options: ReportOptions = {}): string {
  const colors = createColors(options.color ?? false);
  const look = { options, colors, layOut: createLineLayouter() };
  return `${diagnosticBlock(diagnostic, docsOf(diagnostic, options), look).join("\n")}\n`;
}

/** Draws the code of a diagnostic. Reused for several diagnostics, because it caches line layouts. */
export type DrawCode = (diagnostic: FileDiagnostic) => readonly string[];

/**
 * Returns a function that draws the code of a diagnostic and of its related locations in these colors. It draws nothing
 * if the text of the file is unknown.
 */
export function createDrawCode(options: ReportOptions, colors: Colors): DrawCode {
  const look = { options, colors, layOut: createLineLayouter() };
  return (diagnostic) => {
    const gutterWidth = gutterWidthOf(diagnostic);
    const frame = diagnostic.range === undefined ? [] : frameOf(diagnostic, diagnostic.range, gutterWidth, look);
    const related = diagnostic.related ?? [];
    return [...frame, ...related.flatMap((each) => relatedLines(diagnostic, each, gutterWidth, look))];
  };
}

/** Returns the number of columns for the line numbers of a diagnostic. */
function gutterWidthOf({ range, related = [] }: FileDiagnostic): number {
  const ranges = [range, ...related.map((each) => each.range)];
  return String(Math.max(...ranges.map((each) => (each === undefined ? 1 : each.end.line + contextLines)))).length;
}

interface RenderContext {
  readonly options: ReportOptions;
  readonly colors: Colors;
  readonly layOut: LineLayouter;
}

function diagnosticBlock(diagnostic: FileDiagnostic, docs: string | undefined, look: RenderContext): readonly string[] {
  const { colors } = look;
  const column = { gutterWidth: gutterWidthOf(diagnostic), dim: colors.dim };
  const bar = gutterRow(undefined, "", column);
  const frame = diagnostic.range === undefined ? [] : frameOf(diagnostic, diagnostic.range, column.gutterWidth, look);
  const related = (diagnostic.related ?? []).flatMap((each) =>
    relatedLines(diagnostic, each, column.gutterWidth, look),
  );
  const notes = [...noteLines("help", diagnostic.help, colors.green), ...noteLines("docs", docs, colors.dim)].map(
    (line) => `${" ".repeat(column.gutterWidth)} ${line}`,
  );
  const framed = frame.length + related.length > 0;
  return [
    headerLine(diagnostic, colors),
    ...objectLine(diagnostic, column.gutterWidth, colors),
    ...(framed ? [bar, ...frame, ...related, ...(notes.length > 0 ? [bar] : [])] : []),
    ...notes,
  ];
}

function headerLine(diagnostic: FileDiagnostic, colors: Colors): string {
  const { range, severity } = diagnostic;
  const place = [visible(diagnostic.file), ...(range ? [range.start.line, range.start.column] : [])].join(":");
  const level = colors.bold(severityPaint(severity, colors)(severity));
  return `${colors.bold(place)}: ${level} ${colors.dim(`[${visible(diagnostic.rule)}]`)} ${colors.bold(visible(diagnostic.message))}`;
}

/** Returns `in RoleBinding kube-system/admins: subjects[1].kind` with the known parts. */
function objectLine(diagnostic: FileDiagnostic, indent: number, colors: Colors): readonly string[] {
  const known = diagnostic.kind === undefined && diagnostic.document === 0 ? "" : describeObject(diagnostic);
  // For an object of a cluster, the file name already identifies the object.
  const object = known === diagnostic.file ? "" : known;
  const text = [object, formatPath(diagnostic.path.map(shortKey))].filter((part) => part !== "").join(": ");
  return text === "" ? [] : [`${" ".repeat(indent)} ${colors.dim(`in ${visible(text)}`)}`];
}

/** Maximum number of characters of a key in a path to show. */
const maxKeyLength = 80;
const shortKey = (key: string | number) => (typeof key === "string" ? shortText(key, maxKeyLength) : key);

function frameOf(
  diagnostic: FileDiagnostic,
  range: Range,
  gutterWidth: number,
  { options, colors, layOut }: RenderContext,
) {
  const text = options.sourceText?.(diagnostic.file);
  if (text === undefined) return [];
  return renderFrame(text, range, {
    width: options.width ?? defaultWidth,
    gutterWidth,
    layOut,
    contextLines: diagnostic.sensitive ? 0 : contextLines,
    masks: masksOf(diagnostic.file, text, diagnostic.sensitive ? range : undefined, options),
    marker: "^",
    dim: colors.dim,
    highlight: (marks) => colors.bold(severityPaint(diagnostic.severity, colors)(marks)),
  });
}

/**
 * Returns the lines for a related location. They contain its code if its text is known and the diagnostic is not about
 * a sensitive value, which the code might contain.
 */
function relatedLines(
  diagnostic: FileDiagnostic,
  related: Related,
  gutterWidth: number,
  { options, colors, layOut }: RenderContext,
) {
  const { start } = related.range;
  const place = `${visible(related.file)}:${start.line}:${start.column}`;
  const arrow = `${" ".repeat(gutterWidth)} ${colors.dim("::: ")}${place}: ${visible(related.message)}`;
  const text = diagnostic.sensitive ? undefined : options.sourceText?.(related.file);
  if (text === undefined) return [arrow];
  const frame = renderFrame(text, related.range, {
    width: options.width ?? defaultWidth,
    gutterWidth,
    layOut,
    contextLines: 0,
    masks: masksOf(related.file, text, undefined, options),
    marker: "-",
    dim: colors.dim,
    highlight: colors.blue,
  });
  return [arrow, ...frame];
}

/** Masks a sensitive range to the end of its last line, because the range may end before the secret does. */
function masksOf(file: string, text: string, range: Range | undefined, options: ReportOptions): readonly Span[] {
  const known = options.sensitiveSpans?.(file) ?? [];
  if (range === undefined) return [...known].sort((a, b) => a.start - b.start);
  const lineEnd = text.indexOf("\n", range.end.offset);
  const own = { start: range.start.offset, end: lineEnd === -1 ? text.length : lineEnd };
  return [...known, own].sort((a, b) => a.start - b.start);
}

/** Returns `= help: text`; further lines of the text are indented below the first. */
function noteLines(label: string, text: string | undefined, paint: (text: string) => string): readonly string[] {
  if (text === undefined) return [];
  const lead = `= ${label}: `;
  return text
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? `= ${paint(`${label}:`)} ` : " ".repeat(lead.length)) + visible(line));
}

function severityPaint(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, info: colors.cyan }[severity];
}

/**
 * Whether the finding is about a document of an unknown kind. These are summarized in one line, since a line for each
 * would hide the other findings.
 */
export function isUnknownKind({ rule, severity, value }: FileDiagnostic): boolean {
  return rule === "kind/unknown" && severity === "info" && typeof value === "string";
}

/** Lists the documents of unknown kinds and the files that were not vetted. */
export const notVettedLines = (report: Report): readonly string[] => [
  ...unknownKindLines(report.diagnostics.filter(isUnknownKind)),
  ...skippedLines(report),
];

/** Returns the summary line of a text report, without colors. */
export const summaryText = (report: Report): string => summaryLine(report, createColors(false));

/** Returns `not vetted: 12 apps/v1 Deployment, 3 v1 Service (unknown kind)`, the most frequent kind first. */
function unknownKindLines(diagnostics: readonly FileDiagnostic[]): readonly string[] {
  if (diagnostics.length === 0) return [];
  const countByKind = new Map<string, number>();
  for (const { value } of diagnostics) countByKind.set(String(value), (countByKind.get(String(value)) ?? 0) + 1);
  const kinds = [...countByKind].sort((a, b) => b[1] - a[1]).map(kindCountText);
  const more = kinds.length > maxSkippedNames ? ` and ${count(kinds.length - maxSkippedNames, "more kind")}` : "";
  return [`not vetted: ${visible(kinds.slice(0, maxSkippedNames).join(", "))}${more} (unknown kind)`];
}

const singulars: ReadonlyMap<string, string> = new Map([
  [documentsWithoutKind, "document without kind"],
  [documentsWithoutFields, "document that is not an object"],
]);

const kindCountText = ([kind, amount]: readonly [string, number]): string =>
  `${amount} ${(amount === 1 && singulars.get(kind)) || kind}`;

/** Returns a line for each reason, such as `not vetted: a.yaml, b.yaml (Helm template)`. */
function skippedLines({ files }: Report): readonly string[] {
  const skippedFiles = files.filter(({ skipped }) => skipped !== undefined);
  return [...groupBy(skippedFiles, ({ skipped = "" }) => skipped)].map(([reason, group]) => {
    const names = group.slice(0, maxSkippedNames).map(({ path }) => path);
    const more = group.length > maxSkippedNames ? ` and ${group.length - maxSkippedNames} more` : "";
    return `not vetted: ${visible(names.join(", "))}${more} (${visible(reason)})`;
  });
}

/**
 * Returns `2 errors, 1 warning in 3 files (5 documents, 1 of unknown kind, 2 suppressed) for target 1.37, 41 ms`,
 * without parts that are zero.
 */
function summaryLine({ files, summary, target, cluster }: Report, colors: Colors): string {
  const findings = [
    summary.errors > 0 && colors.red(count(summary.errors, "error")),
    summary.warnings > 0 && colors.yellow(count(summary.warnings, "warning")),
    summary.infos > 0 && colors.cyan(count(summary.infos, "info")),
  ].filter((part) => part !== false);
  const skipped = files.filter((file) => file.skipped !== undefined).length;
  const details = [
    cluster === undefined && count(summary.documents, "document"),
    summary.unknownKinds > 0 && `${summary.unknownKinds} of unknown kind`,
    skipped > 0 && `${count(skipped, cluster === undefined ? "file" : "resource")} not vetted`,
    summary.suppressed > 0 && `${summary.suppressed} suppressed`,
    (summary.known ?? 0) > 0 && `${summary.known} known`,
  ].filter((part) => part !== false);
  const verdict = findings.length === 0 ? colors.green("no findings") : findings.join(", ");
  const more = details.length === 0 ? "" : ` (${details.join(", ")})`;
  const place =
    cluster === undefined
      ? count(summary.files, "file")
      : `${count(summary.documents, "object")} of ${visible(cluster)}`;
  const scope = `in ${place}${more} for target ${target}`;
  return `${colors.bold(verdict)} ${scope}, ${formatDuration(summary.durationMs)}`;
}

/** Reports how many findings have a fix, and the command that applies the fixes. */
function fixLines({ diagnostics }: Report, { fixCommand }: ReportOptions, colors: Colors): readonly string[] {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  if (!fixCommand || fixable === 0) return [];
  return [colors.dim(`${fixable} of these can be fixed by ${fixCommand}`)];
}

/** Reports the command that explains the rule of the first finding, if there is one. */
function explainLines({ diagnostics }: Report, { explainCommand }: ReportOptions, colors: Colors): readonly string[] {
  const first = diagnostics.find((diagnostic) => !isUnknownKind(diagnostic));
  return explainCommand && first ? [colors.dim(`more about a rule: ${explainCommand} ${visible(first.rule)}`)] : [];
}

function formatDuration(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}
