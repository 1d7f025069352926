/**
 * The contract of reporters and their options. A reporter is a pure function: reading sources and writing the result
 * are
 * the caller's.
 *
 * @module
 */
import type { FileDiagnostic, ObjectIdentity, Report, Severity } from "../diagnostic/diagnostic.ts";

/** Turns a run into text that ends with a newline, or is empty when the format has nothing to say. Never throws. */
export type Reporter = (report: Report, options?: ReportOptions) => string;

/** A part of a file's text: UTF-16 code units from 0, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A rule in a format with a rule catalog (SARIF). */
export interface RuleDescription {
  /** The demand in one line. */
  readonly summary: string;
  /** The severity the rule has unless it is configured. */
  readonly severity: Severity;
}

export interface ReportOptions {
  /** Text with terminal colours; default false. */
  readonly color?: boolean;
  /** Columns of the terminal, for code frames; default 120. */
  readonly width?: number;
  /** The text of a file, without a byte order mark; frames are left out for files without one. Default: no texts. */
  readonly sourceText?: (file: string) => string | undefined;
  /** Where a file's sensitive values are; no frame shows them. Default: none are known. */
  readonly sensitiveSpans?: (file: string) => readonly Span[];
  /** Descriptions of rules by id; default: derived from the id and the diagnostics. */
  readonly rules?: ReadonlyMap<string, RuleDescription>;
  /** Address of a rule's page where its diagnostics carry no `docs`: `{rule}` is its id, which goes to the end without that; default: no address. */
  readonly docsBase?: string;
  /** The command that prints a rule's page, for the last line of a text report; default: none is named. */
  readonly explainCommand?: string;
  /** The command that puts findings right, for a line at the end of a text report; default: none is named. */
  readonly fixCommand?: string;
  /** Where the current directory lies in the repository: `deploy/prod`. Default: it is the repository's root. */
  readonly workingDirectory?: string;
  /** The least grave severity that makes a test of JUnit fail; default error. */
  readonly failLevel?: Severity;
}

/** The address of the rule's page, where there is one. */
export function docsOf(diagnostic: FileDiagnostic, options: ReportOptions): string | undefined {
  const { docsBase } = options;
  if (diagnostic.docs !== undefined || docsBase === undefined) return diagnostic.docs;
  return docsBase.includes("{rule}") ? docsBase.replace("{rule}", diagnostic.rule) : docsBase + diagnostic.rule;
}

/** `RoleBinding kube-system/admins`, or as much of it as is known; `document 1`, counted from 1, when nothing is. */
export function describeObject(object: ObjectIdentity): string {
  const name = [object.namespace, object.name].filter((part) => part !== undefined).join("/");
  const words = [object.kind ?? "", name].filter((word) => word !== "");
  return words.length === 0 ? `document ${object.document + 1}` : words.join(" ");
}

/** `2 errors`, `1 error`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
