/**
 * The changes of one resource, for readers that read several of them at a time: a thousand watches are not called for
 * each change. They are notified that there are changes, and each reads those that it has not read yet.
 *
 * @module
 */
import type { CacheEvent } from "./cache-event.ts";

/**
 * Reads changes at its own pace. All calls come in order; there are no calls after it has stopped, or after `reset` or
 * `close`.
 */
export interface ChangeReader {
  /** Changes are available. The next call follows only for changes after the next `read`. */
  news(): void;
  change(event: CacheEvent): void;
  /** Changes were missed: the reader must read the current state again. */
  reset(): void;
  /** The resource is no longer stored: there are no more changes. */
  close(): void;
}

/** A position in the log. Changes after it stay in memory as long as a reader holds the mark. */
export interface LogMark {
  readonly entry?: CacheEvent | "reset" | "close";
  readonly next?: LogMark;
}

type Link = LogMark & { next?: Link };

/** The position of a reader in the log. */
export interface LogPlace {
  /** Passes all unread changes to the reader. */
  read(): void;
  stop(): void;
}

export class ChangeLog {
  private last: Link = {};
  private readonly places = new Set<Place>();
  /** Readers that have read all changes. The others have been notified already. */
  private readonly idle = new Set<Place>();
  private readonly failed: (error: unknown) => void;

  /** @param failed - called with the error that a reader has thrown */
  constructor(failed: (error: unknown) => void) {
    this.failed = failed;
  }

  get end(): LogMark {
    return this.last;
  }

  add(event: CacheEvent): void {
    this.append(event);
    const idle = [...this.idle];
    this.idle.clear();
    for (const place of idle) place.announce();
  }

  /** Ends all readers. */
  stopAll(why: "reset" | "close"): void {
    this.append(why);
    for (const place of [...this.places]) place.read();
  }

  follow(reader: ChangeReader, after: LogMark): LogPlace {
    const place: Place = new Place(reader, after, {
      onRead: () => this.idle.add(place),
      onStop: () => {
        this.places.delete(place);
        this.idle.delete(place);
      },
      failed: this.failed,
    });
    this.places.add(place);
    this.idle.add(place);
    return place;
  }

  private append(entry: CacheEvent | "reset" | "close"): void {
    const link = { entry };
    this.last.next = link;
    this.last = link;
  }
}

interface PlaceEvents {
  onRead(): void;
  onStop(): void;
  failed(error: unknown): void;
}

class Place implements LogPlace {
  private readonly reader: ChangeReader;
  private readonly events: PlaceEvents;
  /** The last entry that was read; undefined after the reader has stopped. */
  private at: LogMark | undefined;

  constructor(reader: ChangeReader, at: LogMark, events: PlaceEvents) {
    this.reader = reader;
    this.at = at;
    this.events = events;
  }

  announce(): void {
    this.attempt(() => this.reader.news());
  }

  read(): void {
    this.attempt(() => {
      while (this.at?.next) {
        this.at = this.at.next;
        this.hand(this.at.entry);
      }
    });
    if (this.at) this.events.onRead();
  }

  stop(): void {
    this.at = undefined;
    this.events.onStop();
  }

  private hand(entry: LogMark["entry"]): void {
    if (typeof entry === "object") {
      this.reader.change(entry);
      return;
    }
    this.stop();
    if (entry) this.reader[entry]();
  }

  /** Calls the reader. A reader that throws has missed a change and is reset; other readers are not affected. */
  private attempt(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.events.failed(error);
      if (!this.at) return;
      this.stop();
      this.attempt(() => this.reader.reset());
    }
  }
}
