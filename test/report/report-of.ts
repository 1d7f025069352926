/**
 * Creates reports for tests. Diagnostics point at words of a text instead of at offsets.
 *
 * @module
 */
import type { FileDiagnostic, FileSummary, Range, Report } from "../../src/diagnostic/diagnostic.ts";
import { LineIndex } from "../../src/source/line-index.ts";

/** Returns the range of the first occurrence of `needle` after `after`; `needle` must occur. */
export function rangeOf(text: string, needle: string, after = ""): Range {
  const start = text.indexOf(needle, text.indexOf(after));
  if (start === -1) throw new Error(`not in the text: ${needle}`);
  return rangeAt(text, start, start + needle.length);
}

export function rangeAt(text: string, start: number, end: number): Range {
  const lines = new LineIndex(text);
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

export function diagnosticOf(overrides: Partial<FileDiagnostic> = {}): FileDiagnostic {
  return {
    file: "rbac/admins.yaml",
    document: 0,
    rule: "role-binding/subject-kind",
    severity: "error",
    cause: "unsupported",
    message: 'must be one of "User", "Group", "ServiceAccount"; got "Usr"',
    path: ["subjects", 0, "kind"],
    ...overrides,
  };
}

interface ReportParts {
  readonly files?: readonly FileSummary[];
  readonly summary?: Partial<Report["summary"]>;
}

/**
 * Returns the report of a run that found `diagnostics`, with its counts. A file has one document unless `files` says
 * more.
 */
export function reportOf(diagnostics: readonly FileDiagnostic[] = [], { files, summary }: ReportParts = {}): Report {
  const seen = files ?? [...new Set(diagnostics.map(({ file }) => file))].map((path) => ({ path, documents: 1 }));
  const count = (level: string) => diagnostics.filter(({ severity }) => severity === level).length;
  return {
    tool: { name: "clustervet", version: "0.1.0" },
    target: "1.37",
    files: seen,
    diagnostics,
    summary: {
      files: seen.length,
      documents: seen.reduce((sum, file) => sum + file.documents, 0),
      errors: count("error"),
      warnings: count("warning"),
      infos: count("info"),
      suppressed: 0,
      unknownKinds: 0,
      durationMs: 41.3,
      ...summary,
    },
  };
}
