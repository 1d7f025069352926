/**
 * Writes version 1 of the JSON report. Later releases may add fields, but never change the meaning of existing ones.
 * The schema is `schemas/report.schema.json`.
 *
 * @module
 */
import type { Cause, FileDiagnostic, FileSummary, Range, Report, Severity } from "../diagnostic/diagnostic.ts";
import { formatPath, formatPointer } from "../diagnostic/path.ts";
import { docsOf, type ReportOptions } from "./reporter.ts";
import { printableJson } from "./visible.ts";

/** The JSON report, as parsed. */
export interface JsonReport {
  readonly version: 1;
  readonly tool: Report["tool"];
  readonly target: string;
  /** Absent for files. */
  readonly cluster?: string;
  readonly files: readonly Pick<FileSummary, "path" | "documents" | "skipped">[];
  readonly diagnostics: readonly JsonDiagnostic[];
  readonly summary: Report["summary"];
  readonly stats?: Report["stats"];
}

/** A diagnostic. Lines and columns count from 1, offsets from 0, in UTF-16 code units; the ends are exclusive. */
export interface JsonDiagnostic {
  readonly file: string;
  readonly document: number;
  /**
   * The six numbers of the range are either all present or all absent, since some diagnostics are about a whole file.
   */
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly offset?: number;
  readonly endOffset?: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly cause: Cause;
  /** Such as `jwt[0].issuer.url`. */
  readonly path: string;
  /** Such as `/jwt/0/issuer/url`. */
  readonly pointer: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly message: string;
  readonly help?: string;
  readonly fix?: JsonFix;
  readonly docs?: string;
  readonly value?: string | number | boolean | null;
  /** Set for `source/too-many`: number of findings that are not listed. */
  readonly count?: number;
  readonly related?: readonly JsonRelated[];
}

/** `text` replaces the text between the offsets. */
interface JsonFix {
  readonly offset: number;
  readonly endOffset: number;
  readonly text: string;
}

interface JsonRelated {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function reportJson(report: Report, options: ReportOptions = {}): string {
  return `${printableJson(jsonReport(report, options))}\n`;
}

function jsonReport(
  { tool, target, cluster, files, diagnostics, summary, stats }: Report,
  options: ReportOptions,
): JsonReport {
  return {
    version: 1,
    tool: { name: tool.name, version: tool.version },
    target,
    ...(cluster === undefined ? {} : { cluster }),
    files: files.map(({ path, documents, skipped }) => ({
      path,
      documents,
      ...(skipped === undefined ? {} : { skipped }),
    })),
    diagnostics: diagnostics.map((diagnostic) => jsonDiagnostic(diagnostic, options)),
    summary: {
      files: summary.files,
      documents: summary.documents,
      errors: summary.errors,
      warnings: summary.warnings,
      infos: summary.infos,
      suppressed: summary.suppressed,
      ...(summary.known === undefined ? {} : { known: summary.known }),
      unknownKinds: summary.unknownKinds,
      durationMs: summary.durationMs,
    },
    ...(stats ? { stats } : {}),
  };
}

/** Returns a diagnostic as JSON reports contain it. */
export function jsonDiagnostic(diagnostic: FileDiagnostic, options: ReportOptions = {}): JsonDiagnostic {
  const { apiVersion, kind, name, namespace, help, fix, value, count, related } = diagnostic;
  const docs = docsOf(diagnostic, options);
  return {
    file: diagnostic.file,
    document: diagnostic.document,
    ...(diagnostic.range && jsonRange(diagnostic.range)),
    severity: diagnostic.severity,
    rule: diagnostic.rule,
    cause: diagnostic.cause,
    path: formatPath(diagnostic.path),
    pointer: formatPointer(diagnostic.path),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    message: diagnostic.message,
    ...(help === undefined ? {} : { help }),
    ...(fix && !diagnostic.sensitive ? { fix: { offset: fix.start, endOffset: fix.end, text: fix.text } } : {}),
    ...(docs === undefined ? {} : { docs }),
    ...(value === undefined || diagnostic.sensitive ? {} : { value }),
    ...(count === undefined ? {} : { count }),
    ...(related === undefined
      ? {}
      : {
          related: related.map(({ file, range, message }) => ({
            file,
            line: range.start.line,
            column: range.start.column,
            message,
          })),
        }),
  };
}

/** Returns a range as fields of a JSON object. */
export const jsonRange = ({ start, end }: Range) => ({
  line: start.line,
  column: start.column,
  endLine: end.line,
  endColumn: end.column,
  offset: start.offset,
  endOffset: end.offset,
});
