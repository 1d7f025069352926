import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkQueue } from "../../src/server/controllers/work-queue.ts";

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "performance"] }),
);
afterEach(() => {
  // Ends the rounds of the event loop that have begun.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const secondsMs = 1000;

function failingQueue() {
  const runs: string[] = [];
  const queue = new WorkQueue(
    async (key) => {
      runs.push(key);
      throw new Error("broken");
    },
    pino({ level: "silent" }),
  );
  return { queue, runs };
}

test("a key that fails is tried again, with increasing delays", async () => {
  const { queue, runs } = failingQueue();
  queue.add("a");
  await vi.advanceTimersByTimeAsync(60 * secondsMs);
  // Runs after 0, 50, 150, 350 ms and so on: each delay is twice the previous one.
  expect(runs.length).toBe(11);
  await vi.advanceTimersByTimeAsync(300 * secondsMs);
  expect(runs.length).toBe(21);
  queue.stop();
  await vi.advanceTimersByTimeAsync(300 * secondsMs);
  expect(runs.length).toBe(21);
});

test("a failing key that is added repeatedly is scheduled once, not once for each addition", async () => {
  const { queue, runs } = failingQueue();
  for (let round = 0; round < 20; round++) {
    queue.add("a");
    await vi.advanceTimersByTimeAsync(30 * secondsMs);
  }
  // Half a minute has one run for the addition and at most one retry.
  expect(runs.length).toBeLessThan(2 * 20 + 11);
  queue.stop();
});
