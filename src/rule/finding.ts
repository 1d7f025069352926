/**
 * A report of a rule about an object.
 *
 * @module
 */
import type { Cause, FieldPath, Fix, Severity } from "../diagnostic/diagnostic.ts";

/** A range of characters inside the string at the finding's path, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A further error of the API server. */
export interface AlsoNamed {
  /** Default: that of the finding, as errors call it. */
  readonly field?: FieldPath;
  /** Default: the finding's. */
  readonly cause?: Cause;
  /** Default: the finding's. */
  readonly message?: string;
  /** As `Finding.serverText`. */
  readonly serverText?: string;
  /** As `Finding.after`; default: `field`. */
  readonly after?: FieldPath;
  /** Default: the finding's. */
  readonly serverWarning?: string;
}

/** Two values of one type, as decoded. */
export interface Difference {
  readonly from: unknown;
  readonly to: unknown;
  /** With its package and version, `core/v1.PodSpec`. */
  readonly type: string;
  /** The internal type, where it has only some of the fields: `core.PersistentVolumeSource`. */
  readonly as?: string;
}

/** A report of a rule; the runner adds id and severity, the engine the place in the file. */
export interface Finding {
  readonly path: FieldPath;
  /** The demand, then the value found. No full stop. */
  readonly message: string;
  /** Default: the rule's. */
  readonly cause?: Cause;
  /** Default: the rule's. */
  readonly severity?: Severity;
  /** The field that the API server's own error names, where it is not that of `path` by the schema's notes: `spec`. */
  readonly field?: FieldPath;
  /** Further fields that the API server's own errors name for this fault, of which one finding says enough. */
  readonly also?: readonly AlsoNamed[];
  /** The API server stops with this fault and never comes to others at the path and below. */
  readonly hides?: FieldPath;
  /** The API server comes to this fault after all others there and inside of it, where that is not the place of the field. */
  readonly after?: FieldPath;
  /** The API server's own text after the type of its error, where programs look for parts of it: `-1: spec.replicas in body …`. */
  readonly serverText?: string;
  /** With `serverText`: what the API server appends the difference of. */
  readonly differs?: Difference;
  /** The API server's own warning of the same: `{field}` is the name of the field, `{see}` that of the other place. */
  readonly serverWarning?: string;
  readonly help?: string;
  readonly fix?: Fix;
  /** Point at the key instead of the value. */
  readonly atKey?: boolean;
  /** Point into the string at the path. */
  readonly span?: Span;
  readonly value?: string | number | boolean | null;
  /** Another place of the same document that explains this one. */
  readonly see?: { readonly path: FieldPath; readonly message: string };
}

/** A finding with its paths moved below `base`. */
export function below<F extends Finding>(base: FieldPath, finding: F): F {
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
