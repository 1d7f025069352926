/**
 * A cache whose entries expire, with a maximum number of entries.
 *
 * @module
 */
export class ExpiringCache<V> {
  private readonly maxEntries: number;
  private readonly nowMs: () => number;
  /** Ordered by last use; the most recently used entry is the last. */
  private readonly entries = new Map<string, { readonly value: V; readonly untilMs: number }>();

  constructor(maxEntries: number, nowMs: () => number) {
    this.maxEntries = maxEntries;
    this.nowMs = nowMs;
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.untilMs <= this.nowMs()) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, lifetimeMs: number): void {
    this.entries.delete(key);
    if (lifetimeMs <= 0) return;
    this.entries.set(key, { value, untilMs: this.nowMs() + lifetimeMs });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.maxEntries && oldest !== undefined) this.entries.delete(oldest);
  }
}
