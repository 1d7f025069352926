/**
 * A resource as this server has it: a kind in one of its versions, with the group filled in.
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

/** The type of an object, for codecs: its identity on the wire, and the fields it has. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
  /** The kind of its lists; absent: `<kind>List`. */
  readonly listKind?: string;
  readonly schema: FieldSchema;
  /** The definition that clients made of it; absent: every server knows it. */
  readonly definedBy?: CustomResourceDefinition;
  /** Reads an object where the schema does not say all; absent: the schema does. */
  read?(value: unknown, context?: Omit<ReadContext, "version">): Reading;
  /** Fields of which the order of keys counts. */
  readonly rawFields?: readonly string[];
  /** Reads the fields that the schema takes as they are; absent: they are. */
  readFreeFields?(object: unknown): FreeReading;
}

/** The type of a list of them. */
export const listOf = <T extends Pick<ObjectType, "kind" | "listKind">>(type: T): T => ({
  ...type,
  kind: type.listKind ?? `${type.kind}List`,
});

/** A kind in one of its versions. */
export interface ServedKind extends ObjectType {
  /** Empty for the core group. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  readonly definition: Kind<never>;
  readonly kindVersion: KindVersion;
  /** Asks somebody for its objects in other versions; absent: nobody needs to be asked. */
  readonly convert?: ConvertObjects;
}

/** How objects are kept that do not say by their resource alone in which version they were written. */
export interface Keeping {
  /** The object as it was written is the one that a reading of its bytes gives. */
  readonly isReadAsWritten: boolean;
  /** As the store has it. */
  toKept(object: ApiObject): ApiObject;
  /** As the resource has it; changes what it is given. */
  fromKept(kept: ApiObject): ApiObject;
  /** An object as reads have it after a write; absent: as it was written. */
  asKept?(object: ApiObject): ApiObject;
}

/** The same objects in another version of their kind. @throws {StatusError} */
export type ConvertObjects = (
  objects: readonly ApiObject[],
  from: ObjectType,
  to: ObjectType,
) => Promise<readonly ApiObject[]>;

export interface ServedResource extends ServedKind, ResourceName {
  readonly traits: Resource<never>;
  readonly isNamespaced: boolean;
  /** Where its objects are in the store. */
  readonly storePath: string;
  /** Absent: they are kept as they are. */
  readonly keeping?: Keeping;
  /** Tells the schema from those that the resource had before; absent: it has always the same one. */
  readonly schemaVersion?: string;
  /** Objects may be kept in its form, but clients do not see it. */
  readonly isHidden?: boolean;
  /** Its definition is being deleted. */
  readonly isEnding?: boolean;
  /** Further forms of its definition, in which nobody is served: objects and owners of fields may still be of these. */
  readonly unserved?: readonly ServedKind[];
  /** In whose form its objects are stored; absent: its own. */
  readonly stored?: ServedResource;
}

/** @param groupDomain - fills in the placeholder of the kind's group */
export function kindInVersion(kind: Kind, version: KindVersion, groupDomain: string): ServedKind {
  return {
    apiVersion: apiVersionOf(kind, version, groupDomain),
    kind: kind.kind,
    // Comes with the kind's family, which is loaded when it is first met.
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

/** @param groupDomain - fills in the placeholder of the kind's group */
export function serveKind(kind: Kind, version: KindVersion, groupDomain: string): ServedResource {
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

/** Whether it can only be asked, with POST: nothing is stored. */
export const isQuestion = ({ traits }: ServedResource): boolean =>
  traits.verbs?.length === 1 && traits.verbs[0] === "create";
