/**
 * A store that passes its calls to an observer, for example for metrics.
 *
 * @module
 */
import type {
  CallOptions,
  GetOptions,
  GetResult,
  RangeRequest,
  RangeResult,
  Revision,
  Storage,
  Watch,
  WatchRequest,
} from "./storage.ts";

export type StorageCall = "get" | "range" | "create" | "update";

/** Runs a call and returns its result. @param key - the key of the call; for a range, its prefix */
export type ObserveCall = <T>(call: StorageCall, key: string, run: () => Promise<T>) => Promise<T>;

/** Returns the observed store. @param inner - closed together with this store */
export function observedStorage(inner: Storage, observe: ObserveCall): Storage {
  return {
    currentRevision: (options?: CallOptions): Promise<Revision> => inner.currentRevision(options),
    get: (key: string, options?: GetOptions): Promise<GetResult> => observe("get", key, () => inner.get(key, options)),
    range: (request: RangeRequest): Promise<RangeResult> =>
      observe("range", request.prefix, () => inner.range(request)),
    put: (key, value, expected, options) =>
      observe(expected === 0 ? "create" : "update", key, () => inner.put(key, value, expected, options)),
    delete: (key, expected, options) => inner.delete(key, expected, options),
    watch: (request: WatchRequest): Watch => inner.watch(request),
    compact: (revision, options) => inner.compact(revision, options),
    close: () => inner.close(),
  };
}
