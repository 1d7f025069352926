import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkQueue } from "../../src/server/controllers/work-queue.ts";

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "performance"] }),
);
afterEach(() => {
  // The rounds of the event loop that were begun end.
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

test("a key that fails is tried again, ever less often", async () => {
  const { queue, runs } = failingQueue();
  queue.add("a");
  await vi.advanceTimersByTimeAsync(60 * secondsMs);
  // After 0, 50, 150, 350 ms and so on, each time twice as long.
  expect(runs.length).toBe(11);
  await vi.advanceTimersByTimeAsync(300 * secondsMs);
  expect(runs.length).toBe(21);
  queue.stop();
  await vi.advanceTimersByTimeAsync(300 * secondsMs);
  expect(runs.length).toBe(21);
});

test("a key that fails and is asked for again and again has one next time, and not one for each time", async () => {
  const { queue, runs } = failingQueue();
  for (let asked = 0; asked < 20; asked++) {
    queue.add("a");
    await vi.advanceTimersByTimeAsync(30 * secondsMs);
  }
  // One that was asked for, and at most one that is tried again, in half a minute.
  expect(runs.length).toBeLessThan(2 * 20 + 11);
  queue.stop();
});
