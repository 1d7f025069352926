/**
 * The contract of a kind: one value that says all there is to know of it. Everything else (validation, documentation,
 * editor schemas, the server's endpoints) is derived from it.
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

/** Placeholder of the group domain in authored group names; filled in with `--group-domain`. */
export const domainPlaceholder = "<domain>";

/** The forms of an object in two versions. Neither function changes what it is given; both leave `metadata` as it is. */
export interface Conversion {
  /** From the version's form to the one that servers store. */
  toStored(object: object): object;
  /** And back. */
  fromStored(object: object): object;
}

/** How a document of OpenAPI writes schemas. */
export interface OpenApiForm {
  readonly version: 2 | 3;
  /** The schema of `metadata`. */
  readonly metadata: object;
}

/** A version of a kind's API and its shape. */
export interface KindVersion {
  /** `v1`, `v1beta1`. */
  readonly name: string;
  /** The group that this version is registered in, where that is not the kind's. */
  readonly group?: string;
  /** The name that it has there, where that is not the kind's. */
  readonly kind?: string;
  /** A domain whose components do not register it. */
  readonly exceptIn?: string;
  readonly schema: FieldSchema;
  /** The facts for server-side apply; absent: `schema` has them. */
  readonly applyType?: ApplyType;
  /** The schema in a document of OpenAPI; absent: `schema` says it. */
  openApi?(form: OpenApiForm): object;
  /** Extensions beside that schema, and beside that of lists. */
  readonly openApiNotes?: object;
  /** First release that reads this version. */
  readonly since?: string;
  /** First release that no longer reads it; may be one that is only announced. */
  readonly until?: string;
  /** Release since when the API server warns of it. */
  readonly deprecated?: string;
  /**
   * The replacement: group and version, and the kind where that is another one: `discovery.<domain>/v1/EndpointSlice`.
   */
  readonly replacement?: string;
  /** Release since when the API server has it only where `--runtime-config` turns it on. */
  readonly optionalSince?: string;
  /** Between this version and the one that servers store; absent where both have the same fields. */
  readonly conversion?: Conversion;
}

/** A version of a kind that no target reads any more. */
export interface RetiredVersion {
  /** With the domain placeholder. */
  readonly group: string;
  readonly name: string;
  readonly kind: string;
  /** First release that no longer read it. */
  readonly until: string;
  /** As in `KindVersion`; absent for what nothing replaces. */
  readonly replacement?: string;
}

/** How the receiver of a document that is not stored reads it. */
export interface Reader {
  /** The treatment of fields that the reader does not know, and of repeated ones. */
  readonly unknownFields: "error" | "warning" | "ignore";
  /** Release since when unknown fields are an error, where earlier ones dropped them. */
  readonly strictSince?: string;
  /** Which of `apiVersion` and `kind` the reader can do without; `identity` of one that looks at neither. */
  readonly mayOmit: "nothing" | "both" | "kind" | "identity";
}

/** How the component that loads a configuration file treats the file as a whole. */
export interface Loader extends Reader {
  /** The flag that names the file, `--authentication-config`. */
  readonly flag: string;
  /** An empty file is refused, or read as an object without fields. */
  readonly emptyFile: "error" | "empty-object";
  /** Top-level fields that files of before there were versions have, and the kind that such a file is read as. */
  readonly unversioned?: Readonly<Record<string, string>>;
}

/** A column that tables of the kind have. */
export interface Column<T> {
  readonly name: string;
  /** A `date` is shown as it is, of an `age` the time since; the value of both is an RFC 3339 time. */
  readonly type: "string" | "integer" | "number" | "boolean" | "date" | "age";
  /** Says more of the type; default none. */
  readonly format?: string;
  readonly description: string;
  /** 0 columns are shown always, others with `-o wide`. */
  readonly priority?: number;
  /** The cell of an object, null for one that has no such value. @param nowMs - milliseconds since 1970, for what tells how long something takes */
  value(object: T, nowMs: number): string | number | boolean | null;
  /** An RFC 3339 time whose age follows the value, as in `5 (3h ago)`. */
  since?(object: T): string | undefined;
}

/** An object seen as a Scale. */
export interface ScaleView {
  /** Where the object has the number of replicas that it is to have. */
  readonly replicasPath: readonly string[];
  /** Whether the object has that number; absent: it always has. */
  hasReplicas?(object: object): boolean;
  /** The Scale of an object, without metadata. */
  scaleOf(object: object): object;
  /** The object with the number of replicas that a Scale asks for. */
  withScale(object: object, scale: object): object;
}

/** The inputs of defaults and of the preparation of an update. */
export interface UpdateContext extends RuleContext {
  /** The time of the write: RFC 3339, in UTC and whole seconds. Absent where nothing is written. */
  readonly now?: string;
}

/** Fields that a schema takes as they are, read after all. */
export interface FreeReading {
  /** Values of the wrong type. */
  readonly unfit: readonly Pick<Finding, "path" | "message" | "serverText">[];
  readonly unknown: readonly FieldPath[];
}

/** The parts of a kind that a server needs. List and patch semantics are at the schema's fields. */
export interface Resource<T> {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The kind of its lists; absent: `<kind>List`. */
  readonly listKind?: string;
  readonly scope: "Namespaced" | "Cluster";
  /** The verbs of the resource; absent: all. `create` alone is a question, of which nothing is stored. */
  readonly verbs?: readonly string[];
  /** The feature gate that a server needs on to have it. */
  readonly gate?: string;
  /**
   * Metadata whose changes begin a new generation, as those of the content do; `disabled`: fields that a feature gate
   * does not let in; `empties`: empty lists and maps, even if they are there already, which are stored as absent ones. `exactly`
   * where any other value of content or status does, and an absent one is neither null nor empty; `nothing` where the first generation is the only one.
   */
  readonly countsInGeneration?: readonly ("annotations" | "labels" | "disabled" | "empties")[] | "exactly" | "nothing";
  /** Annotations that kube-apiserver has as fields of its own, and not in the metadata that it shows alone. */
  readonly fieldAnnotations?: readonly string[];
  /** The version in which objects are stored, where a release has it; absent: the newest that is stable, else the newest. */
  readonly storedVersion?: string;
  /** The version that `storageVersionHash` of discovery is of; absent: the one in which objects are stored. */
  readonly hashedVersion?: string;
  /** `KIND.group` whose objects these are in another form, with the domain placeholder. */
  readonly storedAs?: string;
  /** Fields of which the order of keys counts: two texts of JSON are compared. A patch sorts the keys of the maps that it enters. */
  readonly rawFields?: readonly string[];
  /** Paths of fields in which an update may not have an empty list or map where it may have none: both are stored as none. */
  readonly seesEmpties?: readonly (readonly string[])[];
  /** Subresources by name; a `status` one makes status writable there only. */
  readonly subresources?: readonly string[];
  /** Releases since when servers have a subresource, by its name; absent: all have it. */
  readonly subresourcesSince?: Readonly<Record<string, string>>;
  readonly columns: readonly Column<T>[];
  /** Compares objects for the order of rows of a table, as `Array.sort` wants it; absent: the order of the list. */
  compareRows?(a: T, b: T): number;
  /**
   * Fields that an endpoint neither sets nor lets its clients own, by subresource, `""` for the object itself:
   * `metadata.labels`. Absent: status for the object, and spec for a subresource of status.
   */
  readonly resetFields?: Readonly<Record<string, readonly string[]>>;
  /** The fields that the subresource `scale` shows and changes; absent: `spec.replicas`, as workloads have it. */
  readonly scale?: ScaleView;
  /** Whether an object that says no name gets a unique one. */
  readonly namesItself?: boolean;
  /** Whether PUT on an absent name creates the object. */
  readonly createOnUpdate?: boolean;
  /** True where the answer to a deletion is the object instead of a Status. */
  readonly answersDeletionWithObject?: boolean;
  /** Present where dependents are kept when a deletion does not say what becomes of them. */
  readonly orphansByDefault?: { readonly warning?: string };
  /** True for objects that never have dependents to wait for. */
  readonly ownsNothing?: boolean;
  /** Whether an update must say which resourceVersion it replaces: always, or not in the versions that never asked for it. */
  readonly needsResourceVersion?: boolean | { readonly exceptIn: readonly string[] };
  /** The fields that selectors may name apart from the name, and the namespace of what is in one. */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /** True where selectors may not name the namespace of what is in one. */
  readonly hidesNamespace?: boolean;
  /** Moves what is only written to where it is kept, before anything else is done to an object. */
  moveWritten?(object: T): void;
  /** Clears what a client may not set, and fills in what the server keeps; the name is known by then. */
  prepareForCreate?(object: T, context: RuleContext): void;
  /** Keeps what a client may not change, and counts generations. */
  prepareForUpdate?(object: T, oldObject: T, context: UpdateContext): void;
  /** Puts in again what the default admission plugins put into the stored object, for updates that no server's plugins see. */
  readmit?(object: T, oldObject: T): void;
  /** The same for a write through a subresource: all but what is written there is kept. */
  prepareForSubresource?(subresource: string, object: T, oldObject: T, context: UpdateContext): void;
  /**
   * Reads, in place, the fields of a body that the schema takes as they are. A rule says the same of files, at the line and
   * column.
   */
  readFreeFields?(object: T): FreeReading;
  /** Notes in the object that it is being deleted, apart from the times in its metadata. */
  markDeleted?(object: T): void;
  /** Whether more than its finalizers keeps an object that is deleted. */
  isHeld?(object: T): boolean;
  /**
   * Seconds from the request to delete an object until it is to be gone, 0 for at once. Absent where nothing is deleted
   * gracefully.
   *
   * @param asked - what the request says
   */
  gracePeriodSeconds?(object: T, asked: number | undefined): number;
}

/** A file that an object names. */
export interface FileReference {
  /** The field that names it. */
  readonly path: FieldPath;
  /** On the node; a relative one is looked for next to the file that names it. */
  readonly file: string;
  /** `KIND` or `KIND.group` whose loader reads it, with the domain placeholder. */
  readonly kind: string;
  /** The worst that its faults can be; default `error`. */
  readonly severity?: "warning";
}

/** A document that is inside an object, such as the configuration of a plugin. */
export interface EmbeddedDocument {
  /** The field that holds it. */
  readonly path: FieldPath;
  /** `KIND` or `KIND.group` that its reader takes it for, with the domain placeholder. */
  readonly kind: string;
  /** The worst that its faults can be; default `error`. */
  readonly severity?: "warning";
}

/** The outcome of reading an object. */
export interface Reading {
  /** As its reader holds it, before defaults. */
  readonly object: unknown;
  /** The fields that do not decode, from the object's root. */
  readonly errors: readonly DecodeError[];
}

/** Kinds that objects define. */
export interface DefinedKinds<T> {
  /** The rules that only such kinds have. */
  readonly rules: readonly RuleInfo[];
  /** The kind that an object defines; undefined when it is too faulty to define one. */
  kindOf(object: T): Kind | undefined;
}

/** A finding, as far as a kind must know it. */
export interface Found {
  readonly rule: string;
  readonly path: FieldPath;
  /** Of what does not fit the schema. */
  readonly value?: unknown;
}

/** How a kind of its own way of reading reads. */
export interface ReadContext extends Pick<RuleContext, "version"> {
  /** Whether a null that its field does not allow stays, for validation to refuse; default: as in a request, it is dropped. */
  readonly keepsNulls?: boolean;
  /** Whether the value is the reader's own, so that what it holds need not be copied before it is changed; default false. */
  readonly mayChange?: boolean;
}

/** All there is to know of a kind. */
export interface Kind<T = unknown> {
  readonly kind: string;
  /** Defined by an object of the cluster, a CustomResourceDefinition. */
  readonly isCustom?: true;
  /** Other names of the same kind. */
  readonly aliases?: readonly string[];
  /** API group with the domain placeholder: `rbac.authorization.<domain>`; empty for the core group. */
  readonly group: string;
  /** Newest first. */
  readonly versions: readonly KindVersion[];
  /** Its purpose, in a sentence or two. */
  readonly description: string;
  readonly rules: readonly Rule<T>[];
  readonly projectRules?: readonly ProjectRule[];
  /** In a run: the paths of a document whose values other documents of the kind replace, so that nobody reads them. */
  unread?(documents: readonly ProjectDocument[]): ReadonlyMap<ProjectDocument, readonly FieldPath[]>;
  /** Reads an object where the version's schema does not say all; by default the schema does. */
  read?(value: unknown, context: ReadContext): Reading;
  /** Does what its rules do once for all objects, in small steps; absent: that takes no time. Rules do the rest themselves. */
  prepare?(context: Pick<RuleContext, "version" | "target">): Iterable<unknown>;
  /** Fills in what the component fills in; applied twice it changes nothing more. */
  applyDefaults?(object: T, context: UpdateContext): void;
  /**
   * The release since when the API server refuses an object for what a rule finds, where it was not always: for an older
   * target it is a warning; `never` for one of every target.
   */
  refusesSince?(finding: Found): string | undefined;
  /** Files of the node that the object names, each vetted as what its reader takes it for. */
  references?(object: T, context: RuleContext): readonly FileReference[];
  /** Documents inside the object, each vetted in its place. */
  embedded?(object: T, context: RuleContext): readonly EmbeddedDocument[];
  /** Present where objects of this kind define other kinds. */
  readonly defines?: DefinedKinds<T>;
  /** Present for configuration files. */
  readonly loader?: Loader;
  /** Present for what components tell each other, and read as a loader reads its file. */
  readonly reader?: Reader;
  /** Documents of it also come as a list of its own, `<kind>List`; resources always do. */
  readonly isListed?: true;
  /** Present for resources that a server stores. */
  readonly resource?: Resource<T>;
  /**
   * Present where several definitions of the kind are known that need not agree, as of two channels of a project. A
   * cluster has one of them, so an object is sound that is sound by any.
   */
  readonly variants?: readonly Kind<T>[];
}

/** How a document of the kind is read; undefined of resources, which are decoded strictly. */
export function readerOf(kind: Kind): Reader | undefined {
  return kind.loader ?? kind.reader;
}

/** The treatment of unknown fields in a release. @param reaches - whether it is the given release or a later one */
export function unknownFieldsIn(
  { unknownFields, strictSince }: Reader,
  reaches: RuleContext["reaches"],
): Reader["unknownFields"] {
  return strictSince !== undefined && !reaches(strictSince) ? "warning" : unknownFields;
}

/** The group of a kind in a domain. */
export function groupIn(domain: string, group: string): string {
  return group.replace(domainPlaceholder, domain);
}

/** The versions that components of a domain register. */
export function versionsIn(domain: string, kind: Kind): readonly KindVersion[] {
  return kind.versions.filter(({ exceptIn }) => exceptIn !== domain);
}

/** The group of a version of a kind in a domain. */
export function groupOf(kind: Kind, version: KindVersion, domain: string): string {
  return groupIn(domain, version.group ?? kind.group);
}

/** `rbac.authorization.k8s.io/v1`, or `v1` in the core group. */
export function apiVersionOf(kind: Kind, version: KindVersion, domain: string): string {
  const group = groupOf(kind, version, domain);
  return group === "" ? version.name : `${group}/${version.name}`;
}

/** The names that a version of a kind goes by, the proper one first. */
export function namesOf(kind: Kind, version: KindVersion): readonly string[] {
  return version.kind === undefined ? [kind.kind, ...(kind.aliases ?? [])] : [version.kind];
}
