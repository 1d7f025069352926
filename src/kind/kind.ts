/**
 * The contract of a kind: one value with all facts about it. Everything else (validation, documentation, editor
 * schemas, the server's endpoints) is derived from it.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { RuleContext } from "../rule/context.ts";
import type { Finding } from "../rule/finding.ts";
import type { ProjectDocument, ProjectRule, Rule, RuleInfo } from "../rule/rule.ts";
import type { ApplyType } from "../schema/apply-type.ts";
import type { DecodeError } from "../schema/decode.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";

/** Placeholder of the group domain in authored group names; `--group-domain` sets its value. */
export const domainPlaceholder = "<domain>";

/**
 * Converts objects between a version and the version in storage. Neither function changes its argument; both leave
 * `metadata` unchanged.
 */
export interface Conversion {
  /** Converts from this version to the one in which servers store objects. */
  toStored(object: object): object;
  /** Converts from the stored version to this one. */
  fromStored(object: object): object;
}

/** The form of schemas in an OpenAPI document. */
export interface OpenApiForm {
  readonly version: 2 | 3;
  /** The schema of `metadata`. */
  readonly metadata: object;
}

/** A version of a kind's API, with its schema. */
export interface KindVersion {
  /** For example `v1` or `v1beta1`. */
  readonly name: string;
  /** The group in which this version is registered, if it differs from the kind's group. */
  readonly group?: string;
  /** The name of the kind in this version, if it differs from the kind's name. */
  readonly kind?: string;
  /** A group domain whose components do not register this version. */
  readonly exceptIn?: string;
  readonly schema: FieldSchema;
  /** The type for server-side apply; absent: it is derived from `schema`. */
  readonly applyType?: ApplyType;
  /** Returns the schema for an OpenAPI document; absent: it is derived from `schema`. */
  openApi?(form: OpenApiForm): object;
  /** OpenAPI extensions of that schema and of the list's schema. */
  readonly openApiNotes?: object;
  /** First release that reads this version. */
  readonly since?: string;
  /** First release that no longer reads it; it may be a release that is only announced. */
  readonly until?: string;
  /** First release whose API server warns about this version. */
  readonly deprecated?: string;
  /** The replacement: group and version, and the kind if it differs: `discovery.<domain>/v1/EndpointSlice`. */
  readonly replacement?: string;
  /** First release whose API server serves this version only if `--runtime-config` enables it. */
  readonly optionalSince?: string;
  /** Converts between this version and the stored one; absent if both have the same fields. */
  readonly conversion?: Conversion;
}

/** A version of a kind that no supported target reads. */
export interface RetiredVersion {
  /** With the domain placeholder. */
  readonly group: string;
  readonly name: string;
  readonly kind: string;
  /** First release that no longer read it. */
  readonly until: string;
  /** As in `KindVersion`; absent if nothing replaces the version. */
  readonly replacement?: string;
}

/** How a component reads a document of the kind that no server stores. */
export interface Reader {
  /** How the reader treats unknown and duplicate fields. */
  readonly unknownFields: "error" | "warning" | "ignore";
  /** First release in which unknown fields are an error; earlier releases drop them. */
  readonly strictSince?: string;
  /** Which of `apiVersion` and `kind` the document may omit; `identity` if the reader ignores both. */
  readonly mayOmit: "nothing" | "both" | "kind" | "identity";
}

/** How the component that loads a configuration file treats the file as a whole. */
export interface Loader extends Reader {
  /** The flag that names the file, `--authentication-config`. */
  readonly flag: string;
  /** Whether the loader rejects an empty file or reads it as an object without fields. */
  readonly emptyFile: "error" | "empty-object";
  /**
   * For files from before the format had versions: the kind as which they are read, by a top-level field that
   * identifies them.
   */
  readonly unversioned?: Readonly<Record<string, string>>;
}

/** A column in tables of the kind. */
export interface Column<T> {
  readonly name: string;
  /**
   * The value of a `date` or `age` is an RFC 3339 time: a `date` cell shows the time itself, an `age` cell the time
   * that has passed since.
   */
  readonly type: "string" | "integer" | "number" | "boolean" | "date" | "age";
  /** Refines the type; default: no format. */
  readonly format?: string;
  readonly description: string;
  /** Columns with 0 are always shown, others only with `-o wide`. */
  readonly priority?: number;
  /**
   * Returns the cell of an object, null if the object has no value for it.
   *
   * @param nowMs - milliseconds since 1970, for cells that show a duration up to now
   */
  value(object: T, nowMs: number): string | number | boolean | null;
  /** Returns an RFC 3339 time whose age follows the value, as in `5 (3h ago)`. */
  since?(object: T): string | undefined;
}

/** How the subresource `scale` reads and writes an object. */
export interface ScaleView {
  /** The path of the desired number of replicas in the object. */
  readonly replicasPath: readonly string[];
  /** Whether the object has that number; absent: all objects have it. */
  hasReplicas?(object: object): boolean;
  /** Returns the Scale of an object, without metadata. */
  scaleOf(object: object): object;
  /** Returns the object with the number of replicas that the Scale specifies. */
  withScale(object: object, scale: object): object;
}

/** The inputs for defaulting and for preparing an update. */
export interface UpdateContext extends RuleContext {
  /** The time of the write: RFC 3339, in UTC and whole seconds. Absent if nothing is written. */
  readonly now?: string;
}

/** Problems in fields that the schema accepts without decoding. */
export interface FreeReading {
  /** Values of the wrong type. */
  readonly unfit: readonly Pick<Finding, "path" | "message" | "serverText">[];
  readonly unknown: readonly FieldPath[];
}

/** The parts of a kind that a server needs. The notes of the schema's fields contain the list and patch semantics. */
export interface Resource<T> {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The kind of the list; absent: `<kind>List`. */
  readonly listKind?: string;
  readonly scope: "Namespaced" | "Cluster";
  /**
   * The verbs of the resource; absent: all. Objects of a resource with only `create` are review requests: the server
   * responds and stores nothing.
   */
  readonly verbs?: readonly string[];
  /** The feature gate that must be on for a server to have the resource. */
  readonly gate?: string;
  /**
   * Changes that raise `metadata.generation`, in addition to changes of the content. `annotations` and `labels`:
   * changes of that metadata. `disabled`: the client sets a field whose feature gate is off. `empties`: the client
   * sends an empty list or map, even if it sent it before, since it is stored as an absent one.
   *
   * `exactly`: every change of the content or the status raises it, and absent, null and empty values all differ.
   * `nothing`: the generation never changes after the first one.
   */
  readonly countsInGeneration?: readonly ("annotations" | "labels" | "disabled" | "empties")[] | "exactly" | "nothing";
  /**
   * Annotations that are fields in kube-apiserver's internal type, so that responses with only metadata do not contain
   * them.
   */
  readonly fieldAnnotations?: readonly string[];
  /**
   * The version in which objects are stored, in releases that have it; absent: the newest stable version, or else the
   * newest.
   */
  readonly storedVersion?: string;
  /** The version that determines `storageVersionHash` in discovery; absent: the version in which objects are stored. */
  readonly hashedVersion?: string;
  /** `KIND.group`, with the domain placeholder, of the kind whose stored objects this kind shows in another form. */
  readonly storedAs?: string;
  /**
   * Fields whose key order counts, since the API server compares them as JSON text. A patch sorts the keys of the maps
   * that it enters.
   */
  readonly rawFields?: readonly string[];
  /**
   * Paths of fields that an update may leave absent, but may not set to an empty list or map, although both are stored
   * as absent.
   */
  readonly seesEmpties?: readonly (readonly string[])[];
  /** Subresources by name; with `status`, only that subresource can write the status. */
  readonly subresources?: readonly string[];
  /** First release with a subresource, by its name; absent: all releases have it. */
  readonly subresourcesSince?: Readonly<Record<string, string>>;
  readonly columns: readonly Column<T>[];
  /** Returns the columns of a list whose cells depend on its other objects; absent: `columns`. */
  columnsOfList?(objects: readonly T[]): readonly Column<T>[];
  /**
   * Compares objects for the order of a table's rows, as `Array.sort` expects; absent: the rows are in the order of the
   * list.
   */
  compareRows?(a: T, b: T): number;
  /**
   * Paths of fields, such as `metadata.labels`, that writes through an endpoint cannot set and that its clients cannot
   * own; by subresource, with `""` for the object itself. Absent: status for the object, and spec for a status
   * subresource.
   */
  readonly resetFields?: Readonly<Record<string, readonly string[]>>;
  /** The fields that the subresource `scale` reads and writes; absent: `spec.replicas`, as in workloads. */
  readonly scale?: ScaleView;
  /** Whether an object without a name gets a unique one. */
  readonly namesItself?: boolean;
  /** Whether a PUT for a name that does not exist creates the object. */
  readonly createOnUpdate?: boolean;
  /** Whether a deletion returns the object instead of a Status. */
  readonly answersDeletionWithObject?: boolean;
  /** Present if a deletion without a propagation policy orphans the dependents. */
  readonly orphansByDefault?: { readonly warning?: string };
  /** Whether objects never have dependents that their deletion would wait for. */
  readonly ownsNothing?: boolean;
  /**
   * Whether an update must specify the `resourceVersion` that it replaces: in all versions, or in all but the listed
   * ones, which never required it.
   */
  readonly needsResourceVersion?: boolean | { readonly exceptIn: readonly string[] };
  /** The fields that field selectors may use in addition to the name and, for namespaced objects, the namespace. */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /** Whether field selectors must not use the namespace although the resource is namespaced. */
  readonly hidesNamespace?: boolean;
  /** Moves write-only values to the fields that store them, before any other processing of the object. */
  moveWritten?(object: T): void;
  /**
   * Clears fields that clients may not set, and sets those that the server maintains. The object already has its name.
   */
  prepareForCreate?(object: T, context: RuleContext): void;
  /** Restores fields that clients may not change, and raises the generation. */
  prepareForUpdate?(object: T, oldObject: T, context: UpdateContext): void;
  /**
   * Restores values that default admission plugins set in the stored object, for updates that no server's plugins
   * process.
   */
  readmit?(object: T, oldObject: T): void;
  /** Prepares a write through a subresource: restores all fields except those that the subresource writes. */
  prepareForSubresource?(subresource: string, object: T, oldObject: T, context: UpdateContext): void;
  /**
   * Reads, in place, the fields of a request body that the schema accepts without decoding. For files, a rule reports
   * the same problems with line and column.
   */
  readFreeFields?(object: T): FreeReading;
  /** Records in the object that it is being deleted, apart from the timestamps in its metadata. */
  markDeleted?(object: T): void;
  /** Whether a deleted object must be kept for another reason than its `metadata.finalizers`. */
  isHeld?(object: T): boolean;
  /**
   * Seconds from a delete request until the object must be gone; 0: at once. Absent if objects have no graceful
   * deletion.
   *
   * @param asked - the grace period in the request
   */
  gracePeriodSeconds?(object: T, asked: number | undefined): number;
}

/** A file that an object refers to. */
export interface FileReference {
  /** The field that contains the file name. */
  readonly path: FieldPath;
  /** A path on the node; a relative path is resolved in the directory of the file that contains the reference. */
  readonly file: string;
  /** `KIND` or `KIND.group` whose loader reads the file, with the domain placeholder. */
  readonly kind: string;
  /** The highest severity of findings in the file; default `error`. */
  readonly severity?: "warning";
}

/** A document inside an object, such as the configuration of a plugin. */
export interface EmbeddedDocument {
  /** The field that contains the document. */
  readonly path: FieldPath;
  /** `KIND` or `KIND.group` as which the component reads the document, with the domain placeholder. */
  readonly kind: string;
  /** The highest severity of findings in the document; default `error`. */
  readonly severity?: "warning";
}

/** The result of reading an object. */
export interface Reading {
  /** The object as its reader decodes it, before defaulting. */
  readonly object: unknown;
  /** The fields that cannot be decoded, with paths from the object's root. */
  readonly errors: readonly DecodeError[];
}

/** How objects of a kind define other kinds. */
export interface DefinedKinds<T> {
  /** The rules that only the defined kinds have. */
  readonly rules: readonly RuleInfo[];
  /** Returns the kind that an object defines; undefined if the object has too many errors. */
  kindOf(object: T): Kind | undefined;
}

/** The parts of a finding that a kind needs. */
export interface Found {
  readonly rule: string;
  readonly path: FieldPath;
  /** The value that does not match the schema. */
  readonly value?: unknown;
}

/** The context of `Kind.read`. */
export interface ReadContext extends Pick<RuleContext, "version"> {
  /**
   * Whether to keep nulls in fields that do not allow them, so that validation reports them; default: they are dropped,
   * as in a request.
   */
  readonly keepsNulls?: boolean;
  /** Whether the reader owns the value, so that it may change parts of it without copying them; default false. */
  readonly mayChange?: boolean;
}

/** All facts about a kind. */
export interface Kind<T = unknown> {
  readonly kind: string;
  /** True if an object in the cluster, a CustomResourceDefinition, defines the kind. */
  readonly isCustom?: true;
  /** Other names of the same kind. */
  readonly aliases?: readonly string[];
  /** API group with the domain placeholder: `rbac.authorization.<domain>`; empty for the core group. */
  readonly group: string;
  /** Newest first. */
  readonly versions: readonly KindVersion[];
  /** Its purpose, in one or two sentences. */
  readonly description: string;
  readonly rules: readonly Rule<T>[];
  readonly projectRules?: readonly ProjectRule[];
  /**
   * Returns, for the documents of a run, the paths of values that other documents of the kind override, so that no
   * component reads them.
   */
  unread?(documents: readonly ProjectDocument[]): ReadonlyMap<ProjectDocument, readonly FieldPath[]>;
  /**
   * Reads an object, if the version's schema alone is not enough. Absent: the schema determines how objects are read.
   */
  read?(value: unknown, context: ReadContext): Reading;
  /**
   * Performs, in small steps, the work that its rules share for all objects. Absent if that work takes no time. Rules
   * do the remaining work themselves.
   */
  prepare?(context: Pick<RuleContext, "version" | "target">): Iterable<unknown>;
  /** Sets the defaults that the component sets. It is idempotent. */
  applyDefaults?(object: T, context: UpdateContext): void;
  /**
   * Returns the first release whose API server rejects an object for a finding, if earlier releases accept it: for
   * older targets the finding is a warning. `never`: it is a warning for every target.
   */
  refusesSince?(finding: Found): string | undefined;
  /** Returns the files on the node that the object refers to; each is vetted as the kind that its reader expects. */
  references?(object: T, context: RuleContext): readonly FileReference[];
  /** Returns the documents inside the object; each is vetted in its place. */
  embedded?(object: T, context: RuleContext): readonly EmbeddedDocument[];
  /** Present if objects of this kind define other kinds. */
  readonly defines?: DefinedKinds<T>;
  /** Present for configuration files. */
  readonly loader?: Loader;
  /** Present for documents that components send to each other, which are read as a loader reads its file. */
  readonly reader?: Reader;
  /** Documents of the kind can also be in a list, `<kind>List`. Resources always can. */
  readonly isListed?: true;
  /** Present for resources that a server stores. */
  readonly resource?: Resource<T>;
  /**
   * Present if several definitions of the kind are known that may differ, for example from two release channels of a
   * project. A cluster has one of them, so an object is valid if any of them accepts it.
   */
  readonly variants?: readonly Kind<T>[];
}

/** How a document of the kind is read; undefined for resources, which are decoded strictly. */
export function readerOf(kind: Kind): Reader | undefined {
  return kind.loader ?? kind.reader;
}

/**
 * How the reader treats unknown fields in a release.
 *
 * @param reaches - whether the target is the given release or a later one
 */
export function unknownFieldsIn(
  { unknownFields, strictSince }: Reader,
  reaches: RuleContext["reaches"],
): Reader["unknownFields"] {
  return strictSince !== undefined && !reaches(strictSince) ? "warning" : unknownFields;
}

/** Returns the group with the domain in place of the placeholder. */
export function groupIn(domain: string, group: string): string {
  return group.replace(domainPlaceholder, domain);
}

/** The versions of a kind that components of a domain register. */
export function versionsIn(domain: string, kind: Kind): readonly KindVersion[] {
  return kind.versions.filter(({ exceptIn }) => exceptIn !== domain);
}

/** The group of a kind's version in a domain. */
export function groupOf(kind: Kind, version: KindVersion, domain: string): string {
  return groupIn(domain, version.group ?? kind.group);
}

/** `rbac.authorization.k8s.io/v1`, or `v1` in the core group. */
export function apiVersionOf(kind: Kind, version: KindVersion, domain: string): string {
  const group = groupOf(kind, version, domain);
  return group === "" ? version.name : `${group}/${version.name}`;
}

/** The names of the kind in a version, the official name first. */
export function namesOf(kind: Kind, version: KindVersion): readonly string[] {
  return version.kind === undefined ? [kind.kind, ...(kind.aliases ?? [])] : [version.kind];
}
