/**
 * Counts the events that wait for slow clients of watches. An event that waits for many of them is in memory once, so
 * it counts once. If too many bytes wait, the watches whose clients have been behind for longest are ended.
 *
 * @module
 */

/** Limit for all waiting events, in bytes. */
const maxWaitingBytes = 256 * 1024 * 1024;

/** A watch whose client is behind. */
export interface SlowWatch {
  /** Ends the watch and removes its waiting events. */
  cutOff(): void;
}

export class WatchQueues {
  private readonly maxBytes: number;
  private waitingBytes = 0;
  /** How many watches wait for the client to read a part, by part. */
  private readonly uses = new Map<Uint8Array, number>();
  /** How many parts wait for each watch. The watch that has been behind for longest comes first. */
  private readonly parts = new Map<SlowWatch, number>();

  constructor(maxBytes = maxWaitingBytes) {
    this.maxBytes = maxBytes;
  }

  add(watch: SlowWatch, bytes: Uint8Array): void {
    const uses = this.uses.get(bytes) ?? 0;
    this.uses.set(bytes, uses + 1);
    if (uses === 0) this.waitingBytes += bytes.length;
    this.parts.set(watch, (this.parts.get(watch) ?? 0) + 1);
    for (const [slowest] of this.parts) {
      if (this.waitingBytes <= this.maxBytes) return;
      slowest.cutOff();
    }
  }

  /** Removes a part from a watch; called once for each part that was added. */
  remove(watch: SlowWatch, bytes: Uint8Array): void {
    if (decrement(this.uses, bytes)) this.waitingBytes -= bytes.length;
    decrement(this.parts, watch);
  }
}

/** @returns whether the count has reached 0 */
function decrement<K>(counts: Map<K, number>, key: K): boolean {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
  return left <= 0;
}
