/**
 * An object as handlers, registry and admission use it: decoded, in plain JSON types, without `apiVersion` and `kind`,
 * which its resource has. Objects that are stored or sent are never changed; code that changes an object works on a
 * copy.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";

/** An object. Its metadata always exists, but may be empty. */
export interface ApiObject {
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A page of a collection. */
export interface ApiList {
  readonly metadata: {
    /** Absent if the objects are not stored. */
    readonly resourceVersion?: string;
    readonly continue?: string;
    /** Present only if the server knows the number without reading further. */
    readonly remainingItemCount?: number;
  };
  /** If the list has runs, they are joined at every access. */
  readonly items: readonly ApiObject[];
  /** How many objects are missing because they cannot be decoded. */
  readonly unreadable?: number;
  /**
   * The items in arrays that stay identical until one of their objects changes, so that derived data can be cached by
   * array.
   */
  readonly runs?: readonly (readonly ApiObject[])[];
}
