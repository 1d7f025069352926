/**
 * A change of one object, as watches of its resource see it.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { atRevision } from "../request/object-json.ts";

/** One write: created (no `previous`), changed, or deleted (no `object`). */
export interface CacheEvent {
  readonly key: string;
  readonly revision: number;
  readonly object?: ApiObject;
  readonly previous?: ApiObject;
  /** The events for clients that watch all objects. */
  readonly change: WatchedChange;
}

/** The events of a watch; a deleted object says the version of its deletion. */
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

/** @returns undefined for a write that changed nothing that was there */
export function cacheEvent({ key, revision, object, previous }: Write): CacheEvent | undefined {
  if (object) {
    const change = { type: previous ? "MODIFIED" : "ADDED", object } as const;
    return { key, revision, object, change, ...(previous ? { previous } : {}) };
  }
  if (!previous) return undefined;
  const last = atRevision(previous, revision);
  return { key, revision, previous, change: { type: "DELETED", object: last } };
}
