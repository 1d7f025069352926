/**
 * Records the version in which the store has an object, if it is not the version in which new objects are stored.
 *
 * @module
 */
import type { ApiObject } from "./api-object.ts";
import type { ServedResource } from "./served-resource.ts";

const formByObject = new WeakMap<ApiObject, ServedResource>();

/** Undefined if the object is stored in the version of new objects. */
export const writtenForm = (object: ApiObject): ServedResource | undefined => formByObject.get(object);

/** Records the version in which the object is stored. */
export function noteWrittenForm(object: ApiObject, form: ServedResource | undefined): void {
  if (form) formByObject.set(object, form);
}
