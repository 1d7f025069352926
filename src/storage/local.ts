/**
 * A store that this process alone writes to: the order of writes, what readers and watches may see, and compaction, over
 * tables that are kept somewhere.
 *
 * Writes that arrive while others are being made durable wait and become durable together (group commit). A write is
 * published, to its writer, readers and watches alike, once it is durable; so nobody ever sees one that a crash undoes.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { type CompactionOptions, compactOnTime } from "./compactor.ts";
import {
  applyWrite,
  compactedRevision,
  eventAt,
  futureRevision,
  isNewest,
  readableRevision,
  readKey,
  readRange,
  type Span,
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
  isStorageError,
  type RangeRequest,
  type RangeResult,
  type Reading,
  type Revision,
  type Storage,
  StorageError,
  type Watch,
  type WatchEvent,
  type WatchRequest,
} from "./storage.ts";

/** Where the tables are kept. */
export interface Backing {
  readonly tables: Tables;
  /** As of the last commit before it was opened. */
  readonly kept: BackingState;
  /** Bytes of what was replaced, about, that history holds at most; absent where it takes no memory. */
  readonly maxHistoryBytes?: number;
  /** Lets writes arrive that belong into the next commit; absent when nothing is gained by that. */
  gather?(): Promise<void>;
  /**
   * Makes all that `change` does to the tables durable, or nothing of it; and with it how far the store has come. Only one
   * is under way at a time.
   *
   * @returns once it is durable
   * @throws {StorageError} `full`, `read-only`: nothing was changed. Any other error: what was changed is unknown
   */
  commit(change: () => BackingState): Promise<void>;
  close(): Promise<void>;
}

/** The state that a backing keeps in addition to its tables. */
export interface BackingState extends Span {
  /**
   * Values that the writes up to here replaced have been dropped; below `compacted` when a compaction was cut short.
   */
  readonly swept: Revision;
}

/** Of a store that nothing was written to. */
export const newBackingState: BackingState = { revision: 1, compacted: 1, swept: 1 };

/** Writes in one commit; more wait for the next, so that the first ones are not kept waiting. */
const maxWritesPerCommit = 1000;
/** Revisions that one commit sweeps: the process answers others in between. */
const maxSweptPerCommit = 1000;

/** About the size of a version apart from its value. */
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
   * The change that is being published: watches that keep up share it, all others read the tables. BackingState no longer than
   * that takes.
   */
  #news: readonly WatchEvent[] = [];
  /** The revision that is durable; the one that readers see. */
  #published: BackingState;
  #queue: QueuedWrite[] = [];
  /** Commits follow each other: this is the last one, which never rejects. */
  #lastCommit: Promise<unknown> = Promise.resolve();
  #areWritesScheduled = false;
  #failure: StorageError | undefined;
  #closed: Promise<void> | undefined;
  /** Since `#halfway`. */
  #replacedBytes = 0;
  #halfway: Revision | undefined;

  constructor(backing: Backing, options: CompactionOptions) {
    this.#backing = backing;
    this.#published = backing.kept;
    this.#stopCompaction = compactOnTime(options, (before) => this.#compactBefore(before), backing.kept.revision);
  }

  async currentRevision({ signal }: CallOptions = {}): Promise<Revision> {
    signal?.throwIfAborted();
    this.#checkUsable();
    return this.#published.revision;
  }

  async get(key: string, { revision, known, signal }: GetOptions = {}): Promise<Reading> {
    signal?.throwIfAborted();
    this.#checkUsable();
    const readable = readableRevision(this.#published, revision);
    const { tables } = this.#backing;
    if (known !== undefined && revision === undefined && isNewest(tables, key, known))
      return { isKnown: true, revision: readable };
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
      forget: () => {
        this.#watches.delete(watch);
        signal?.removeEventListener("abort", end);
      },
    });
    const end = () => watch.end();
    this.#watches.add(watch);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) watch.end();
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
    // The writes that wait already are still done; later calls find the store closed.
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
    void this.#inTurn(async () => {
      await this.#backing.gather?.();
      this.#areWritesScheduled = false;
      await this.#commitWrites(this.#queue.splice(0, maxWritesPerCommit));
      if (this.#queue.length > 0) this.#scheduleWrites();
    });
  }

  /** Runs behind the commits that are under way. */
  #inTurn<T>(commit: () => Promise<T>): Promise<T> {
    const turn = this.#lastCommit.then(commit);
    this.#lastCommit = turn.catch(() => {});
    return turn;
  }

  async #commitWrites(queued: readonly QueuedWrite[]): Promise<void> {
    const events: WatchEvent[] = [];
    const answers: (() => void)[] = [];
    const change = (): BackingState => {
      const { revision } = this.#published;
      for (const { write, resolve, reject } of queued) {
        const outcome = applyWrite(this.#backing.tables, write, revision + events.length + 1);
        if (outcome instanceof StorageError) {
          answers.push(() => reject(outcome));
        } else {
          events.push(outcome);
          answers.push(() => resolve(outcome.revision));
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
    for (const answer of answers) answer();
    this.#news = events;
    this.#wakeWatches();
    this.#news = [];
    for (const { previous } of events) if (previous) this.#replacedBytes += bytesPerVersion + previous.value.length;
    this.#boundHistory();
  }

  /** Half of what history may take is kept at least, as with time: each half ends with what was before the half before it. */
  #boundHistory(): void {
    const { maxHistoryBytes = Number.POSITIVE_INFINITY } = this.#backing;
    if (this.#replacedBytes < maxHistoryBytes / 2) return;
    this.#replacedBytes = 0;
    // A store that fails says so to the next call.
    this.#compactBefore(this.#halfway).catch(() => {});
    this.#halfway = this.#published.revision;
  }

  #wakeWatches(): void {
    for (const watch of this.#watches) watch.wake();
  }

  /** Commits, and publishes what was committed. A backing that failed halfway is not used any more. */
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
    const [first] = this.#news;
    return (first && this.#news[revision - first.revision]) ?? eventAt(this.#backing.tables, revision);
  }

  async #compactBefore(before: Revision | undefined): Promise<Revision> {
    const { revision, compacted } = this.#published;
    if (before !== undefined && before > compacted) await this.#compact(before);
    return revision;
  }

  async #compact(revision: Revision): Promise<void> {
    await this.#inTurn(async () => {
      this.#checkUsable();
      if (revision > this.#published.revision) throw futureRevision(revision, this.#published.revision);
      if (revision <= this.#published.compacted) throw compactedRevision(revision, this.#published.compacted);
      await this.#commit(() => ({ ...this.#published, compacted: revision }));
    });
    this.#wakeWatches();
    await this.sweepRest();
  }

  /** Looks at the tables between commits: what they hold is durable then. */
  protected inTurn<T>(look: () => T): Promise<T> {
    return this.#inTurn(async () => {
      this.#checkUsable();
      return look();
    });
  }

  /**
   * Puts other contents into the tables, as one write: it takes the next revision, and nothing below it can be read any more.
   *
   * @param change - leaves no version above the revision that the store had
   * @returns the revision
   */
  protected replace(change: () => void): Promise<Revision> {
    return this.#inTurn(async () => {
      const revision = this.#published.revision + 1;
      await this.#commit(() => {
        change();
        return { revision, compacted: revision, swept: revision };
      });
      this.#wakeWatches();
      return revision;
    });
  }

  /** Drops what is compacted and still there. */
  async sweepRest(): Promise<void> {
    while (this.#published.swept < this.#published.compacted && this.#closed === undefined) {
      await this.#inTurn(() =>
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

/** Gives up waiting when the signal is aborted; what was waited for goes on. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
