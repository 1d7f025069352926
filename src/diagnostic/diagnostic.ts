/**
 * The types of findings, shared by rules, schemas, syntax checks and policies, and their order. Printing is in
 * `report`.
 *
 * @module
 */

/** Keys and array indexes from the document root; `[]` is the root itself. */
export type FieldPath = readonly (string | number)[];

/** `offset` counts UTF-16 code units from 0; `line` and `column` count from 1, as editors show them. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** From `start` up to but without `end`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/**
 * `error`: the component rejects the document; `warning`: the component accepts it, but it does not do what it seems to
 * do; `info`: advice.
 */
export type Severity = "error" | "warning" | "info";

/**
 * The error types of Kubernetes' field errors and some of clustervet. The list is closed and part of the JSON output.
 */
export type Cause =
  | "required"
  | "invalid"
  | "unsupported"
  | "forbidden"
  | "duplicate"
  | "too-many"
  | "too-long"
  | "type"
  | "decode"
  | "syntax"
  | "not-found"
  | "internal";

/** Another place that explains a diagnostic. */
export interface Related {
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/**
 * The correct value at a finding's path, if it is certain: another scalar (`set`), the same text as a string (`quote`),
 * or the same value under another key (`rename`).
 */
export type Fix = { readonly set: string | number | boolean } | { readonly quote: true } | { readonly rename: string };

/** A change of a file's text: `text` replaces the range from `start` to `end` (exclusive), in UTF-16 code units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A single problem and its place. */
export interface Diagnostic {
  /** Stable ID, `<area>/<name>` in kebab case; never reused with another meaning. */
  readonly rule: string;
  readonly severity: Severity;
  /** The source of the `reason` in a status cause: `FieldValueRequired`, `FieldValueInvalid`, and so on. */
  readonly cause: Cause;
  /** The requirement, then the value found: `must be one of "A", "B"; got "C"`. No period at the end. */
  readonly message: string;
  readonly path: FieldPath;
  /** Absent for objects from API requests, which have no source text. */
  readonly range?: Range;
  /** A suggestion what to write instead, if one is certain. */
  readonly help?: string;
  /** The edit that fixes the problem, if it is certain. */
  readonly fix?: Edit;
  readonly related?: readonly Related[];
  /** The invalid value, in printable form; absent for sensitive fields. */
  readonly value?: string | number | boolean | null;
  /** Whether the range contains the value of a sensitive field; reports must not show the text there. */
  readonly sensitive?: boolean;
  /** Number of findings that this one summarizes and that are not listed; absent if it is an ordinary finding. */
  readonly count?: number;
}

/** Identifies an object in a file. A document that could not be read has no kind. */
export interface ObjectIdentity {
  /** Index of the document in the file, from 0. */
  readonly document: number;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** A diagnostic with its file and object, as reports print it. */
export interface FileDiagnostic extends Diagnostic, ObjectIdentity {
  /** Relative to the current directory, with forward slashes. */
  readonly file: string;
  /** URL of the rule's page. */
  readonly docs?: string;
}

/** A file of the run; reports list files in the order in which they were given. */
export interface FileSummary {
  readonly path: string;
  readonly documents: number;
  /** The object in each document; absent if the caller does not keep them. */
  readonly objects?: readonly ObjectIdentity[];
  /** Why the file was not vetted. */
  readonly skipped?: string;
}

/** The result of a run, which every reporter formats. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** The release that will read the documents, such as `1.37`. */
  readonly target: string;
  /**
   * The URL of the cluster that has the objects; absent for files. If it is set, each object takes the place of a file.
   */
  readonly cluster?: string;
  readonly files: readonly FileSummary[];
  /** Sorted by file (in the order of `files`), position, rule. */
  readonly diagnostics: readonly FileDiagnostic[];
  readonly summary: {
    readonly files: number;
    readonly documents: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    readonly suppressed: number;
    /** Number of findings that were left out because a baseline lists them; absent without a baseline. */
    readonly known?: number;
    readonly unknownKinds: number;
    readonly durationMs: number;
  };
  /** Absent if the run was not measured. */
  readonly stats?: RunStats;
}

/**
 * Times of the parts of a run, the longest first. The times of kinds are part of those of steps, and the times of rules
 * mostly part of those of kinds.
 */
export interface RunStats {
  /** Steps of the run. */
  readonly steps: readonly Timed[];
  /** Times of decoding, defaulting and rules for the objects of each `apiVersion kind`. */
  readonly kinds: readonly Timed[];
  /** Times by rule ID. */
  readonly rules: readonly Timed[];
}

/** The time of a part of a run. */
export interface Timed {
  readonly name: string;
  readonly runs: number;
  /** The total of all runs, without nested parts of the same type. */
  readonly durationMs: number;
}

const severityRank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The name under which `kind/unknown` lists documents without a kind, next to the kinds of other documents. */
export const documentsWithoutKind = "documents without kind";
/** The name under which it lists scalars and lists. */
export const documentsWithoutFields = "documents that are not objects";

/** Whether `severity` is `level` or more severe. */
export function isAtLeast(severity: Severity, level: Severity): boolean {
  return severityRank[severity] <= severityRank[level];
}

/** Orders by position, then rule, then message. Diagnostics without a range come first. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    (a.range?.start.offset ?? -1) - (b.range?.start.offset ?? -1) ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
