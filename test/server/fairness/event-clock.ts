/** A simulated clock that jumps from event to event. */
import type { Clock } from "../../../src/server/fairness/clock.ts";

interface Event {
  readonly seconds: number;
  readonly order: number;
  readonly call: () => void;
}

export class EventClock implements Clock {
  private now = 0;
  private order = 0;
  private events: Event[] = [];

  seconds(): number {
    return this.now;
  }

  after(seconds: number, call: () => void): () => void {
    const event = { seconds: this.now + seconds, order: this.order++, call };
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.events[middle];
      if (other && other.seconds <= event.seconds) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, event);
    return () => {
      this.events = this.events.filter((other) => other !== event);
    };
  }

  /** Runs the events up to a time; by default, all events. */
  run(untilSeconds = Number.POSITIVE_INFINITY): void {
    for (let next = this.events[0]; next && next.seconds <= untilSeconds; next = this.events[0]) {
      this.events.shift();
      this.now = Math.max(this.now, next.seconds);
      next.call();
    }
    if (Number.isFinite(untilSeconds)) this.now = untilSeconds;
  }
}
