/**
 * The contract between the registry and a place that keeps things: a revisioned key-value store with
 * compare-and-write, reads at past
 * revisions, and watches. Keys and values mean nothing here; the registry owns their layout and encoding.
 *
 * The store has one revision, which counts its writes: each write takes the next number and never changes it. History is
 * kept until it is compacted. Reads without a revision are linearizable: they see every write that was acknowledged before
 * they began, and nothing that a crash could still undo.
 *
 * @module
 */

/** Counts writes to the whole store; each write takes a higher one. A safe integer; an empty store is at 1. */
export type Revision = number;

/** A key as one write left it. Nobody changes the bytes of `value`, neither who reads nor who wrote them. */
export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** When the key last came into being. */
  readonly createRevision: Revision;
  /** When this value was written. */
  readonly modRevision: Revision;
  /** Whether the same value would be stored in another form now, with another key. */
  readonly isStale?: true;
}

export interface CallOptions {
  /**
   * Gives up waiting: the call rejects with the reason of the signal. Whether a write happened is then unknown.
   */
  readonly signal?: AbortSignal;
}

export interface ReadOptions extends CallOptions {
  /** Reads the store as it was then; default: as it is now. */
  readonly revision?: Revision;
}

export interface GetOptions extends ReadOptions {
  /** The write that the caller has the entry of; a store that need not read its value for that may leave it out. */
  readonly known?: Revision;
}

export interface Reading {
  /** Absent when the key does not exist at that revision, and when it is known. */
  readonly entry?: Entry;
  /** The write that the caller knows is the newest one of the key. */
  readonly isKnown?: true;
  /** The revision of the reading: the one asked for, or that of the store. */
  readonly revision: Revision;
}

export interface RangeRequest extends ReadOptions {
  /** "" is all keys. */
  readonly prefix: string;
  /** The first key that may be returned; default: the prefix. The keys after a key start at that key and "\0". */
  readonly start?: string;
  /** At most so many entries; default: all. With 0 they are only counted. */
  readonly limit?: number;
}

/** A key whose value is not what was written. */
export interface Damage {
  readonly key: string;
  /** Of its newest version, by which it can be deleted; 0 when that is not known. */
  readonly revision: Revision;
  readonly why: string;
}

export interface RangeResult {
  /** Ascending by the UTF-8 bytes of the key. */
  readonly entries: readonly Entry[];
  /** Keys of the range that cannot be read; absent if all can be read. */
  readonly damaged?: readonly Damage[];
  /** How many more there are behind the last entry. */
  readonly remaining: number;
  /** The revision of the reading: the one asked for, or that of the store. */
  readonly revision: Revision;
}

export interface WatchRequest {
  /** "" is all keys. */
  readonly prefix: string;
  /** Events begin behind this revision: the `revision` of a range, so that the two together miss and repeat nothing. */
  readonly after: Revision;
  /** Ends the watch, without an error. */
  readonly signal?: AbortSignal;
}

/** One write, seen by a watch: created (no `previous`), changed, or deleted (no `entry`). */
export interface WatchEvent {
  readonly key: string;
  readonly revision: Revision;
  readonly entry?: Entry;
  readonly previous?: Entry;
}

/**
 * The next events, in the order of their revisions; all events of one revision are in one batch. A batch without events
 * tells only how far the watch has come.
 */
export interface WatchBatch {
  readonly events: readonly WatchEvent[];
  /** All events of the prefix up to here have been delivered. Never falls; may rise without events. */
  readonly revision: Revision;
}

/**
 * Batches as the reader asks for them (`for await`), by one reader. Nothing is queued for a slow reader: a watch is a place
 * in the history of the store, and a reader that falls behind what is compacted gets the error `compacted`. How long to wait
 * for a slow client, and what to queue for it, is the reader's matter.
 *
 * It ends with a StorageError: `compacted` (list again and watch from there), `unavailable` (watch again behind the last
 * revision delivered), `closed`; or without one, when its signal is aborted or its reader leaves the loop. A watch behind a
 * revision that the store has not reached waits for what comes behind it.
 */
export interface Watch extends AsyncIterableIterator<WatchBatch> {
  /**
   * Asks for a batch, with or without events, that reaches at least the revision that the store has now; for readers that
   * wait for a revision in which nothing of their prefix may have been written.
   */
  requestProgress(): void;
  return(): Promise<IteratorResult<WatchBatch>>;
}

/** A store of revisioned keys. All methods may be called at any time, also while others are under way. */
export interface Storage {
  /** The revision of the last write that was acknowledged before the call, or a later one. */
  currentRevision(options?: CallOptions): Promise<Revision>;

  /**
   * @throws {StorageError} `compacted` or `future-revision` when there is no such revision to read; `corrupt`, with the damage
   */
  get(key: string, options?: GetOptions): Promise<Reading>;

  /**
   * The entries of a prefix, all as they were at one revision.
   *
   * @throws {StorageError} `compacted` or `future-revision` when there is no such revision to read
   */
  range(request: RangeRequest): Promise<RangeResult>;

  /**
   * Writes `value` if the key was last written at `expected`; 0 means that the key must not exist. When it returns, the
   * write survives whatever the backend promises to survive.
   *
   * @returns the revision of this write
   * @throws {StorageError} `conflict` when `expected` is stale (nothing is written; `current` is what is there); `too-large`;
   *   `full`; `unavailable`: whether it was written is unknown
   */
  put(key: string, value: Uint8Array, expected: Revision, options?: CallOptions): Promise<Revision>;

  /**
   * Deletes the key if it was last written at `expected`, which is above 0.
   *
   * @returns the revision of this write
   * @throws {StorageError} as `put`
   */
  delete(key: string, expected: Revision, options?: CallOptions): Promise<Revision>;

  /** Returns at once; what hinders the watch is thrown by its first batch. */
  watch(request: WatchRequest): Watch;

  /**
   * Forgets what was before: reads below `revision` and watches from below it fail from now on. Current values are kept.
   *
   * @throws {StorageError} `compacted` when that was done before, `future-revision`
   */
  compact(revision: Revision, options?: CallOptions): Promise<void>;

  /** Ends all watches and lets the files go. Writes under way are finished first. May be called twice. */
  close(): Promise<void>;
}

export type StorageErrorCode =
  /** The key was written since; nothing was done. */
  | "conflict"
  /** The revision is no longer known. */
  | "compacted"
  /** The revision has not been reached yet. */
  | "future-revision"
  /** The store cannot be reached or has stopped; a write may have happened. */
  | "unavailable"
  /** No room left; nothing was written. Reads and deletes still work where the backend can do them. */
  | "full"
  /** The files may not be written. */
  | "read-only"
  /** Another process has the files open. */
  | "locked"
  /** The files are not what was written. */
  | "corrupt"
  /** The key or the value is above the limit of the backend; nothing was written. */
  | "too-large"
  /** The store cannot be entered: the credentials are missing or refused. */
  | "refused"
  /** `close` was called. */
  | "closed";

/** The error of a store that cannot do its task. Callers branch on `code`. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  /** With `conflict`: what the key holds; absent when it does not exist. */
  declare readonly current?: Entry;
  /** With `corrupt`: the one key that cannot be read; absent when it is more than that. */
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

/** @param current - what the key holds; undefined when it does not exist */
export function conflictError(key: string, expected: Revision, current: Entry | undefined): StorageError {
  const wanted = expected === 0 ? "must not exist" : `its last revision must be ${expected}`;
  const found = current === undefined ? "it does not exist" : `it was written at ${current.modRevision}`;
  return new StorageError("conflict", `${key} ${wanted}; ${found}`, current && { current });
}

/** `close` was called. */
export const closedError = (): StorageError => new StorageError("closed", "the store is closed");

/** The files are not what was written. */
export function corrupt(message: string): StorageError {
  return new StorageError("corrupt", `the store is damaged: ${message}`);
}

export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code);
}
