/**
 * The contract of a kind: one value that says all there is to know of it. Everything else (validation, documentation,
 * editor schemas, the server's endpoints) is derived from it.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { ProjectRule, Rule, RuleContext } from "../rule/rule.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";

/** Stands for the group domain in authored group names; filled in with `--group-domain`. */
export const domainPlaceholder = "<domain>";

/** A version of a kind's API and its shape. */
export interface KindVersion {
  /** `v1`, `v1beta1`. */
  readonly name: string;
  readonly schema: FieldSchema;
  /** First and last-but-one release that reads this version. */
  readonly since?: string;
  readonly until?: string;
}

/** How the component that loads a configuration file treats the file as a whole. */
export interface Loader {
  /** The flag that names the file, `--authentication-config`. */
  readonly flag: string;
  /** An empty file is refused, or read as an object without fields. */
  readonly emptyFile: "error" | "empty-object";
  readonly unknownFields: "error" | "warning" | "ignore";
  /** Which of `apiVersion` and `kind` the loader can do without. */
  readonly mayOmit: "nothing" | "both" | "kind";
}

/** A column that tables of the kind have. */
export interface Column<T> {
  readonly name: string;
  /** A `date` is shown as it is, of an `age` the time since; the value of both is an RFC 3339 time. */
  readonly type: "string" | "integer" | "date" | "age";
  readonly description: string;
  /** 0 columns are shown always, others with `-o wide`. */
  readonly priority?: number;
  /** The cell of an object. */
  value(object: T): string | number;
}

/** What a server needs to serve the kind. List and patch semantics stand at the schema's fields. */
export interface Resource<T> {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  /** Subresources by name; a `status` one makes status writable there only. */
  readonly subresources?: readonly string[];
  readonly columns: readonly Column<T>[];
  /** Whether PUT on an absent name creates the object. */
  readonly createOnUpdate?: boolean;
  /** Clears what a client may not set. */
  prepareForCreate?(object: T): void;
  /** Keeps what a client may not change. */
  prepareForUpdate?(object: T, oldObject: T): void;
}

/** A file that an object names. */
export interface FileReference {
  /** The field that names it. */
  readonly path: FieldPath;
  /** Absolute, on the node. */
  readonly file: string;
  /** Name of the kind whose loader reads it. */
  readonly kind: string;
}

/** All there is to know of a kind. */
export interface Kind<T = unknown> {
  readonly kind: string;
  /** Other names of the same kind. */
  readonly aliases?: readonly string[];
  /** API group with the domain placeholder: `rbac.authorization.<domain>`; empty for the core group. */
  readonly group: string;
  /** Newest first. */
  readonly versions: readonly KindVersion[];
  /** What it is for, in a sentence or two. */
  readonly description: string;
  readonly rules: readonly Rule<T>[];
  readonly projectRules?: readonly ProjectRule[];
  /** Fills in what the component fills in; applied twice it changes nothing more. */
  applyDefaults?(object: T, context: RuleContext): void;
  /** Files of the node that the object names, each vetted as what its reader takes it for. */
  references?(object: T): readonly FileReference[];
  /** Present for configuration files. */
  readonly loader?: Loader;
  /** Present for resources that a server stores. */
  readonly resource?: Resource<T>;
}

/** The group of a kind in a domain. */
export function groupIn(domain: string, group: string): string {
  return group.replace(domainPlaceholder, domain);
}
