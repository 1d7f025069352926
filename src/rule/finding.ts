/**
 * Findings: the reports of rules about an object.
 *
 * @module
 */
import type { Cause, FieldPath, Fix, Severity } from "../diagnostic/diagnostic.ts";

/** A range of characters in the string at the finding's path, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An additional error of the API server for the same finding. */
export interface AlsoNamed {
  /** Default: the field that errors name for the finding. */
  readonly field?: FieldPath;
  /** Default: the finding's. */
  readonly cause?: Cause;
  /** Default: the finding's. */
  readonly message?: string;
  /** See `Finding.serverText`. */
  readonly serverText?: string;
  /** See `Finding.after`; default: `field`. */
  readonly after?: FieldPath;
  /** Default: the finding's. */
  readonly serverWarning?: string;
}

/** Two decoded values of the same type. */
export interface Difference {
  readonly from: unknown;
  readonly to: unknown;
  /** The type with its package and version, such as `core/v1.PodSpec`. */
  readonly type: string;
  /** The internal type if it has only some of the fields, such as `core.PersistentVolumeSource`. */
  readonly as?: string;
}

/** A report of a rule; the runner adds id and severity, and the engine adds the place in the file. */
export interface Finding {
  readonly path: FieldPath;
  /** The requirement, then the value found, without a period at the end. */
  readonly message: string;
  /** Default: that of the rule. */
  readonly cause?: Cause;
  /** Default: that of the rule. */
  readonly severity?: Severity;
  /**
   * The field that the API server's error names, if it differs from the one that the schema derives from `path`:
   * `spec`.
   */
  readonly field?: FieldPath;
  /** Additional errors of the API server for the same problem, for which one finding is enough. */
  readonly also?: readonly AlsoNamed[];
  /** The API server stops at this error, so it does not report others at and below this path. */
  readonly hides?: FieldPath;
  /**
   * The path after whose errors, and those below it, the API server reports this one, if that is not the position of
   * the field.
   */
  readonly after?: FieldPath;
  /** The API server's text after the type of the error, if programs search it: `-1: spec.replicas in body …`. */
  readonly serverText?: string;
  /** The values whose difference the API server appends to `serverText`. */
  readonly differs?: Difference;
  /**
   * The API server's warning about the same problem: `{field}` is the name of the field, `{see}` that of the other
   * place.
   */
  readonly serverWarning?: string;
  readonly help?: string;
  readonly fix?: Fix;
  /** Marks the key instead of the value. */
  readonly atKey?: boolean;
  /** Marks a range in the string at the path. */
  readonly span?: Span;
  readonly value?: string | number | boolean | null;
  /** Another place in the same document that explains this finding. */
  readonly see?: { readonly path: FieldPath; readonly message: string };
}

/** Returns the finding with its paths moved below `base`. */
export function moveBelow<F extends Finding>(base: FieldPath, finding: F): F {
  if (base.length === 0) return finding;
  const { path, field, also, hides, after, see } = finding;
  return {
    ...finding,
    path: [...base, ...path],
    ...(field && { field: [...base, ...field] }),
    ...(also && {
      also: also.map((named) => ({
        ...named,
        ...(named.field && { field: [...base, ...named.field] }),
        ...(named.after && { after: [...base, ...named.after] }),
      })),
    }),
    ...(hides && { hides: [...base, ...hides] }),
    ...(after && { after: [...base, ...after] }),
    ...(see && { see: { ...see, path: [...base, ...see.path] } }),
  };
}
