/**
 * Computes how long a refused client should wait before it retries: longer the more requests of a priority level are
 * refused.
 *
 * @module
 */

const maxSeconds = 32;
/** The wait is doubled at this number of refusals for each second of it. */
const maxRefusalsPerSecond = 3;
const msPerSecond = 1000;

interface Refusals {
  readonly second: number;
  count: number;
}

/** The `Retry-After` of one priority level. */
export class RetryAfter {
  private history: Refusals[] = [];
  private current: Refusals = { second: 0, count: 0 };
  private waitSeconds = 1;
  private raisedAtSecond = 0;

  /** The wait in seconds. */
  get seconds(): number {
    return this.waitSeconds;
  }

  /** @param nowMs - milliseconds since 1970 */
  countRefusal(nowMs: number): void {
    const second = Math.floor(nowMs / msPerSecond);
    if (this.current.second === second) {
      this.current.count++;
      return;
    }
    const last = this.current;
    const oldest = last.second - Math.min(2 * this.waitSeconds, maxSeconds);
    this.history = [...this.history, last].filter((refusals) => refusals.second >= oldest);
    this.current = { second, count: 1 };
    this.adjust(second);
  }

  /** Adjusts the wait as TCP does: doubles it after too many refusals, and shortens it by a second after few. */
  private adjust(second: number): void {
    let refused = 0;
    for (const { second: then, count } of this.history) {
      if (second - then <= this.waitSeconds && then < second) refused += count;
    }
    if (second - this.raisedAtSecond >= this.waitSeconds && refused >= maxRefusalsPerSecond * this.waitSeconds) {
      this.waitSeconds = Math.min(2 * this.waitSeconds, maxSeconds);
      this.raisedAtSecond = second;
    } else if (refused < this.waitSeconds && this.waitSeconds > 1) {
      this.waitSeconds--;
    }
  }
}
