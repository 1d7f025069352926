/**
 * A store that only this process writes to: the order of writes, their visibility to readers and watches, and
 * compaction. A backing stores the tables.
 *
 * Writes that arrive during a commit wait and then share the next one (group commit). A write is published to its
 * writer, readers and watches once it is durable, so that they never see a write that a crash could undo.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { type CompactionOptions, startCompaction } from "./compactor.ts";
import {
  applyWrite,
  compactedRevision,
  eventAt,
  futureRevision,
  isNewest,
  type RevisionRange,
  readableRevision,
  readKey,
  readRange,
  sweep,
  type Tables,
  type Write,
} from "./history.ts";
import { checkKey, checkValue } from "./key.ts";
import { LocalWatch } from "./local-watch.ts";
import {
  type CallOptions,
  closedError,
  type GetOptions,
  type GetResult,
  isStorageError,
  type RangeRequest,
  type RangeResult,
  type Revision,
  type Storage,
  StorageError,
  type Watch,
  type WatchEvent,
  type WatchRequest,
} from "./storage.ts";

/** The storage of the tables. */
export interface Backing {
  readonly tables: Tables;
  /** The state of the last commit before the backing was opened. */
  readonly kept: BackingState;
  /** The approximate maximum size of replaced versions in the history; absent if they use no memory. */
  readonly maxHistoryBytes?: number;
  /** Waits for more writes to join the next commit; absent if that has no advantage. */
  gather?(): Promise<void>;
  /**
   * Makes the changes of `change` to the tables and the returned state durable, either completely or not. Only one
   * commit may be in progress.
   *
   * @returns when the changes are durable
   * @throws {StorageError} `full`, `read-only`: nothing was changed. After any other error, the state of the tables is
   *   unknown
   */
  commit(change: () => BackingState): Promise<void>;
  close(): Promise<void>;
}

/** The state that a backing stores in addition to its tables. */
export interface BackingState extends RevisionRange {
  /**
   * Versions that writes up to this revision replaced have been dropped. Below `compacted` if a compaction was
   * interrupted.
   */
  readonly swept: Revision;
}

/** The state of an empty store. */
export const newBackingState: BackingState = { revision: 1, compacted: 1, swept: 1 };

/**
 * The maximum number of writes in a commit. Others wait for the next commit, so that the first ones are not delayed.
 */
const maxWritesPerCommit = 1000;
/** The maximum number of revisions that one commit sweeps, so that the process can handle other requests in between. */
const maxSweptPerCommit = 1000;

/** The approximate size of a version without its value. */
const bytesPerVersion = 512;

interface QueuedWrite {
  readonly write: Write;
  resolve(revision: Revision): void;
  reject(error: unknown): void;
}

export class LocalStorage implements Storage {
  readonly #backing: Backing;
  readonly #stopCompaction: () => void;
  readonly #watches = new Set<LocalWatch>();
  /**
   * The events that are being published. Watches that are up to date use them; all others read the tables. Emptied
   * after publishing.
   */
  #publishedEvents: readonly WatchEvent[] = [];
  /** The durable state, which readers see. */
  #published: BackingState;
  #queue: QueuedWrite[] = [];
  /** Commits run one after the other: this is the last one; it never rejects. */
  #lastCommit: Promise<unknown> = Promise.resolve();
  #areWritesScheduled = false;
  #failure: StorageError | undefined;
  #closed: Promise<void> | undefined;
  /** The approximate size of versions replaced since `#halfway`. */
  #replacedBytes = 0;
  #halfLimitRevision: Revision | undefined;

  constructor(backing: Backing, options: CompactionOptions) {
    this.#backing = backing;
    this.#published = backing.kept;
    this.#stopCompaction = startCompaction(options, (before) => this.#compactBefore(before), backing.kept.revision);
  }

  async currentRevision({ signal }: CallOptions = {}): Promise<Revision> {
    signal?.throwIfAborted();
    this.#checkUsable();
    return this.#published.revision;
  }

  async get(key: string, { revision, knownRevision, signal }: GetOptions = {}): Promise<GetResult> {
    signal?.throwIfAborted();
    this.#checkUsable();
    const readable = readableRevision(this.#published, revision);
    const { tables } = this.#backing;
    if (knownRevision !== undefined && revision === undefined && isNewest(tables, key, knownRevision))
      return { isUnchanged: true, revision: readable };
    const entry = readKey(tables, key, readable);
    return { ...(entry && { entry }), revision: readable };
  }

  async range({ revision, signal, ...request }: RangeRequest): Promise<RangeResult> {
    signal?.throwIfAborted();
    this.#checkUsable();
    const readable = readableRevision(this.#published, revision);
    return readRange(this.#backing.tables, { ...request, revision: readable });
  }

  async put(key: string, value: Uint8Array, expected: Revision, { signal }: CallOptions = {}): Promise<Revision> {
    checkKey(key);
    checkValue(value);
    return this.#enqueue({ key, value, expected }, signal);
  }

  async delete(key: string, expected: Revision, { signal }: CallOptions = {}): Promise<Revision> {
    checkKey(key);
    if (expected <= 0) throw new RangeError("the expected revision of a deletion must be above 0");
    return this.#enqueue({ key, expected }, signal);
  }

  watch({ prefix, after, signal }: WatchRequest): Watch {
    const watch = new LocalWatch(prefix, after, {
      span: () => {
        this.#checkUsable();
        return this.#published;
      },
      event: (revision) => this.#eventAt(revision),
      onEnd: () => {
        this.#watches.delete(watch);
        signal?.removeEventListener("abort", end);
      },
    });
    const end = () => watch.finish();
    this.#watches.add(watch);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) watch.finish();
    return watch;
  }

  async compact(revision: Revision, { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    await untilAborted(this.#compact(revision), signal);
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    this.#stopCompaction();
    // Queued writes are still executed; later calls fail with `closed`.
    let last: Promise<unknown>;
    do {
      last = this.#lastCommit;
      await last;
    } while (last !== this.#lastCommit);
    this.#failure ??= closedError();
    this.#wakeWatches();
    await this.#backing.close();
  }

  #checkUsable(): void {
    if (this.#failure) throw this.#failure;
  }

  async #enqueue(write: Write, signal: AbortSignal | undefined): Promise<Revision> {
    signal?.throwIfAborted();
    this.#checkUsable();
    if (this.#closed) throw closedError();
    const written = new Promise<Revision>((resolve, reject) => this.#queue.push({ write, resolve, reject }));
    this.#scheduleWrites();
    return untilAborted(written, signal);
  }

  #scheduleWrites(): void {
    if (this.#areWritesScheduled) return;
    this.#areWritesScheduled = true;
    void this.#runAfterCommits(async () => {
      await this.#backing.gather?.();
      this.#areWritesScheduled = false;
      await this.#commitWrites(this.#queue.splice(0, maxWritesPerCommit));
      if (this.#queue.length > 0) this.#scheduleWrites();
    });
  }

  /** Runs a function after all previous commits. */
  #runAfterCommits<T>(commit: () => Promise<T>): Promise<T> {
    const turn = this.#lastCommit.then(commit);
    this.#lastCommit = turn.catch(() => {});
    return turn;
  }

  async #commitWrites(queued: readonly QueuedWrite[]): Promise<void> {
    const events: WatchEvent[] = [];
    const settlers: (() => void)[] = [];
    const change = (): BackingState => {
      const { revision } = this.#published;
      for (const { write, resolve, reject } of queued) {
        const outcome = applyWrite(this.#backing.tables, write, revision + events.length + 1);
        if (outcome instanceof StorageError) {
          settlers.push(() => reject(outcome));
        } else {
          events.push(outcome);
          settlers.push(() => resolve(outcome.revision));
        }
      }
      return { ...this.#published, revision: revision + events.length };
    };
    try {
      await this.#commit(change);
    } catch (error) {
      for (const { reject } of queued) reject(error);
      return;
    }
    for (const answer of settlers) answer();
    this.#publishedEvents = events;
    this.#wakeWatches();
    this.#publishedEvents = [];
    for (const { previous } of events) if (previous) this.#replacedBytes += bytesPerVersion + previous.value.length;
    this.#boundHistory();
  }

  /**
   * Compacts each time that the size of the versions replaced since the last time reaches half of the limit: drops the
   * history before that last time. Thus at least half of the limit is kept.
   */
  #boundHistory(): void {
    const { maxHistoryBytes = Number.POSITIVE_INFINITY } = this.#backing;
    if (this.#replacedBytes < maxHistoryBytes / 2) return;
    this.#replacedBytes = 0;
    // If the store has failed, the next call reports the error.
    this.#compactBefore(this.#halfLimitRevision).catch(() => {});
    this.#halfLimitRevision = this.#published.revision;
  }

  #wakeWatches(): void {
    for (const watch of this.#watches) watch.wake();
  }

  /** Commits a change and publishes the state. If the backing fails halfway, the store is not usable any more. */
  async #commit(change: () => BackingState): Promise<void> {
    this.#checkUsable();
    let kept = this.#published;
    try {
      await this.#backing.commit(() => {
        kept = change();
        return kept;
      });
    } catch (error) {
      if (isStorageError(error, "full") || isStorageError(error, "read-only")) throw error;
      const code = isStorageError(error, "corrupt") ? "corrupt" : "unavailable";
      this.#failure = new StorageError(code, `the store has stopped: ${String(error)}`, { cause: error });
      this.#wakeWatches();
      throw this.#failure;
    }
    this.#published = kept;
  }

  #eventAt(revision: Revision): WatchEvent {
    const [first] = this.#publishedEvents;
    return (first && this.#publishedEvents[revision - first.revision]) ?? eventAt(this.#backing.tables, revision);
  }

  async #compactBefore(before: Revision | undefined): Promise<Revision> {
    const { revision, compacted } = this.#published;
    if (before !== undefined && before > compacted) await this.#compact(before);
    return revision;
  }

  async #compact(revision: Revision): Promise<void> {
    await this.#runAfterCommits(async () => {
      this.#checkUsable();
      if (revision > this.#published.revision) throw futureRevision(revision, this.#published.revision);
      if (revision <= this.#published.compacted) throw compactedRevision(revision, this.#published.compacted);
      await this.#commit(() => ({ ...this.#published, compacted: revision }));
    });
    this.#wakeWatches();
    await this.sweepCompacted();
  }

  /** Reads the tables between commits, when everything in them is durable. */
  protected readBetweenCommits<T>(look: () => T): Promise<T> {
    return this.#runAfterCommits(async () => {
      this.#checkUsable();
      return look();
    });
  }

  /**
   * Replaces the content of the tables in one write. It gets the next revision; earlier revisions can no longer be
   * read.
   *
   * @param change - must leave no version above the current revision
   * @returns the new revision
   */
  protected replace(change: () => void): Promise<Revision> {
    return this.#runAfterCommits(async () => {
      const revision = this.#published.revision + 1;
      await this.#commit(() => {
        change();
        return { revision, compacted: revision, swept: revision };
      });
      this.#wakeWatches();
      return revision;
    });
  }

  /** Drops compacted versions that a sweep has not dropped yet. */
  async sweepCompacted(): Promise<void> {
    while (this.#published.swept < this.#published.compacted && this.#closed === undefined) {
      await this.#runAfterCommits(() =>
        this.#commit(() => {
          const { swept, compacted } = this.#published;
          const last = Math.min(compacted, swept + maxSweptPerCommit);
          sweep(this.#backing.tables, swept + 1, last);
          return { ...this.#published, swept: last };
        }),
      );
      await setImmediate();
    }
  }
}

/** Rejects when the signal is aborted; the operation itself continues. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
