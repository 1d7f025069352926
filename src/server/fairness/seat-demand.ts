/**
 * Measures how many seats a priority level could use over time, which decides how many it lends or borrows.
 *
 * @module
 */

/** The demand of one period, in seats. */
export interface DemandReading {
  readonly seconds: number;
  /** Weighted by time; 0 for a period without length. */
  readonly average: number;
  /** The standard deviation. */
  readonly deviation: number;
  readonly max: number;
}

/** A number of seats that changes over time, with the integrals of it and of its square. */
export class SeatDemand {
  private seats = 0;
  private lastSeconds: number;
  private elapsed = 0;
  private sum = 0;
  private sumOfSquares = 0;
  private max = 0;

  constructor(nowSeconds: number) {
    this.lastSeconds = nowSeconds;
  }

  set(seats: number, nowSeconds: number): void {
    this.advance(nowSeconds);
    this.seats = seats;
    if (seats > this.max) this.max = seats;
  }

  /** Returns the demand since the last call and begins a new period. */
  readAndReset(nowSeconds: number): DemandReading {
    this.advance(nowSeconds);
    const { elapsed: seconds, max } = this;
    const average = seconds > 0 ? this.sum / seconds : 0;
    const variance = seconds > 0 ? this.sumOfSquares / seconds - average * average : 0;
    this.elapsed = 0;
    this.sum = 0;
    this.sumOfSquares = 0;
    this.max = this.seats;
    // Rounding may make the variance of a constant slightly negative.
    return { seconds, average, deviation: Math.sqrt(Math.max(0, variance)), max };
  }

  private advance(nowSeconds: number): void {
    const seconds = nowSeconds - this.lastSeconds;
    this.lastSeconds = nowSeconds;
    this.elapsed += seconds;
    this.sum += this.seats * seconds;
    this.sumOfSquares += this.seats * this.seats * seconds;
  }
}

/** How slowly a high demand decays: by half in five minutes, with a reading every ten seconds. */
const smoothing = 0.977;

/** Demand over many periods, in seats. */
export interface SmoothedDemand {
  readonly highWatermark: number;
  readonly average: number;
  readonly deviation: number;
  readonly smoothed: number;
}

export const noDemand: SmoothedDemand = { highWatermark: 0, average: 0, deviation: 0, smoothed: 0 };

/** Combines the demand so far with a new period. The smoothed demand follows a rise at once and a fall slowly. */
export function smoothDemand(before: SmoothedDemand, reading: DemandReading): SmoothedDemand {
  const highWatermark = Math.round(reading.max);
  if (reading.seconds <= 0) return { ...before, highWatermark };
  const { average, deviation } = reading;
  const envelope = average + deviation;
  const smoothed = Math.max(envelope, smoothing * before.smoothed + (1 - smoothing) * envelope);
  return { highWatermark, average, deviation, smoothed };
}
