/**
 * A limit of the time of a work that once had none, which a machine that does other work as well does not fail.
 *
 * @module
 */
import { expect } from "vitest";

/** A run that takes too long is repeated so often in all; the work takes too long only if each run does. */
const maxRuns = 4;

/** The result of a work that takes less than so many milliseconds of processor time, or fails the test. */
export function quickly<T>(maxMs: number, work: () => T): T {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 1; ; run++) {
    const startedAt = process.cpuUsage();
    const result = work();
    // The time of the whole process: threads of other tests may have a part in it.
    const { user, system } = process.cpuUsage(startedAt);
    leastMs = Math.min(leastMs, (user + system) / 1000);
    if (leastMs < maxMs) return result;
    if (run === maxRuns) expect(leastMs, "the least milliseconds of processor time").toBeLessThan(maxMs);
  }
}
