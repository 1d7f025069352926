/**
 * Measures how long the parts of a run take, and sums up the times. A run without a stopwatch measures nothing.
 *
 * @module
 */
import type { RunStats, Timed } from "../diagnostic/diagnostic.ts";

/** The levels of measurement: steps contain kinds, and kinds contain rules. Each level has separate sums. */
type TimingLevel = keyof RunStats;

interface Sum {
  runs: number;
  durationMs: number;
}

export class Stopwatch {
  readonly #nowMs: () => number;
  readonly #sums: Readonly<Record<TimingLevel, Map<string, Sum>>> = {
    steps: new Map(),
    kinds: new Map(),
    rules: new Map(),
  };
  /** By level, the time of parts that have ended inside the part that is running. */
  readonly #nestedMs: Record<TimingLevel, number> = { steps: 0, kinds: 0, rules: 0 };

  /** @param nowMs - a monotonic clock with fractions of milliseconds */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Runs the work and adds its time to the sum of the part, without the time of nested parts of the same level. */
  time<T>(sort: TimingLevel, name: string, work: () => T): T {
    const outside = this.#nestedMs[sort];
    this.#nestedMs[sort] = 0;
    const startMs = this.#nowMs();
    try {
      return work();
    } finally {
      const ms = this.#nowMs() - startMs;
      this.#add(sort, name, ms - this.#nestedMs[sort]);
      this.#nestedMs[sort] = outside + ms;
    }
  }

  get stats(): RunStats {
    const { steps, kinds, rules } = this.#sums;
    return { steps: sorted(steps), kinds: sorted(kinds), rules: sorted(rules) };
  }

  #add(sort: TimingLevel, name: string, ms: number): void {
    const sum = this.#sums[sort].get(name);
    if (sum) {
      sum.runs++;
      sum.durationMs += ms;
    } else this.#sums[sort].set(name, { runs: 1, durationMs: ms });
  }
}

/** Returns the sums, longest first, rounded to microseconds. */
function sorted(sums: ReadonlyMap<string, Sum>): readonly Timed[] {
  return [...sums]
    .map(([name, { runs, durationMs }]) => ({ name, runs, durationMs: Math.round(durationMs * 1000) / 1000 }))
    .sort((a, b) => b.durationMs - a.durationMs);
}
