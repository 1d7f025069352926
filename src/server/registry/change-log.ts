/**
 * The changes of one resource, for readers that take several of them at a time: a thousand watches are not told of
 * each change, but that there are some, and each reads those that it has not read yet.
 *
 * @module
 */
import type { CacheEvent } from "./cache-event.ts";

/** Reads changes in its own time. All calls come in order; none comes after it has stopped, or after `reset` or `close`. */
export interface ChangeReader {
  /** There are changes to read; the next call comes for changes after the next `read`. */
  news(): void;
  change(event: CacheEvent): void;
  /** Changes were missed: what is known must be read again. */
  reset(): void;
  /** The resource is no longer kept: no more changes come. */
  close(): void;
}

/** A point in the log. Changes after it stay in memory as long as somebody has the mark. */
export interface LogMark {
  readonly entry?: CacheEvent | "reset" | "close";
  readonly next?: LogMark;
}

type Link = LogMark & { next?: Link };

/** A reader's place in the log. */
export interface LogPlace {
  /** Hands over all changes that have not been read. */
  read(): void;
  stop(): void;
}

export class ChangeLog {
  private last: Link = {};
  private readonly places = new Set<Place>();
  /** Those that have read everything. The others know that there are changes. */
  private readonly idle = new Set<Place>();
  private readonly failed: (error: unknown) => void;

  /** @param failed - is called with what a reader threw */
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

  /** All readers end here. */
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
  /** The last that was read; undefined once it has stopped. */
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

  /** A reader that fails has missed a change; the others have not. */
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
