/**
 * The type of reporters and their options. A reporter is a pure function: its caller reads sources and writes the
 * result.
 *
 * @module
 */
import type { FileDiagnostic, ObjectIdentity, Report, Severity } from "../diagnostic/diagnostic.ts";

/**
 * Formats a run as text that ends with a newline; the text is empty if the format has nothing to report. Never throws.
 */
export type Reporter = (report: Report, options?: ReportOptions) => string;

/** A part of a file's text, in UTF-16 code units from 0; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The description of a rule in a format with a rule catalog (SARIF). */
export interface RuleDescription {
  /** The requirement of the rule in one line. */
  readonly summary: string;
  /** The severity of the rule if settings do not change it. */
  readonly severity: Severity;
}

export interface ReportOptions {
  /** Whether text has terminal colors. Default: false. */
  readonly color?: boolean;
  /** Columns of the terminal, for code frames. Default: 120. */
  readonly width?: number;
  /**
   * Returns the text of a file, without a byte order mark; undefined means that the file's diagnostics get no frame.
   * Default: no texts.
   */
  readonly sourceText?: (file: string) => string | undefined;
  /** Returns the spans of a file's sensitive values, which frames mask. Default: no spans. */
  readonly sensitiveSpans?: (file: string) => readonly Span[];
  /** Descriptions of rules by ID. Default: derived from the ID and the diagnostics. */
  readonly rules?: ReadonlyMap<string, RuleDescription>;
  /**
   * URL of a rule's page, for diagnostics without `docs`. `{rule}` is replaced by the rule's ID; without `{rule}`, the
   * ID is appended. Default: no URL.
   */
  readonly docsBase?: string;
  /** The command that prints a rule's page, for the last line of a text report. Default: the line is left out. */
  readonly explainCommand?: string;
  /** The command that fixes findings, for a line at the end of a text report. Default: the line is left out. */
  readonly fixCommand?: string;
  /** The current directory relative to the repository's root, such as `deploy/prod`. Default: the root. */
  readonly workingDirectory?: string;
  /** The lowest severity that fails a test in JUnit and TAP reports. Default: error. */
  readonly failLevel?: Severity;
}

/** Returns the URL of the rule's page, or undefined if there is no page. */
export function docsOf(diagnostic: FileDiagnostic, options: ReportOptions): string | undefined {
  const { docsBase } = options;
  if (diagnostic.docs !== undefined || docsBase === undefined) return diagnostic.docs;
  return docsBase.includes("{rule}") ? docsBase.replace("{rule}", diagnostic.rule) : docsBase + diagnostic.rule;
}

/**
 * Returns a name such as `RoleBinding kube-system/admins` from the known parts, or `document 1`, counted from 1, if no
 * part is known.
 */
export function describeObject(object: ObjectIdentity): string {
  const name = [object.namespace, object.name].filter((part) => part !== undefined).join("/");
  const words = [object.kind ?? "", name].filter((word) => word !== "");
  return words.length === 0 ? `document ${object.document + 1}` : words.join(" ");
}

/** Returns the amount with the noun in singular or plural: `2 errors`, `1 error`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
