/**
 * An object as handlers, registry and admission hold it: decoded, in plain JSON types, without `apiVersion` and `kind`,
 * which its resource knows. Objects that are stored or sent are never changed; code that changes one works on a copy.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";

/** Metadata is there for every object, if only empty. */
export interface ApiObject {
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A page of a collection. */
export interface ApiList {
  readonly metadata: {
    /** Absent of what is not stored. */
    readonly resourceVersion?: string;
    readonly continue?: string;
    /** Only where the server knows the number without reading on. */
    readonly remainingItemCount?: number;
  };
  /** Of a list in runs they are put together each time. */
  readonly items: readonly ApiObject[];
  /** How many objects are left out because they cannot be read. */
  readonly unreadable?: number;
  /** The items in arrays that are the same ones until an object in them changes: what is made of one can be kept with it. */
  readonly runs?: readonly (readonly ApiObject[])[];
}
