/**
 * Keeps the parts of a stored object that a write cannot change.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Resource } from "../../kind/kind.ts";

/** Sets a field to its stored value, or removes it if the stored object does not have it. */
export function keepStored<T extends object, K extends keyof T>(field: K, object: T, oldObject: T): void {
  if (oldObject[field] === undefined) delete object[field];
  else object[field] = oldObject[field];
}

interface HasMetadata {
  metadata?: ObjectMeta;
}

const clientMetadataFields = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "generation",
  "deletionTimestamp",
] as const;

/** Keeps the stored metadata that clients can set, and the deletion time, in a write of another part of the object. */
export function keepClientMetadata(object: HasMetadata, oldObject: HasMetadata): void {
  if (!object.metadata && !oldObject.metadata) return;
  object.metadata ??= {};
  for (const name of clientMetadataFields) keepStored(name, object.metadata, oldObject.metadata ?? {});
}

interface Parts extends HasMetadata {
  spec?: object;
  status?: object;
}

type Strategy = Pick<
  Resource<Parts>,
  "resetFields" | "prepareForCreate" | "prepareForUpdate" | "prepareForSubresource"
>;

/**
 * How kube-apiserver handles writes if only the status subresource can change the status, and cannot change the spec.
 */
export const separateStatusStrategy: Strategy = {
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

/**
 * Like `separateStatusStrategy`, but the status subresource keeps the stored metadata, except for the name, which the request path
 * also contains, and a uid, which must be that of the object.
 */
export const statusWithoutMetadataStrategy: Strategy = {
  ...separateStatusStrategy,
  resetFields: statusResets,
  prepareForSubresource(_subresource, object, oldObject) {
    keepStored("spec", object, oldObject);
    const { name = "", uid } = object.metadata ?? {};
    object.metadata = { ...oldObject.metadata, name, ...(uid ? { uid } : {}) };
  },
};

/** Like `separateStatusStrategy`, but the status subresource also keeps the metadata that clients can set. */
export const statusOnlyStrategy: Strategy = {
  ...separateStatusStrategy,
  resetFields: statusResets,
  prepareForSubresource(_subresource, object, oldObject) {
    keepStored("spec", object, oldObject);
    keepClientMetadata(object, oldObject);
  },
};
