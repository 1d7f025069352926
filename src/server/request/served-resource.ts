/**
 * A resource that this server serves: a kind in one of its versions, with its full group name.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import {
  apiVersionOf,
  type FreeReading,
  groupOf,
  type Kind,
  type KindVersion,
  type ReadContext,
  type Reading,
  type Resource,
} from "../../kind/kind.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { ApiObject } from "./api-object.ts";
import type { ResourceName } from "./failures.ts";

/** The type of an object, for codecs: apiVersion, kind and schema. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
  /** The kind of lists of these objects; absent: `<kind>List`. */
  readonly listKind?: string;
  readonly schema: FieldSchema;
  /** The CustomResourceDefinition of the type; absent: the type is built in. */
  readonly definedBy?: CustomResourceDefinition;
  /** Decodes an object of a type that its schema does not fully describe; absent: the schema is sufficient. */
  read?(value: unknown, context?: Omit<ReadContext, "version">): Reading;
  /** Fields in which the order of keys matters. */
  readonly rawFields?: readonly string[];
  /** Decodes the fields that the schema accepts unchecked; absent: they remain unchecked. */
  readFreeFields?(object: unknown): FreeReading;
}

/** The type of a list of these objects. */
export const listOf = <T extends Pick<ObjectType, "kind" | "listKind">>(type: T): T => ({
  ...type,
  kind: type.listKind ?? `${type.kind}List`,
});

/** A kind in one of its served versions. */
export interface ServedKind extends ObjectType {
  /** Empty for the core group. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  readonly definition: Kind;
  readonly kindVersion: KindVersion;
  /** Converts objects to other versions with a conversion webhook; absent: the conversion needs no webhook. */
  readonly convert?: ConvertObjects;
}

/** How to store objects if the resource alone does not determine the version in which they were written. */
export interface StorageConversion {
  /** Whether decoding the stored bytes yields the object exactly as it was written. */
  readonly isReadAsWritten: boolean;
  /** Converts an object to its stored form. */
  toStoredForm(object: ApiObject): ApiObject;
  /** Converts an object from its stored form; changes its argument. */
  fromStoredForm(kept: ApiObject): ApiObject;
  /** Returns an object after a write in the form that reads return; absent: as it was written. */
  toReadForm?(object: ApiObject): ApiObject;
}

/**
 * Converts objects to another version of their kind.
 *
 * @throws {StatusError}
 */
export type ConvertObjects = (
  objects: readonly ApiObject[],
  from: ObjectType,
  to: ObjectType,
) => Promise<readonly ApiObject[]>;

export interface ServedResource extends ServedKind, ResourceName {
  readonly traits: Resource<unknown>;
  readonly isNamespaced: boolean;
  /** The path of its objects in the store. */
  readonly storePath: string;
  /** Absent: objects are stored unchanged. */
  readonly keeping?: StorageConversion;
  /** Distinguishes the schema from earlier schemas of the resource; absent: the schema never changes. */
  readonly schemaVersion?: string;
  /** Whether the version is not served, although objects may be stored in it. */
  readonly isUnserved?: boolean;
  /** Whether its CustomResourceDefinition is being deleted. */
  readonly isTerminating?: boolean;
  /**
   * Versions of its CustomResourceDefinition that are not served; stored objects and managedFields may still refer to
   * them.
   */
  readonly unservedVersions?: readonly ServedKind[];
  /** The resource in the version in which its objects are stored; absent: this version. */
  readonly storageResource?: ServedResource;
}

/** @param groupDomain - replaces the placeholder in the kind's group */
export function kindInVersion(kind: Kind, version: KindVersion, groupDomain: string): ServedKind {
  return {
    apiVersion: apiVersionOf(kind, version, groupDomain),
    kind: kind.kind,
    // The schema belongs to the kind's family, which is loaded at the first access.
    get schema() {
      return version.schema;
    },
    group: groupOf(kind, version, groupDomain),
    version: version.name,
    definition: kind,
    kindVersion: version,
    ...(kind.read ? { read: readerOf(kind.read, version.name) } : {}),
    ...(kind.resource?.listKind ? { listKind: kind.resource.listKind } : {}),
    ...(kind.resource?.rawFields ? { rawFields: kind.resource.rawFields } : {}),
    ...(kind.resource?.readFreeFields ? { readFreeFields: kind.resource.readFreeFields } : {}),
  };
}

const readerOf =
  (read: NonNullable<Kind["read"]>, version: string): NonNullable<ServedKind["read"]> =>
  (value, context) =>
    read(value, { ...context, version });

/** @param groupDomain - replaces the placeholder in the kind's group */
export function servedResourceOf(kind: Kind, version: KindVersion, groupDomain: string): ServedResource {
  const traits = kind.resource;
  if (!traits) throw new Error(`${kind.kind} is no resource`);
  const { plural, scope } = traits;
  return Object.assign(kindInVersion(kind, version, groupDomain), {
    resource: plural,
    storePath: kind.isCustom ? `${kind.group}/${plural}` : plural,
    traits,
    isNamespaced: scope === "Namespaced",
  });
}

/** Whether the resource only supports POST: its objects are requests, and nothing is stored. */
export const isCreateOnly = ({ traits }: ServedResource): boolean =>
  traits.verbs?.length === 1 && traits.verbs[0] === "create";

/** Returns an object of the kind as its version in storage has it; shares what both have. */
export const toStoredVersion = <T extends object>({ kindVersion }: ServedKind, object: T): T =>
  (kindVersion.conversion?.toStored(object) ?? object) as T;

/** Returns an object from storage as this version of the kind has it; shares what both have. */
export const fromStoredVersion = <T extends object>({ kindVersion }: ServedKind, object: T): T =>
  (kindVersion.conversion?.fromStored(object) ?? object) as T;

/** Decodes an object again: removes the fields that the version of a custom resource does not have. */
export const pruneToVersion = (
  object: ApiObject,
  { read }: ServedKind,
  context?: Omit<ReadContext, "version">,
): ApiObject => (read?.(object, context).object ?? object) as ApiObject;
