/**
 * Parts of a stored object that a write does not change.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Resource } from "../../kind/kind.ts";

/** Gives `object` the stored value of a field, also if the field is absent. */
export function keepStored<T extends object, K extends keyof T>(field: K, object: T, oldObject: T): void {
  if (oldObject[field] === undefined) delete object[field];
  else object[field] = oldObject[field];
}

interface HasMetadata {
  metadata?: ObjectMeta;
}

const clientsMetadata = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "generation",
  "deletionTimestamp",
] as const;

/** Keeps what clients set in metadata, and the time of deletion, for writes of another part of the object. */
export function keepClientsMetadata(object: HasMetadata, oldObject: HasMetadata): void {
  if (!object.metadata && !oldObject.metadata) return;
  object.metadata ??= {};
  for (const name of clientsMetadata) keepStored(name, object.metadata, oldObject.metadata ?? {});
}

interface Parts extends HasMetadata {
  spec?: object;
  status?: object;
}

type Strategy = Pick<
  Resource<Parts>,
  "resetFields" | "prepareForCreate" | "prepareForUpdate" | "prepareForSubresource"
>;

/** The treatment of writes where status is written through its subresource alone, and spec never through that. */
export const statusApart: Strategy = {
  prepareForCreate(object) {
    delete object.status;
  },
  prepareForUpdate(object, oldObject) {
    keepStored("status", object, oldObject);
  },
  prepareForSubresource(_subresource, object, oldObject) {
    keepStored("spec", object, oldObject);
  },
};

const statusResets = { "": ["status"], status: ["spec", "metadata"] };

/** The same where the subresource takes no metadata but the name, which the request names as well, and a uid, which must be that of the object. */
export const statusWithoutMetadata: Strategy = {
  ...statusApart,
  resetFields: statusResets,
  prepareForSubresource(_subresource, object, oldObject) {
    keepStored("spec", object, oldObject);
    const { name = "", uid } = object.metadata ?? {};
    object.metadata = { ...oldObject.metadata, name, ...(uid ? { uid } : {}) };
  },
};

/** The same where nothing but status is written through its subresource. */
export const statusAlone: Strategy = {
  ...statusApart,
  resetFields: statusResets,
  prepareForSubresource(_subresource, object, oldObject) {
    keepStored("spec", object, oldObject);
    keepClientsMetadata(object, oldObject);
  },
};
