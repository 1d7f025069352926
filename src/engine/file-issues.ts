/**
 * Reports faults in the text of a file that the reader of its documents does not tolerate.
 *
 * @module
 */
import type { FileDiagnostic, Severity } from "../diagnostic/diagnostic.ts";
import type { Kind } from "../kind/kind.ts";
import { levelOf } from "../rule/severity.ts";
import type { SourceDocument, SourceFile, SourceIssue } from "../source/source-file.ts";
import { groupBy } from "../text/group-by.ts";
import { type Expansion, treatmentOf } from "./expand.ts";
import { isKubeadmFile } from "./installer-file.ts";
import type { Settings } from "./options.ts";
import { identityOf } from "./place-finding.ts";

/** Counts findings of a severity. Returns whether they are within the limit and may be listed. */
type TakeIssue = (severity: Severity, count?: number) => boolean;

/**
 * The issues of a file, and their consequences for its documents. Computed once per file, since a file may have
 * thousands.
 */
export class FileIssues {
  /** Whether the loader of a configuration refuses the file because it contains syntax that only kubectl accepts. */
  readonly isRefusedByLoader: boolean;
  /** Whether kubeadm reads the file, which it splits to read each document separately. */
  private readonly isStream: boolean;
  private readonly byDocument: ReadonlyMap<number, readonly SourceIssue[]>;
  private readonly file: SourceFile;
  private readonly settings: Settings;
  private readonly expected: Kind | undefined;

  /** @param expected - the kind whose loader reads the file */
  constructor(file: SourceFile, settings: Settings, expected: Kind | undefined) {
    this.file = file;
    this.settings = settings;
    this.expected = expected;
    this.byDocument = groupBy(file.issues, ({ document }) => document);
    this.isRefusedByLoader = file.issues.some(({ tolerated }) => tolerated === "manifest");
    this.isStream = file.issues.length > 0 && file.format === "yaml" && isKubeadmFile(file);
  }

  issuesOf({ index }: SourceDocument): readonly SourceIssue[] {
    return this.byDocument.get(index) ?? none;
  }

  /** @param expansion - the objects of the document; undefined if it could not be read */
  diagnostics(document: SourceDocument, expansion: Expansion | undefined, take: TakeIssue): FileDiagnostic[] {
    const issues = this.issuesOf(document);
    if (issues.length === 0) return [];
    const { expected, settings } = this;
    const lenient = isLenient(expansion, expected, settings);
    const takesManifests = this.isStream || isManifest(expansion, expected);
    const first = issues.find(isFault);
    return issues.flatMap((issue) => {
      if (issue.tolerated === "manifest" && takesManifests) return [];
      // kubectl and Helm send JSON, in which the merge is already applied.
      if (issue.merged && takesManifests && !settings.asSent) return [];
      // Syntax errors after the first one mostly follow from it; other issues may follow from it too.
      const isGuess = first !== undefined && issue !== first;
      if (isGuess && isFault(issue)) return [];
      const isTolerated = isGuess || issue.tolerated === "always" || (issue.tolerated === "lenient" && lenient);
      const level = levelOf(issue.rule, isTolerated ? "warning" : "error", settings.rules);
      return level === "off" || !take(level, issue.count) ? [] : [this.diagnosticOf(issue, level, document)];
    });
  }

  private diagnosticOf(
    { rule, message, start, end, help, related }: SourceIssue,
    severity: Severity,
    { value, index }: SourceDocument,
  ): FileDiagnostic {
    const { file } = this;
    const placeOf = (span: { readonly start: number; readonly end: number }) => file.rangeOf(span.start, span.end);
    return {
      rule,
      severity,
      cause: rule === "source/duplicate-key" ? "duplicate" : "syntax",
      message,
      path: [],
      range: placeOf({ start, end }),
      ...(help ? { help } : {}),
      ...(related ? { related: [{ file: file.name, range: placeOf(related), message: related.message }] } : {}),
      file: file.name,
      ...identityOf(value, index),
    };
  }
}

const none: readonly SourceIssue[] = [];

/** Whether every reader stops at the issue. */
export const isFault = ({ rule, tolerated }: SourceIssue): boolean =>
  rule === "source/syntax" && tolerated === undefined;

/** Whether the reader of the document tolerates repeated keys. Documents of unknown kinds count as tolerated. */
function isLenient(expansion: Expansion | undefined, expected: Kind | undefined, settings: Settings): boolean {
  const kind = expected ?? expansion?.candidates[0]?.kind;
  const treatment = kind && treatmentOf(kind, settings);
  if (treatment) return treatment !== "error";
  return expansion !== undefined && expansion.candidates.length === 0 && expansion.findings.length === 0;
}

/** Whether kubectl reads the document, or clustervet knows no reader of it. */
function isManifest(expansion: Expansion | undefined, expected: Kind | undefined): boolean {
  const kinds = expected ? [expected] : (expansion?.candidates.map(({ kind }) => kind) ?? []);
  return kinds.every(({ resource }) => resource !== undefined);
}
