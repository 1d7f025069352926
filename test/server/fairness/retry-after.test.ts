/**
 * The wait that refused clients get in Retry-After grows and shrinks as in upstream's dropped_requests_tracker_test.go.
 */
import { expect, test } from "vitest";
import { RetryAfter } from "../../../src/server/fairness/retry-after.ts";

const startMs = Date.UTC(2026, 10, 23);

test("many refusals double the wait, and few shorten it", () => {
  const retryAfter = new RetryAfter();
  expect(retryAfter.seconds).toBe(1);
  const steps: readonly (readonly [second: number, refusals: number, wait: number])[] = [
    [0, 5, 1],
    [1, 11, 2],
    [2, 1, 2],
    [3, 11, 4],
    [4, 1, 4],
    [7, 1, 8],
    [11, 1, 8],
    [15, 1, 7],
    [17, 1, 6],
    [21, 14, 5],
    [22, 1, 10],
  ];
  for (const [second, refusals, wait] of steps) {
    for (let count = 0; count < refusals; count++) retryAfter.countRefusal(startMs + second * 1000);
    expect([second, retryAfter.seconds]).toEqual([second, wait]);
  }
});

test("the wait is at most 32 seconds", () => {
  const retryAfter = new RetryAfter();
  for (let second = 0; second < 600; second++) {
    for (let count = 0; count < 200; count++) retryAfter.countRefusal(startMs + second * 1000);
  }
  expect(retryAfter.seconds).toBe(32);
});
