/**
 * Findings of the engine: one shape for rules, schema, syntax and policies. Owns ordering; printing is `report`'s.
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

/** `error`: the component refuses it; `warning`: accepted, but not what it seems; `info`: advice. */
export type Severity = "error" | "warning" | "info";

/** Kubernetes' field error types and a few of our own; a closed list, part of the JSON output. */
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
 * The value that should be at a finding's path, where that is certain: another scalar (`set`), the same text as a
 * string
 * (`quote`), or the same value under another key (`rename`).
 */
export type Fix = { readonly set: string | number | boolean } | { readonly quote: true } | { readonly rename: string };

/** A change of a file's text: what is from `start` up to but without `end`, in UTF-16 units, becomes `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One thing that is wrong, and where. */
export interface Diagnostic {
  /** Stable id, `<area>/<name>` in kebab-case; never reused for another meaning. */
  readonly rule: string;
  readonly severity: Severity;
  /** Becomes the `reason` of a Status cause: `FieldValueRequired`, `FieldValueInvalid`, and so on. */
  readonly cause: Cause;
  /** The demand, then the value found: `must be one of "A", "B"; got "C"`. No full stop. */
  readonly message: string;
  readonly path: FieldPath;
  /** Absent for objects that came over the API and so have no source text. */
  readonly range?: Range;
  /** The text to write instead, where one is certain. */
  readonly help?: string;
  /** The edit that puts it right, where that is certain. */
  readonly fix?: Edit;
  readonly related?: readonly Related[];
  /** The value at fault, as it may be printed; never of a sensitive field. */
  readonly value?: string | number | boolean | null;
  /** The range covers the value of a sensitive field: reports may not show the text there. */
  readonly sensitive?: boolean;
  /** How many findings it speaks for that are not listed one by one; absent: itself. */
  readonly count?: number;
}

/** Which object of which document; a document that could not be read names no kind. */
export interface ObjectIdentity {
  /** Index of the document in the file, from 0. */
  readonly document: number;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** A diagnostic with the file and the object it is about: what reports print. */
export interface FileDiagnostic extends Diagnostic, ObjectIdentity {
  /** Relative to the current directory, with forward slashes. */
  readonly file: string;
  /** Address of the rule's page. */
  readonly docs?: string;
}

/** The files that a run looked at, in the order given. */
export interface FileSummary {
  readonly path: string;
  readonly documents: number;
  /** The objects in the documents, by document; absent when the caller does not keep it. */
  readonly objects?: readonly ObjectIdentity[];
  /** Why the file was not vetted. */
  readonly skipped?: string;
}

/** The result of a run: what every reporter prints. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** The release that will read the documents, `1.37`. */
  readonly target: string;
  /** The address of the cluster that holds the objects; absent for files. Then each object has the place of a file. */
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
    /** Left out because a baseline lists them; absent without a baseline. */
    readonly known?: number;
    readonly unknownKinds: number;
    readonly durationMs: number;
  };
  /** Absent when the run was not measured. */
  readonly stats?: RunStats;
}

/** How long the parts of a run took, the longest first. The times of kinds are within those of steps, those of rules mostly within kinds. */
export interface RunStats {
  /** Steps of the run. */
  readonly steps: readonly Timed[];
  /** Objects by `apiVersion kind`: decoding, defaults and rules. */
  readonly kinds: readonly Timed[];
  /** By rule id. */
  readonly rules: readonly Timed[];
}

/** A part of a run, and how long it took. */
export interface Timed {
  readonly name: string;
  readonly runs: number;
  /** Of all runs together, without parts of the same sort inside of them. */
  readonly durationMs: number;
}

const severityRank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The name that `kind/unknown` gives documents that name no kind, where it names the kind of others. */
export const documentsWithoutKind = "documents without kind";
/** The same of scalars and lists. */
export const documentsWithoutFields = "documents that are not objects";

/** True when `severity` is `level` or graver. */
export function isAtLeast(severity: Severity, level: Severity): boolean {
  return severityRank[severity] <= severityRank[level];
}

/** Orders by position, then rule, then path; diagnostics without a range come first. */
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
