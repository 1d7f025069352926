/**
 * Records the version in which the store has an object, if it is not the version in which new objects are stored.
 *
 * @module
 */
import type { ApiObject } from "./api-object.ts";
import type { ServedResource } from "./served-resource.ts";

const writtenVersionByObject = new WeakMap<ApiObject, ServedResource>();

/** Undefined if the object is stored in the version of new objects. */
export const writtenVersionOf = (object: ApiObject): ServedResource | undefined => writtenVersionByObject.get(object);

/** Records the version in which the object is stored. */
export function recordWrittenVersion(object: ApiObject, form: ServedResource | undefined): void {
  if (form) writtenVersionByObject.set(object, form);
}
