/**
 * Asserts that a call is fast, for code that once was unboundedly slow. The assertion also holds on a machine that is
 * busy with other work.
 *
 * @module
 */
import { expect } from "vitest";

/** The number of attempts; the test fails only if each of them takes too long. */
const maxRuns = 4;

/**
 * Returns the result of a call that takes less than `maxMs` milliseconds of processor time, or fails the test. Not for
 * calls that cache their results, since those are fast when repeated.
 */
export function quickly<T>(maxMs: number, work: () => T): T {
  for (let run = 1; ; run++) {
    const startedAt = process.cpuUsage();
    const result = work();
    if (isWithin(maxMs, startedAt, run)) return result;
  }
}

/**
 * Like `quickly`, for a call that needs preparation before each attempt. The time of the preparation does not count.
 */
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

/**
 * Fails the test after the last attempt. Measures the processor time of the whole process, which may include threads of
 * other tests.
 */
function isWithin(maxMs: number, startedAt: NodeJS.CpuUsage, run: number): boolean {
  const { user, system } = process.cpuUsage(startedAt);
  const ms = (user + system) / 1000;
  if (run === maxRuns) expect(ms, "milliseconds of processor time").toBeLessThan(maxMs);
  return ms < maxMs;
}
