/**
 * Parts of a stored object that a write does not change.
 *
 * @module
 */

/** Gives `object` the stored value of a field, also where that is none. */
export function keepStored<T extends object, K extends keyof T>(field: K, object: T, oldObject: T): void {
  if (oldObject[field] === undefined) delete object[field];
  else object[field] = oldObject[field];
}
