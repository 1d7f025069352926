/**
 * Counts for the requests of one flow schema at one priority level. They are plain numbers, because each request
 * changes them; the metrics read them on request.
 *
 * @module
 */

/** A histogram: counts of observed values by upper bounds. */
export class Tally {
  /** One count for each bound: values up to it and above the previous bound. The last count is for larger values. */
  readonly counts: number[];
  sum = 0;
  readonly bounds: readonly number[];

  /** @param bounds - ascending */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = [...bounds.map(() => 0), 0];
  }

  add(value: number): void {
    const { bounds, counts } = this;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? 0)) index++;
    counts[index] = (counts[index] ?? 0) + 1;
    this.sum += value;
  }
}

/** Why a request was refused. */
export const refusalReasons = ["concurrency-limit", "queue-full", "time-out"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const secondsBounds = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const queueLengthBounds = [0, 10, 25, 50, 100, 250, 500, 1000];
const seatBounds = [1, 2, 4, 8, 16, 32, 64, 100];
const watchBounds = [0, 1, 10, 100, 1000, 10_000];

export class FlowCounts {
  readonly refusedByReason: Record<RefusalReason, number> = { "concurrency-limit": 0, "queue-full": 0, "time-out": 0 };
  dispatched = 0;
  waitingRequests = 0;
  waitingSeats = 0;
  executingRequests = 0;
  executingSeats = 0;
  /** How often the next request to dispatch needed more seats than were free. */
  notAccommodated = 0;
  readonly waitOfExecuted = new Tally(secondsBounds);
  readonly waitOfRefused = new Tally(secondsBounds);
  readonly execution = new Tally(secondsBounds);
  readonly watchStart = new Tally(secondsBounds);
  readonly queueLength = new Tally(queueLengthBounds);
  readonly seats = new Tally(seatBounds);
  readonly watches = new Tally(watchBounds);
}
