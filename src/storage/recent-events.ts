/**
 * The last events of a local store, so that watches that keep up share them instead of reading the tables. Every revision
 * from the first kept one to the last has one event.
 *
 * @module
 */
import type { Revision, WatchEvent } from "./storage.ts";

const maxEvents = 4096;
const maxValueBytes = 32 * 1024 * 1024;

export class RecentEvents {
  #events: WatchEvent[] = [];
  #valueBytes = 0;

  push(event: WatchEvent): void {
    this.#events.push(event);
    this.#valueBytes += sizeOf(event);
    if (this.#events.length > 2 * maxEvents || this.#valueBytes > 2 * maxValueBytes) this.#forgetOldest();
  }

  at(revision: Revision): WatchEvent | undefined {
    const first = this.#events[0]?.revision;
    return first === undefined ? undefined : this.#events[revision - first];
  }

  /** Down to the limits; done rarely, since what stays is copied. */
  #forgetOldest(): void {
    let first = 0;
    while (this.#events.length - first > maxEvents || this.#valueBytes > maxValueBytes) {
      const event = this.#events[first++];
      if (event === undefined) break;
      this.#valueBytes -= sizeOf(event);
    }
    this.#events = this.#events.slice(first);
  }
}

function sizeOf({ entry, previous }: WatchEvent): number {
  return (entry?.value.length ?? 0) + (previous?.value.length ?? 0);
}
