/**
 * The latest changes of one resource, up to a limit of memory.
 *
 * @module
 */
import type { CacheEvent } from "./cache-event.ts";

/**
 * Maximum number of changes to keep for watches that start at a slightly older version; older changes are read from the
 * store.
 */
const maxKeptEvents = 1024;
/**
 * Maximum size of the stored objects before and after the kept changes, in bytes. The last change is kept whatever its
 * size.
 */
const maxKeptBytes = 8 * 1024 * 1024;
/** Number of changes that are dropped together: dropping them one by one would move the whole array each time. */
const droppedAtOnce = 64;

interface Kept {
  readonly event: CacheEvent;
  readonly bytes: number;
}

export class EventWindow {
  private kept: Kept[] = [];
  private bytes = 0;

  /**
   * Adds a change.
   *
   * @returns the revision of the last change that was dropped, if any
   */
  keep(event: CacheEvent, bytes: number): number | undefined {
    this.kept.push({ event, bytes });
    this.bytes += bytes;
    const dropped = this.kept.splice(0, this.surplus());
    for (const each of dropped) this.bytes -= each.bytes;
    return dropped.at(-1)?.event.revision;
  }

  /** Returns the changes after a revision. */
  after(revision: number): readonly CacheEvent[] {
    return this.kept.map(({ event }) => event).filter((event) => event.revision > revision);
  }

  clear(): void {
    this.kept = [];
    this.bytes = 0;
  }

  /** Returns the number of changes to drop, beginning with the oldest. */
  private surplus(): number {
    let count = this.kept.length < maxKeptEvents + droppedAtOnce ? 0 : droppedAtOnce;
    let left = this.kept.slice(0, count).reduce((sum, { bytes }) => sum - bytes, this.bytes);
    while (left > maxKeptBytes && count < this.kept.length - 1) left -= this.kept[count++]?.bytes ?? 0;
    return count;
  }
}
