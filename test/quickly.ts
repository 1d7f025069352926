/**
 * A limit of the time of a work that once had none, which a machine that does other work as well does not fail.
 *
 * @module
 */
import { expect } from "vitest";

/** A run that takes too long is repeated so often in all; the work takes too long only if each run does. */
const maxRuns = 4;

/**
 * The result of a work that takes less than so many milliseconds of processor time, or fails the test. Not for a work that keeps
 * what it has found, which is quick the second time.
 */
export function quickly<T>(maxMs: number, work: () => T): T {
  for (let run = 1; ; run++) {
    const startedAt = process.cpuUsage();
    const result = work();
    if (isWithin(maxMs, startedAt, run)) return result;
  }
}

/** A work as for `quickly` that needs something before each run, whose time does not count. */
export async function quicklyAfter(
  prepare: () => Promise<unknown>,
  maxMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let run = 1; ; run++) {
    await prepare();
    const startedAt = process.cpuUsage();
    await work();
    if (isWithin(maxMs, startedAt, run)) return;
  }
}

/** Fails the test after the last run. The time is that of the whole process: threads of other tests may have a part in it. */
function isWithin(maxMs: number, startedAt: NodeJS.CpuUsage, run: number): boolean {
  const { user, system } = process.cpuUsage(startedAt);
  const ms = (user + system) / 1000;
  if (run === maxRuns) expect(ms, "milliseconds of processor time").toBeLessThan(maxMs);
  return ms < maxMs;
}
