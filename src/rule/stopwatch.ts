/**
 * How long the parts of a run take. Owns the sums; a run without a stopwatch measures nothing.
 *
 * @module
 */
import type { RunStats, Timed } from "../diagnostic/diagnostic.ts";

/** Steps contain kinds, and kinds contain rules; each sort is summed up by itself. */
type TimedSort = keyof RunStats;

interface Sum {
  runs: number;
  durationMs: number;
}

export class Stopwatch {
  readonly #nowMs: () => number;
  readonly #sums: Readonly<Record<TimedSort, Map<string, Sum>>> = {
    steps: new Map(),
    kinds: new Map(),
    rules: new Map(),
  };
  /** Time of the parts that ended inside of the one at work, by sort. */
  readonly #inside: Record<TimedSort, number> = { steps: 0, kinds: 0, rules: 0 };

  /** @param nowMs - a clock with parts of milliseconds that never goes back */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Does the work and adds its time to that of the part, but for parts of the same sort inside of it. */
  time<T>(sort: TimedSort, name: string, work: () => T): T {
    const outside = this.#inside[sort];
    this.#inside[sort] = 0;
    const startMs = this.#nowMs();
    try {
      return work();
    } finally {
      const ms = this.#nowMs() - startMs;
      this.#add(sort, name, ms - this.#inside[sort]);
      this.#inside[sort] = outside + ms;
    }
  }

  get stats(): RunStats {
    const { steps, kinds, rules } = this.#sums;
    return { steps: sorted(steps), kinds: sorted(kinds), rules: sorted(rules) };
  }

  #add(sort: TimedSort, name: string, ms: number): void {
    const sum = this.#sums[sort].get(name);
    if (sum) {
      sum.runs++;
      sum.durationMs += ms;
    } else this.#sums[sort].set(name, { runs: 1, durationMs: ms });
  }
}

/** The longest first; to a microsecond. */
function sorted(sums: ReadonlyMap<string, Sum>): readonly Timed[] {
  return [...sums]
    .map(([name, { runs, durationMs }]) => ({ name, runs, durationMs: Math.round(durationMs * 1000) / 1000 }))
    .sort((a, b) => b.durationMs - a.durationMs);
}
