/**
 * Measures work as the number of blocks of the source code that V8 executes, which is almost the same on every machine
 * and under every load. Work inside one call of the runtime (a copy, a search) counts as one step; `npm run shapes`
 * measures it as time.
 *
 * @module
 */
import { Session } from "node:inspector";

const sources = /\/src\//;

/** Counts executed blocks; only one instance may be active in a process. */
export class StepCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Returns the steps of each call. Reading V8's counters takes longer than most calls. */
  stepsOf(works: readonly (() => unknown)[]): readonly number[] {
    this.#take();
    return works.map((work) => {
      work();
      return this.#take();
    });
  }

  stop(): void {
    this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }

  /** Returns the steps since the last call. */
  #take(): number {
    let steps = 0;
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      for (const { url, functions } of result) {
        if (sources.test(url)) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      }
    });
    return steps;
  }
}
