/**
 * The contract between the registry and its storage: a revisioned key-value store with compare-and-write, reads at past
 * revisions, and watches. The store does not interpret keys and values; the registry defines their layout and encoding.
 *
 * The store has one revision, which counts its writes: each write gets the next number, which never changes. History is
 * kept until it is compacted. Reads without a revision are linearizable: they see every write that was acknowledged
 * before they began, and no write that a crash could still undo.
 *
 * @module
 */

/** Counts the writes to the whole store; each write gets a higher number. A safe integer; an empty store has 1. */
export type Revision = number;

/** A key and its value after a write. Neither readers nor writers may change the bytes of `value`. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** The write that created the key, or created it again after a deletion. */
  readonly createRevision: Revision;
  /** The write of this value. */
  readonly modRevision: Revision;
  /** True if a new write would encrypt the value with another key or provider. */
  readonly isStale?: true;
}

export interface CallOptions {
  /** Cancels the wait: the call rejects with the signal's reason. It is then unknown whether a write happened. */
  readonly signal?: AbortSignal;
}

export interface ReadOptions extends CallOptions {
  /** Reads the store as it was at this revision; default: the current one. */
  readonly revision?: Revision;
}

export interface GetOptions extends ReadOptions {
  /** The revision of the entry that the caller has. If it is still the newest, the store may omit the entry. */
  readonly knownRevision?: Revision;
}

export interface GetResult {
  /** Absent if the key does not exist at that revision, or if `isUnchanged`. */
  readonly entry?: Entry;
  /** True if the entry that the caller has is still the newest. */
  readonly isUnchanged?: true;
  /** The revision that was read: the requested one, or that of the store. */
  readonly revision: Revision;
}

export interface RangeRequest extends ReadOptions {
  /** "" means all keys. */
  readonly prefix: string;
  /** The first key that may be returned; default: the prefix. To continue after a key, append "\0" to it. */
  readonly start?: string;
  /** The maximum number of entries; default: all. With 0, entries are only counted. */
  readonly limit?: number;
}

/** A key whose stored value is damaged. */
export interface Damage {
  readonly key: string;
  /** The revision of the newest version, with which the key can be deleted; 0 if unknown. */
  readonly revision: Revision;
  readonly why: string;
}

export interface RangeResult {
  /** Ascending by the UTF-8 bytes of the key. */
  readonly entries: readonly Entry[];
  /** Keys of the range that cannot be read; absent if all can be read. */
  readonly damaged?: readonly Damage[];
  /** The number of further entries after the last one. */
  readonly remaining: number;
  /** The revision that was read: the requested one, or that of the store. */
  readonly revision: Revision;
}

export interface WatchRequest {
  /** "" means all keys. */
  readonly prefix: string;
  /**
   * Events start after this revision. With the `revision` of a range, the range and the watch together miss and repeat
   * nothing.
   */
  readonly after: Revision;
  /** Ends the watch without an error. */
  readonly signal?: AbortSignal;
}

/** A write in a watch: a creation (without `previous`), a change, or a deletion (without `entry`). */
export interface WatchEvent {
  readonly key: string;
  readonly revision: Revision;
  readonly entry?: Entry;
  readonly previous?: Entry;
}

/**
 * The next events in the order of their revisions; all events of one revision are in the same batch. A batch without
 * events only shows the progress of the watch.
 */
export interface WatchBatch {
  readonly events: readonly WatchEvent[];
  /**
   * All events of the prefix up to this revision have been delivered. It never decreases, and may increase without
   * events.
   */
  readonly revision: Revision;
}

/**
 * An iterator over batches for one reader (`for await`). Nothing is queued for a slow reader: a watch is a position in
 * the store's history, and a reader that falls behind the compacted revision gets the error `compacted`. The reader
 * decides how long to wait for a slow client and how much to queue for it.
 *
 * It ends with a StorageError: `compacted` (list again and watch from there), `unavailable` (watch again after the last
 * delivered revision) or `closed`. It ends without an error when its signal is aborted or its reader leaves the loop. A
 * watch after a revision that the store has not reached waits for later revisions.
 */
export interface Watch extends AsyncIterableIterator<WatchBatch> {
  /**
   * Requests a batch, with or without events, that reaches at least the store's current revision. For readers that wait
   * for a revision in which possibly nothing of their prefix was written.
   */
  requestProgress(): void;
  return(): Promise<IteratorResult<WatchBatch>>;
}

/** A store of revisioned keys. All methods may be called at any time, even concurrently. */
export interface Storage {
  /** Returns the revision of the last write that was acknowledged before the call, or a later one. */
  currentRevision(options?: CallOptions): Promise<Revision>;

  /**
   * Reads a key.
   *
   * @throws {StorageError} `compacted` or `future-revision` if the revision cannot be read; `corrupt`, with the damage
   */
  get(key: string, options?: GetOptions): Promise<GetResult>;

  /**
   * Returns the entries with a prefix, all at the same revision.
   *
   * @throws {StorageError} `compacted` or `future-revision` if the revision cannot be read
   */
  range(request: RangeRequest): Promise<RangeResult>;

  /**
   * Writes `value` if the key was last written at `expected`; 0 means that the key must not exist. After it returns,
   * the write is as durable as the backend promises.
   *
   * @returns the revision of this write
   * @throws {StorageError} `conflict` if `expected` is stale (nothing is written; `current` is the current entry);
   *   `too-large`; `full`; `unavailable`: it is unknown whether the value was written
   */
  put(key: string, value: Uint8Array, expected: Revision, options?: CallOptions): Promise<Revision>;

  /**
   * Deletes the key if it was last written at `expected`, which must be above 0.
   *
   * @returns the revision of this write
   * @throws {StorageError} as `put`
   */
  delete(key: string, expected: Revision, options?: CallOptions): Promise<Revision>;

  /** Returns immediately; the first batch throws any error of the watch. */
  watch(request: WatchRequest): Watch;

  /**
   * Drops history: from now on, reads below `revision` and watches from below it fail. Current values are kept.
   *
   * @throws {StorageError} `compacted` if the revision is already compacted, `future-revision`
   */
  compact(revision: Revision, options?: CallOptions): Promise<void>;

  /** Ends all watches and closes the files, after writes in progress are finished. May be called twice. */
  close(): Promise<void>;
}

export type StorageErrorCode =
  /** The key was written since `expected`; nothing was changed. */
  | "conflict"
  /** The revision is compacted. */
  | "compacted"
  /** The revision has not been reached yet. */
  | "future-revision"
  /** The store cannot be reached or has stopped; a write may have happened. */
  | "unavailable"
  /** There is no space left; nothing was written. Reads and deletes still work if the backend supports them then. */
  | "full"
  /** The files cannot be written. */
  | "read-only"
  /** Another process has the files open. */
  | "locked"
  /** The files are damaged. */
  | "corrupt"
  /** The key or the value exceeds the backend's limit; nothing was written. */
  | "too-large"
  /** The store denies access: the credentials are missing or rejected. */
  | "refused"
  /** `close` was called. */
  | "closed";

/** An error of a store. Callers branch on `code`. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  /** For `conflict`: the current entry; absent if the key does not exist. */
  declare readonly current?: Entry;
  /** For `corrupt`: the key that cannot be read; absent if more than one key is affected. */
  declare readonly damage?: Damage;
  constructor(
    code: StorageErrorCode,
    message: string,
    options: ErrorOptions & { readonly current?: Entry; readonly damage?: Damage } = {},
  ) {
    super(message, options);
    this.code = code;
    if (options.current !== undefined) this.current = options.current;
    if (options.damage !== undefined) this.damage = options.damage;
  }
}

/** Returns a conflict error. @param current - the current entry; undefined if the key does not exist */
export function conflictError(key: string, expected: Revision, current: Entry | undefined): StorageError {
  const wanted = expected === 0 ? "must not exist" : `its last revision must be ${expected}`;
  const found = current === undefined ? "it does not exist" : `it was written at ${current.modRevision}`;
  return new StorageError("conflict", `${key} ${wanted}; ${found}`, current && { current });
}

/** The error of calls after `close`. */
export const closedError = (): StorageError => new StorageError("closed", "the store is closed");

/** The error of damaged files. */
export function corrupt(message: string): StorageError {
  return new StorageError("corrupt", `the store is damaged: ${message}`);
}

export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code);
}
