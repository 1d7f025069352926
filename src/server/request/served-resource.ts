/**
 * A resource as this server has it: a kind in one of its versions, with the group filled in.
 *
 * @module
 */
import { apiVersionOf, groupOf, type Kind, type KindVersion, type Resource } from "../../kind/kind.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { ResourceName } from "./failures.ts";

/** What an object is, for codecs: its identity on the wire, and the fields it has. */
export interface Shape {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: FieldSchema;
}

/** A kind in one of its versions. */
export interface ServedKind extends Shape {
  /** Empty for the core group. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  readonly definition: Kind<never>;
  readonly kindVersion: KindVersion;
}

export interface ServedResource extends ServedKind, ResourceName {
  readonly traits: Resource<never>;
  readonly isNamespaced: boolean;
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
  };
}

/** @param groupDomain - fills in the placeholder of the kind's group */
export function serveKind(kind: Kind, version: KindVersion, groupDomain: string): ServedResource {
  const traits = kind.resource;
  if (!traits) throw new Error(`${kind.kind} is no resource`);
  const { plural, scope } = traits;
  return Object.assign(kindInVersion(kind, version, groupDomain), {
    resource: plural,
    traits,
    isNamespaced: scope === "Namespaced",
  });
}
