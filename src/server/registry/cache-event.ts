/**
 * A change of one object, as watches of its resource see it.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";

/** One write: created (no `previous`), changed, or deleted (no `object`). */
export interface CacheEvent {
  readonly key: string;
  readonly revision: number;
  readonly object?: ApiObject;
  readonly previous?: ApiObject;
}

/** What a watch delivers. */
export interface WatchedChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: ApiObject;
}
