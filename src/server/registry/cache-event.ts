/**
 * A change of one object, as the watches of its resource receive it.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { withRevision } from "../request/object-json.ts";

/** One write: creation (no `previous`), update, or deletion (no `object`). */
export interface CacheEvent {
  readonly key: string;
  readonly revision: number;
  readonly object?: ApiObject;
  readonly previous?: ApiObject;
  /** The event for clients that watch all objects. */
  readonly change: WatchedChange;
}

/** A watch event. A deleted object has the resource version of its deletion. */
export interface WatchedChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: ApiObject;
}

interface Write {
  readonly key: string;
  readonly revision: number;
  readonly object: ApiObject | undefined;
  readonly previous: ApiObject | undefined;
}

/**
 * Builds the event of a write.
 *
 * @returns undefined for the deletion of an object that did not exist
 */
export function cacheEvent({ key, revision, object, previous }: Write): CacheEvent | undefined {
  if (object) {
    const change = { type: previous ? "MODIFIED" : "ADDED", object } as const;
    return { key, revision, object, change, ...(previous ? { previous } : {}) };
  }
  if (!previous) return undefined;
  const last = withRevision(previous, revision);
  return { key, revision, previous, change: { type: "DELETED", object: last } };
}
