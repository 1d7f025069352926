/**
 * The last changes of one resource, as many as memory is set aside for.
 *
 * @module
 */
import type { CacheEvent } from "./cache-event.ts";

/** Changes that are kept for watches that begin a little back; what is older is read from the store. */
const maxKeptEvents = 1024;
/** The same in bytes of the stored objects, those before and after each change. The last change is kept whatever it takes. */
const maxKeptBytes = 8 * 1024 * 1024;
/** Dropping one at a time would move all the others each time. */
const droppedAtOnce = 64;

interface Kept {
  readonly event: CacheEvent;
  readonly bytes: number;
}

export class EventWindow {
  private kept: Kept[] = [];
  private bytes = 0;

  /** @returns the revision of the last change that is no longer known now, if one was dropped */
  keep(event: CacheEvent, bytes: number): number | undefined {
    this.kept.push({ event, bytes });
    this.bytes += bytes;
    const dropped = this.kept.splice(0, this.surplus());
    for (const each of dropped) this.bytes -= each.bytes;
    return dropped.at(-1)?.event.revision;
  }

  /** Those behind a revision. */
  after(revision: number): readonly CacheEvent[] {
    return this.kept.map(({ event }) => event).filter((event) => event.revision > revision);
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
  }

  /** How many of the oldest are to go. */
  private surplus(): number {
    let count = this.kept.length < maxKeptEvents + droppedAtOnce ? 0 : droppedAtOnce;
    let left = this.kept.slice(0, count).reduce((sum, { bytes }) => sum - bytes, this.bytes);
    while (left > maxKeptBytes && count < this.kept.length - 1) left -= this.kept[count++]?.bytes ?? 0;
    return count;
  }
}
