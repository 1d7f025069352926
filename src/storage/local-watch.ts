/**
 * A watch in a local store: a position in its history that advances when the reader requests a batch.
 *
 * @module
 */
import { compactedRevision, type RevisionRange } from "./history.ts";
import { SingleReaderWatch } from "./single-reader-watch.ts";
import type { Revision, WatchBatch, WatchEvent } from "./storage.ts";

/** The maximum number of revisions to read for one batch, so that a reader that is far behind does not block others. */
const maxRevisionsPerBatch = 1000;

/** The part of the store that a watch uses. */
export interface WatchedStore {
  /** Returns the range of readable revisions. @throws {StorageError} if the store is closed or has failed */
  span(): RevisionRange;
  /**
   * Returns the event of a published revision that is not compacted.
   *
   * @throws {StorageError} `corrupt`
   */
  event(revision: Revision): WatchEvent;
  /** Called when the watch ends. */
  onEnd(): void;
}

export class LocalWatch extends SingleReaderWatch {
  readonly #prefix: string;
  readonly #watched: WatchedStore;
  /** All events up to this revision have been delivered. */
  #revision: Revision;
  /** The revision that a requested progress batch must reach. */
  #wantedProgress: Revision | undefined;

  constructor(prefix: string, after: Revision, watched: WatchedStore) {
    super();
    this.#prefix = prefix;
    this.#revision = after;
    this.#watched = watched;
  }

  protected override onEnd(): void {
    this.#watched.onEnd();
  }

  protected override onWait(): void {
    this.wake();
  }

  requestProgress(): void {
    if (this.isEnded) return;
    try {
      this.#wantedProgress = this.#watched.span().revision;
    } catch {
      // The reader gets the error with its next batch.
    }
    this.wake();
  }

  /** Called when the store has changed. Delivers a batch to a waiting reader, if there is one for it. */
  wake(): void {
    if (!this.hasReader) return;
    try {
      const batch = this.#nextBatch();
      if (batch) this.deliver(batch);
    } catch (error) {
      this.fail(error);
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
