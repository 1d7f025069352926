/**
 * How long a client that was sent away should stay away: longer the more requests of a priority level are refused.
 *
 * @module
 */

const maxSeconds = 32;
/** So many refusals for each second of the wait double it. */
const manyPerSecond = 3;
const msPerSecond = 1000;

interface Refusals {
  readonly second: number;
  count: number;
}

/** Of one priority level. */
export class RetryAfter {
  private history: Refusals[] = [];
  private current: Refusals = { second: 0, count: 0 };
  private wait = 1;
  private raisedAt = 0;

  /** Seconds. */
  get seconds(): number {
    return this.wait;
  }

  /** @param nowMs - since 1970 */
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

  /** As TCP does it: a wait is doubled when too many come, and becomes a second shorter when few do. */
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
