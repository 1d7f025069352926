/**
 * Work in steps: how many blocks of the sources V8 runs, all but the same number on every machine and under every load.
 * The work of the runtime inside one call of its own (a copy, a search) counts as one; the long run measures that as time.
 *
 * @module
 */
import { Session } from "node:inspector";

const sources = /\/src\//;

/** Counts blocks between two calls; one at a time in a process. */
export class StepCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** The steps that each of the works takes. To take the counts of V8 costs more than most works. */
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

  /** Those since the last call. */
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
