/**
 * In which version the store has an object, as long as that is not the one in which new objects are stored.
 *
 * @module
 */
import type { ApiObject } from "./api-object.ts";
import type { ServedResource } from "./served-resource.ts";

const formByObject = new WeakMap<ApiObject, ServedResource>();

/** Undefined for an object in the form of new ones. */
export const writtenForm = (object: ApiObject): ServedResource | undefined => formByObject.get(object);

/** The object is in that form from now on. */
export function noteWrittenForm(object: ApiObject, form: ServedResource | undefined): void {
  if (form) formByObject.set(object, form);
}
