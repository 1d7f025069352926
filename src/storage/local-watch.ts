/**
 * A watch of a local store: a place in its history that moves on as its reader asks.
 *
 * @module
 */
import { compactedRevision, type Span } from "./history.ts";
import type { Revision, Watch, WatchBatch, WatchEvent } from "./storage.ts";

/** Revisions that are looked at for one batch, so that a reader far behind does not keep others waiting. */
const maxRevisionsPerBatch = 1000;

/** The store as a watch needs it. */
export interface Watched {
  /** @throws {StorageError} when the store can no longer be used */
  span(): Span;
  /**
   * The event of a published revision that is not compacted.
   *
   * @throws {StorageError} `corrupt`
   */
  event(revision: Revision): WatchEvent;
  /** The watch has ended. */
  forget(): void;
}

interface Reader {
  resolve(result: IteratorResult<WatchBatch>): void;
  reject(error: unknown): void;
}

const finished: IteratorResult<WatchBatch> = { done: true, value: undefined };

export class LocalWatch implements Watch {
  readonly #prefix: string;
  readonly #watched: Watched;
  /** Everything up to here was delivered. */
  #revision: Revision;
  /** A batch was asked for that reaches this revision. */
  #wantedProgress: Revision | undefined;
  #reader: Reader | undefined;
  #isEnded = false;

  constructor(prefix: string, after: Revision, watched: Watched) {
    this.#prefix = prefix;
    this.#revision = after;
    this.#watched = watched;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<WatchBatch>> {
    if (this.#isEnded) return finished;
    if (this.#reader) throw new TypeError("a watch has one reader, who waits for a batch before asking for the next");
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.wake();
    });
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    this.end();
    return finished;
  }

  requestProgress(): void {
    if (this.#isEnded) return;
    try {
      this.#wantedProgress = this.#watched.span().revision;
    } catch {
      // The reader gets that error from its next batch.
    }
    this.wake();
  }

  /** Ends without an error. */
  end(): void {
    this.#isEnded = true;
    this.#watched.forget();
    this.#reader?.resolve(finished);
    this.#reader = undefined;
  }

  /** The store has changed: a reader that waits may get what it waits for. */
  wake(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    try {
      const batch = this.#nextBatch();
      if (batch === undefined) return;
      this.#reader = undefined;
      reader.resolve({ done: false, value: batch });
    } catch (error) {
      this.#reader = undefined;
      this.#isEnded = true;
      this.#watched.forget();
      reader.reject(error);
    }
  }

  #nextBatch(): WatchBatch | undefined {
    const span = this.#watched.span();
    if (this.#revision < span.compacted) throw compactedRevision(this.#revision, span.compacted);
    const from = this.#revision;
    const to = Math.min(span.revision, from + maxRevisionsPerBatch);
    const events = this.#eventsUpTo(to);
    this.#revision = Math.max(from, to);
    const isProgressDue = this.#wantedProgress !== undefined && this.#wantedProgress <= this.#revision;
    if (isProgressDue) this.#wantedProgress = undefined;
    const isFarBehind = to - from === maxRevisionsPerBatch;
    return events.length > 0 || isProgressDue || isFarBehind ? { events, revision: this.#revision } : undefined;
  }

  #eventsUpTo(last: Revision): WatchEvent[] {
    const events: WatchEvent[] = [];
    for (let revision = this.#revision + 1; revision <= last; revision++) {
      const event = this.#watched.event(revision);
      if (event.key.startsWith(this.#prefix)) events.push(event);
    }
    return events;
  }
}
