/**
 * Computes how long a refused client should wait before it retries: longer the more requests of a priority level are
 * refused.
 *
 * @module
 */

const maxSeconds = 32;
/** The wait is doubled at this number of refusals for each second of it. */
const manyPerSecond = 3;
const msPerSecond = 1000;

interface Refusals {
  readonly second: number;
  count: number;
}

/** The `Retry-After` of one priority level. */
export class RetryAfter {
  private history: Refusals[] = [];
  private current: Refusals = { second: 0, count: 0 };
  private wait = 1;
  private raisedAt = 0;

  /** The wait in seconds. */
  get seconds(): number {
    return this.wait;
  }

  /** @param nowMs - milliseconds since 1970 */
  countRefusal(nowMs: number): void {
    const second = Math.floor(nowMs / msPerSecond);
    if (this.current.second === second) {
      this.current.count++;
      return;
    }
    const last = this.current;
    const oldest = last.second - Math.min(2 * this.wait, maxSeconds);
    this.history = [...this.history, last].filter((refusals) => refusals.second >= oldest);
    this.current = { second, count: 1 };
    this.adjust(second);
  }

  /** Adjusts the wait as TCP does: doubles it after too many refusals, and shortens it by a second after few. */
  private adjust(second: number): void {
    let refused = 0;
    for (const { second: then, count } of this.history) {
      if (second - then <= this.wait && then < second) refused += count;
    }
    if (second - this.raisedAt >= this.wait && refused >= manyPerSecond * this.wait) {
      this.wait = Math.min(2 * this.wait, maxSeconds);
      this.raisedAt = second;
    } else if (refused < this.wait && this.wait > 1) {
      this.wait--;
    }
  }
}
