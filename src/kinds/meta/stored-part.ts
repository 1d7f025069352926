/**
 * Parts of a stored object that a write does not change.
 *
 * @module
 */
import type { Resource } from "../../kind/kind.ts";

/** Gives `object` the stored value of a field, also where that is none. */
export function keepStored<T extends object, K extends keyof T>(field: K, object: T, oldObject: T): void {
  if (oldObject[field] === undefined) delete object[field];
  else object[field] = oldObject[field];
}

/** What becomes of writes where status is written through its subresource alone, and spec never through that. */
export const statusApart: Pick<
  Resource<{ spec?: object; status?: object }>,
  "prepareForCreate" | "prepareForUpdate" | "prepareForSubresource"
> = {
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
